// cpu-workload --core N --runs R [--neighbour M]: how long
// one core takes for a fixed amount of work, run by run.
//
// A workload is three parts of about 20 ms each on a core of 2.5 GHz, one for each thing in which machines
// differ:
//
//   integer    four independent generators with a table in the L1 cache and branches that cannot be predicted
//   memory     a chase along a random cycle of cache lines through 32 MiB: past the L2 cache, within reach of
//              a large last-level cache, so that neighbours in that cache have an effect
//   floating   eight independent logistic maps, and a division and a square root for each step
//
// Every run does exactly the same work, as its check value shows. With a neighbour, another process does the
// same over and over on core M. Neither the set-up before the first run nor a first run that warms the core
// up is counted.
//
// Output: one JSON object, {"check": "...", "runs": [{"wall_ns", "cpu_ns", "preemptions"}, ...]}. Exit status
// 0; 2 for wrong usage, or a core that this process may not run on. It uses the standard library alone.

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/cores.hpp"

namespace {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t circle_bytes = std::size_t{32} << 20;
constexpr std::size_t circle_lines = circle_bytes / line_bytes;
constexpr int integer_steps = 640'000;
constexpr int memory_steps = 150'000;
constexpr int floating_steps = 2'100'000;

std::uint64_t next(std::uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

struct alignas(line_bytes) Line {
  std::uint64_t successor;
};

/// A random circle through all lines (Sattolo's algorithm), on pages of one size: large pages come and go.
class Circle {
 public:
  Circle() {
    void* memory = mmap(nullptr, circle_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      std::fprintf(stderr, "cpu-workload: no memory for 32 MiB: %s\n", std::strerror(errno));
      std::exit(1);
    }
    madvise(memory, circle_bytes, MADV_NOHUGEPAGE);
    lines_ = static_cast<Line*>(memory);
    for (std::size_t i = 0; i < circle_lines; ++i) lines_[i].successor = i;
    std::uint64_t state = 88172645463325252u;
    for (std::size_t i = circle_lines - 1; i > 0; --i)
      std::swap(lines_[i].successor, lines_[next(state) % i].successor);
  }

  std::uint64_t walk(std::uint64_t from, int steps) const {
    for (int i = 0; i < steps; ++i) from = lines_[from].successor;
    return from;
  }

 private:
  Line* lines_;
};

std::uint64_t integer_part() {
  std::array<std::uint64_t, 4> states{1, 2, 3, 4};
  std::array<std::uint64_t, 512> table{};
  for (int i = 0; i < integer_steps; ++i) {
    for (std::uint64_t& state : states) {
      const std::uint64_t value = next(state);
      if (value & 1) table[value >> 55] += value;
    }
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t value : table) sum = sum * 31 + value;
  return sum;
}

double floating_part() {
  std::array<double, 8> x{0.11, 0.22, 0.33, 0.44, 0.55, 0.66, 0.77, 0.88};
  double sum = 0;
  for (int i = 0; i < floating_steps; ++i) {
    for (double& value : x) value = 3.9 * value * (1 - value);
    sum += std::sqrt(x[i & 7]) / (1 + x[(i + 1) & 7]);
  }
  return sum;
}

/// All three parts. Returns a number that depends on each step of them.
std::uint64_t workload(const Circle& circle) {
  const double floating = floating_part();
  std::uint64_t bits = 0;
  std::memcpy(&bits, &floating, sizeof bits);
  return bits ^ integer_part() ^ (circle.walk(0, memory_steps) << 1);
}

struct Run {
  std::int64_t wall_ns, cpu_ns;
  long preemptions;
};

struct Now {
  timespec cpu{};
  rusage usage{};
  std::int64_t wall_ns = base::monotonic_ns();

  Now() {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    getrusage(RUSAGE_THREAD, &usage);
  }
};

Run difference(const Now& start, const Now& end) {
  return {end.wall_ns - start.wall_ns, base::to_nanoseconds(end.cpu) - base::to_nanoseconds(start.cpu),
          end.usage.ru_nivcsw - start.usage.ru_nivcsw};
}

void pin_to(int core) {
  try {
    base::pin_to({core});
  } catch (const std::system_error& error) {
    std::fprintf(stderr, "cpu-workload: cannot run on core %d: %s\n", core, error.code().message().c_str());
    std::exit(2);
  }
}

/// Starts the neighbour and waits until it is at work; it ends with this process at the latest.
pid_t start_neighbour(int core) {
  int ready[2];
  const pid_t parent = getpid();
  if (pipe(ready) != 0) std::exit(1);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) std::exit(1);
    pin_to(core);
    const Circle circle;
    std::uint64_t work = workload(circle);
    if (write(ready[1], "", 1) != 1) std::exit(1);
    while (work != 0) work |= workload(circle);  // forever; the compiler cannot know
    std::exit(1);
  }
  close(ready[1]);
  char byte = 0;
  if (child < 0 || read(ready[0], &byte, 1) != 1) {
    std::fprintf(stderr, "cpu-workload: the neighbour did not start on core %d\n", core);
    std::exit(2);
  }
  close(ready[0]);
  return child;
}

/// The number after `name` on the command line; -1 where it is not there.
int option(int argc, char** argv, std::string_view name, int most) {
  for (int i = 1; i + 1 < argc; i += 2) {
    if (argv[i] != name) continue;
    char* end = nullptr;
    const long value = std::strtol(argv[i + 1], &end, 10);
    if (end != argv[i + 1] && *end == '\0' && value >= 0 && value <= most) return static_cast<int>(value);
    std::fprintf(stderr, "cpu-workload: %s: expected 0 to %d, found '%s'\n", argv[i], most, argv[i + 1]);
    std::exit(2);
  }
  return -1;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int most_cores = 1 << 16, most_runs = 1000;
  const int core = option(argc, argv, "--core", most_cores);
  const int runs = option(argc, argv, "--runs", most_runs);
  const int neighbour = option(argc, argv, "--neighbour", most_cores);
  if (core < 0 || runs < 1) {
    std::fprintf(stderr, "usage: cpu-workload --core N --runs R [--neighbour M]\n");
    return 2;
  }
  const pid_t child = neighbour < 0 ? -1 : start_neighbour(neighbour);
  pin_to(core);
  const Circle circle;
  const std::uint64_t check = workload(circle);
  std::vector<Run> measured;
  for (int i = 0; i < runs; ++i) {
    const Now start;
    const std::uint64_t found = workload(circle);
    measured.push_back(difference(start, Now()));
    if (found != check) {
      std::fprintf(stderr, "cpu-workload: run %d computed something else: this core makes mistakes\n", i + 1);
      return 1;
    }
  }
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  std::printf(R"({"check": "%016llx", "runs": [)", static_cast<unsigned long long>(check));
  for (int i = 0; i < runs; ++i) {
    const Run& run = measured[static_cast<std::size_t>(i)];
    std::printf(R"(%s{"wall_ns": %lld, "cpu_ns": %lld, "preemptions": %ld})", i > 0 ? ", " : "",
                static_cast<long long>(run.wall_ns), static_cast<long long>(run.cpu_ns), run.preemptions);
  }
  std::printf("]}\n");
}

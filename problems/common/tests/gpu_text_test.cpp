// From text to text on the GPU, which here is the emulated one: what is left to the host, and that the answers are the
// same.

#include <unistd.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "problems/common/frame/gpu_text.hpp"
#include "problems/common/tests/input.hpp"

namespace {

using problems::Answer;
using problems::Reader;
using problems::test::FedPipe;
using problems::test::MemoryFile;
using problems::test::message_of;
using problems::test::Redirected;

using Function = void(std::span<const std::int32_t>);
using DeviceFunction = void(std::span<const std::int32_t>, kernels::GpuStream);

int runs_on_device = 0;

constexpr kernels::Variant<Function, DeviceFunction> solvers[] = {
    {.name = "cpu-echo", .idea = "", .run = [](std::span<const std::int32_t>) {}},
    {.name = "gpu-through-host", .idea = "", .run = [](std::span<const std::int32_t>) {}},
    {.name = "gpu-echo",
     .idea = "",
     .run = [](std::span<const std::int32_t>) {},
     .run_on_device = [](std::span<const std::int32_t>, kernels::GpuStream) { ++runs_on_device; }},
    {.name = "gpu-absent",
     .idea = "",
     .run = nullptr,
     .run_on_device = [](std::span<const std::int32_t>, kernels::GpuStream) { ++runs_on_device; },
     .supported = [] { return kernels::Support{false, "it is absent"}; }},
};

/// Prints the numbers from 0 to 99 that it reads, on one line.
struct Echo {
  static constexpr std::string_view id = "echo", summary = "", size_unit = "numbers";
  struct Head {
    std::size_t n;
  };
  struct Input : Head {
    base::LargeVector<std::int32_t> numbers;
  };
  using Output = base::LargeVector<std::int32_t>;
  using Variant = kernels::Variant<Function, DeviceFunction>;

  static std::span<const Variant> variants() { return solvers; }
  static constexpr kernels::IntegerTokens tokens = {0, 99};
  static Head read_head(Reader& reader) { return {reader.integer<std::size_t>(0, 1 << 20, "N")}; }
  static Input read_numbers(Reader& reader, const Head& head) {
    return {head, reader.integers<std::int32_t>(head.n, tokens.min, tokens.max, "A")};
  }
  static std::size_t count_numbers(const Head& head) { return head.n; }
  static std::uint64_t size(const Head& head) { return head.n; }
  static Output solve(const Variant&, const Input& input) { return input.numbers; }
  static kernels::NumberRows<std::int32_t> solve_on_device(const Variant& variant, const Head& head,
                                                           std::span<const std::int32_t> numbers,
                                                           kernels::GpuText& gpu) {
    variant.run_on_device(numbers, gpu.stream());
    return {numbers.data(), numbers.size(), 0, head.n};
  }
  static void print(const Head&, const Output& output, problems::Writer& writer) {
    writer.row<std::int32_t>(output);
  }
  static problems::Work work(const Head&) { return {}; }
};

struct Solved {
  bool on_gpu;
  std::string out;
  std::string message;  ///< of the host, where the text is left to it
};

Solved solve(int descriptor, std::string_view solver = "gpu-echo") {
  const Redirected out(1);
  problems::ProgramOptions options;
  options.solver = solver;
  problems::GpuStart gpu_start(false);
  const problems::Session session{options, {}, 1, gpu_start};
  problems::PhaseClock clock;
  Answer answer;
  Reader reader(descriptor, 64, {.cores = 1, .maps_files = true, .least_bytes = 1});
  const Echo::Head head = Echo::read_head(reader);
  const bool on_gpu = problems::solve_on_gpu<Echo>(
      reader, head, *kernels::find_variant(Echo::variants(), solver), session, clock, answer);
  std::string message;
  if (!on_gpu) {
    message = message_of([&] {
      Echo::read_numbers(reader, head);
      reader.expect_end();
    });
  }
  CHECK(answer.stdout_bytes == out.text().size());
  return {on_gpu, out.text(), message};
}

Solved solve(const std::string& text, std::string_view solver = "gpu-echo") {
  const MemoryFile file(text);
  return solve(file.descriptor(), solver);
}

}  // namespace

TEST_CASE("a file is read and printed by the GPU") {
  runs_on_device = 0;
  const Solved solved = solve("5 1\t22\r\n3 0 +5");  // the last one, with its sign, is left to the host
  CHECK(solved.on_gpu);
  CHECK(solved.out == "1 22 3 0 5\n");
  CHECK(runs_on_device == 1);
}

TEST_CASE("a malformed text is left to the host, which says where") {
  runs_on_device = 0;
  for (const auto& [text, message] : {
           std::pair("3\n1 2 x\n",
                     "line 2, column 5: expected element 3 of 3 of A (an integer from 0 to 99), found \"x\""),
           std::pair(
               "3\n1 2 100",
               "line 2, column 5: expected element 3 of 3 of A (an integer from 0 to 99), found \"100\""),
           std::pair("3\n1 2\n\n",
                     "line 4, column 1: expected element 3 of 3 of A (an integer from 0 to 99), found the "
                     "end of the input"),
           std::pair("3\n1 2 3 4", "line 2, column 7: expected the end of the input, found \"4\""),
       }) {
    const Solved solved = solve(text);
    CAPTURE(text);
    CHECK_FALSE(solved.on_gpu);
    CHECK(solved.message == message);
    CHECK(solved.out.empty());
  }
  CHECK(runs_on_device == 0);
}

TEST_CASE("what the GPU cannot do is left to the host, and is well") {
  runs_on_device = 0;
  const std::string text = "3\n1 2 3\n";
  SECTION("a pipe") {
    const FedPipe pipe(text, 3);
    const Solved solved = solve(pipe.descriptor());
    CHECK_FALSE(solved.on_gpu);
    CHECK(solved.message == "no error");
  }
  SECTION("no numbers") {
    CHECK_FALSE(solve("0\n\n\n").on_gpu);
  }
  SECTION("other solvers") {
    for (const char* solver : {"cpu-echo", "gpu-through-host", "gpu-absent"}) {
      CAPTURE(solver);
      const Solved solved = solve(text, solver);
      CHECK_FALSE(solved.on_gpu);
      CHECK(solved.message == "no error");
    }
  }
  CHECK(runs_on_device == 0);
}

#include "runner/sandbox/gpu/gpu_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "runner/sandbox/gpu/gpu_devices.hpp"
#include "runner/sandbox/system/errors.hpp"

namespace runner {
namespace {

constexpr int patience_ms = 20'000;  ///< a driver that has been idle may have to wake the GPU first

/// Becomes the meter; if it cannot be executed, its name is written in place of its readings.
[[noreturn]] void become_meter(int device, const base::Descriptor& output, pid_t front) {
  std::error_code none;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / "gpu-memory-meter";
  const std::string minor = std::to_string(device), libraries = "LD_LIBRARY_PATH=" + gpu_library_path();
  sigset_t no_signals;
  sigemptyset(&no_signals);
  sigprocmask(SIG_SETMASK, &no_signals, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == front && dup2(output.number(), STDOUT_FILENO) == STDOUT_FILENO) {
    const std::array<const char*, 3> arguments = {path.c_str(), minor.c_str(), nullptr};
    const std::array<const char*, 2> environment = {libraries.c_str(), nullptr};
    execve(path.c_str(), const_cast<char**>(arguments.data()), const_cast<char**>(environment.data()));
    dprintf(STDOUT_FILENO, "cannot start %s\n", path.c_str());
  }
  _exit(1);
}

}  // namespace

GpuMemory::GpuMemory(std::optional<int> device, bool shared) : shared_(shared) {
  if (!device) return;
  claim_ = claim_gpu(*device, shared);
  if (shared) return;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_failure("cannot open a pipe");
  readings_ = base::Descriptor(ends[0]);
  const base::Descriptor output(ends[1]);
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) throw system_failure("cannot set up a pipe");
  front_ = getpid();
  meter_ = fork();
  if (meter_ < 0) throw system_failure("cannot start a process");
  if (meter_ == 0) become_meter(*device, output, front_);
}

GpuMemory::~GpuMemory() {
  if (meter_ <= 0 || getpid() != front_) return;
  kill(meter_, SIGKILL);
  waitpid(meter_, nullptr, 0);
}

void GpuMemory::begin(Isolation& isolation) {
  if (shared_) isolation.lack("gpu-memory", "the GPU was shared with other runs");
  if (readings_.number() < 0) return;
  pollfd source{readings_.number(), POLLIN, 0};
  while (!before_bytes_ && !is_over_ && poll(&source, 1, patience_ms) == 1) read_available();
  if (before_bytes_) {
    isolation.add("gpu-memory");
  } else {
    is_over_ = true;
    const std::string reason = unread_.substr(0, unread_.find('\n'));
    isolation.lack("gpu-memory", reason.empty() ? "the driver says nothing about the GPU's memory" : reason);
  }
}

void GpuMemory::sample() {
  if (before_bytes_ && !is_over_) read_available();
}

void GpuMemory::end(Isolation& isolation) {
  sample();
  if (before_bytes_ && is_over_) isolation.lose("gpu-memory", "its measuring ended before the program did");
}

std::optional<std::int64_t> GpuMemory::peak_bytes() const {
  if (!before_bytes_ || is_over_) return std::nullopt;
  return most_bytes_ - *before_bytes_;
}

void GpuMemory::read_available() {
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t got = read(readings_.number(), buffer.data(), buffer.size());
    if (got == 0) is_over_ = true;
    if (got <= 0) return;
    unread_.append(buffer.data(), static_cast<std::size_t>(got));
    std::size_t line_end = 0;
    while ((line_end = unread_.find('\n')) != std::string::npos) {
      std::int64_t used = 0;
      const char* end = unread_.data() + line_end;
      if (std::from_chars(unread_.data(), end, used).ptr != end) return;  // it is the reason of the end
      if (!before_bytes_) before_bytes_ = used;
      most_bytes_ = std::max(most_bytes_, used);
      unread_.erase(0, line_end + 1);
    }
  }
}

}  // namespace runner

// The start-up of a GPU beside other work, with drivers that take their time.

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include CATCH2_HEADER

#include "kernels/common/gpu.hpp"
#include "problems/common/frame/gpu_start.hpp"

namespace {

using namespace std::chrono_literals;
using problems::GpuStart;

/// What a process returns that ends with exit code 2 while `start` is starting the GPU, or after it if it `waits`, and
/// another handler of the exit would return 1; -1: it was killed, being still there after 20 s.
int exit_code_of_a_process_that_ends_beside(void (*start)(), bool waits) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    std::atexit([] { ::_exit(1); });  // as what the driver does there
    {
      GpuStart gpu_start(true, start);
      if (waits) gpu_start.wait(std::chrono::steady_clock::now());
      std::this_thread::sleep_for(50ms);
    }
    std::exit(2);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a program that ends while the GPU is starting neither waits nor runs what others do at exit") {
  CHECK(exit_code_of_a_process_that_ends_beside([] { std::this_thread::sleep_for(1h); }, false) == 2);
}

TEST_CASE("a program that ends after the start does what there is to do at exit") {
  CHECK(exit_code_of_a_process_that_ends_beside([] {}, true) == 1);
}

TEST_CASE("what of the start-up is waited for is told, and what was hidden") {
  kernels::gpu_phases() = {};
  // What is hidden is far longer than a busy machine lets a thread wait for a core.
  static std::atomic<bool> has_begun;
  has_begun = false;
  GpuStart gpu_start(true, [] {
    has_begun = true;
    std::this_thread::sleep_for(600ms);
  });
  while (!has_begun) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(500ms);
  const auto begin = std::chrono::steady_clock::now();
  gpu_start.wait(begin);
  const std::chrono::nanoseconds waited = std::chrono::steady_clock::now() - begin;
  const kernels::GpuPhases phases = kernels::gpu_phases();
  CHECK(phases.start_up_ns <= waited.count());
  CHECK(phases.hidden_start_up_ns > 0);
  CHECK(phases.start_up_ns + phases.hidden_start_up_ns >= std::chrono::nanoseconds(600ms).count());
  SECTION("once") {
    gpu_start.wait(begin);
    CHECK(kernels::gpu_phases().hidden_start_up_ns == phases.hidden_start_up_ns);
  }
}

TEST_CASE("a start-up that is not wanted, or begun twice, is none or one") {
  static int starts = 0;
  const auto count = [] { ++starts; };
  {
    GpuStart gpu_start(false, count);
    gpu_start.wait(std::chrono::steady_clock::now());
  }
  CHECK(starts == 0);
  GpuStart gpu_start(false, count);
  gpu_start.begin();
  gpu_start.begin();
  gpu_start.wait(std::chrono::steady_clock::now());
  CHECK(starts == 1);
}

TEST_CASE("the start is over once it has been waited for") {
  GpuStart gpu_start(false, [] {});
  CHECK_FALSE(gpu_start.is_over());
  gpu_start.begin();
  CHECK_FALSE(gpu_start.is_over());
  gpu_start.wait(std::chrono::steady_clock::now());
  CHECK(gpu_start.is_over());
}

TEST_CASE("CUDA is asked for one queue of work, unless the user asks for others") {
  constexpr const char* name = "CUDA_DEVICE_MAX_CONNECTIONS";
  ::unsetenv(name);
  kernels::gpu_start_with_one_queue();
#ifdef WARP_JUDGE_HAS_CUDA
  REQUIRE(std::getenv(name) != nullptr);
  CHECK(std::string_view(std::getenv(name)) == "1");
#else
  CHECK(std::getenv(name) == nullptr);
#endif
  ::setenv(name, "5", 1);
  kernels::gpu_start_with_one_queue();
  CHECK(std::string_view(std::getenv(name)) == "5");
  ::unsetenv(name);
}

#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>
#include <thread>

#include CATCH2_HEADER

#include "base/given_cores.hpp"

namespace kernels_tests {

enum class WithoutThreads { right, wrong, thrown, no_limit };

/// Calls `is_right()`, for four cores, in a process that can start no thread.
template <class Check>
WithoutThreads without_threads(const Check& is_right) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto end = [](WithoutThreads outcome) { _exit(static_cast<int>(outcome)); };
    const rlimit none{0, 0};
    constexpr uid_t nobody = 65534;
    setrlimit(RLIMIT_NPROC, &none);
    if (geteuid() == 0 && setresuid(nobody, nobody, nobody) != 0) end(WithoutThreads::no_limit);
    try {
      std::jthread([] {}).join();
      end(WithoutThreads::no_limit);
    } catch (const std::system_error&) {
    }
    base::core_limit = 4;
    try {
      end(is_right() ? WithoutThreads::right : WithoutThreads::wrong);
    } catch (...) {
      end(WithoutThreads::thrown);
    }
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return static_cast<WithoutThreads>(WEXITSTATUS(status));
}

/// Calls `is_right(*variant.run)` for each variant that needs no GPU, in such processes.
template <class Variants, class Check>
void check_without_threads(const Variants& variants, const Check& is_right) {
  for (const auto& variant : variants) {
    if (kernels::is_gpu_variant(variant.name)) continue;
    CAPTURE(variant.name);
    const WithoutThreads outcome = without_threads([&] { return is_right(*variant.run); });
    if (outcome == WithoutThreads::no_limit) {
      WARN("skipped: threads cannot be prevented here");
      return;
    }
    CHECK(outcome == WithoutThreads::right);
  }
}

}  // namespace kernels_tests

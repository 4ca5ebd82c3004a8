#include "problems/common/frame/gpu_start.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <system_error>
#include <thread>
#include <utility>

namespace problems {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> under_way = false;

/// Abandons the driver at exit, before other exit handlers run: a driver that is still starting must not see
/// its own end.
void leave_driver(int exit_code, void*) {
  if (!under_way) return;
  std::fflush(nullptr);
  ::_exit(exit_code);
}

}  // namespace

GpuStart::~GpuStart() {
  if (under_way) ::on_exit(leave_driver, nullptr);
}

void GpuStart::begin() {
  if (std::exchange(begun_, true)) return;
  std::packaged_task<Clock::duration()> task([start = start_] {
    const auto begin = Clock::now();
    start();
    under_way = false;
    return Clock::now() - begin;
  });
  std::future<Clock::duration> started = task.get_future();
  under_way = true;
  try {
    std::thread(std::move(task)).detach();
    started_ = std::move(started);
  } catch (const std::system_error&) {
    under_way = false;  // a process limit was reached; the first use of the GPU starts it
  }
}

void GpuStart::wait(Clock::time_point begin) {
  if (!started_.valid()) return;
  const Clock::duration whole = started_.get();
  const Clock::duration waited = Clock::now() - begin;
  kernels::gpu_phases().start_up_ns += std::chrono::nanoseconds(waited).count();
  kernels::gpu_phases().hidden_start_up_ns +=
      std::chrono::nanoseconds(std::max(whole - waited, Clock::duration::zero())).count();
}

}  // namespace problems

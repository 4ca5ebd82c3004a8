#include "runner/emulator/runtime/execution/grid_barrier.hpp"

#include <chrono>

#include "runner/emulator/include/cuda_emulator/cooperative_launch.h"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {

bool GridBarrier::wait(const std::function<bool()>& is_over) {
  constexpr std::chrono::milliseconds between_looks(20);
  std::unique_lock lock(mutex_);
  const std::uint64_t round = round_;
  if (++came_ == blocks_) {
    came_ = 0;
    ++round_;
    Intervals::instance().begin();
    all_came_.notify_all();
    return true;
  }
  while (!all_came_.wait_for(lock, between_looks, [&] { return round_ != round; })) {
    if (is_over()) return false;
  }
  return true;
}

bool is_cooperative_grid() {
  return Worker::running()->launch().barrier != nullptr;
}

void synchronise_grid() {
  Worker& worker = *Worker::running();
  const Launch& launch = worker.launch();
  if (!launch.barrier) {
    report(FindingKind::barrier_divergence, __builtin_return_address(0),
           "a grid synchronises that was not launched with cudaLaunchCooperativeKernel");
    worker.abort_launch(cudaErrorLaunchFailure);
  }
  Thread& self = worker.current();
  self.call_site = __builtin_return_address(0);
  if (worker.block().arrive_at_barrier(self, 0)) return worker.wait();
  // The last of its block: the others cannot run before it returns.
  worker.set_at_grid_barrier(true);
  const bool all_came = launch.barrier->wait([&] { return launch.error != cudaSuccess; });
  worker.set_at_grid_barrier(false);
  if (!all_came) worker.abort_launch(launch.error);
  worker.global_races().pass_grid_barrier();
  worker.meetings().note_of_block(self.call_site);
}

}  // namespace cuda_emulator

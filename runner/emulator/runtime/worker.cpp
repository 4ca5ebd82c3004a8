#include "runner/emulator/runtime/worker.hpp"

#include <memory>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace cuda_emulator {

__thread Worker* Worker::running_ = nullptr;

Worker::Worker() : fibers_(run_threads) {}

Worker& Worker::here() {
  static thread_local const std::unique_ptr<Worker> worker(new Worker);
  return *worker;
}

void Worker::set_current(Thread& thread) {
  current_ = &thread;
  threadIdx = thread.index;
}

void Worker::run_blocks(Launch& launch) {
  launch_ = &launch;
  gridDim = launch.grid;
  blockDim = launch.block;
  running_ = this;
  for (;;) {
    const std::uint64_t number = launch.next_block.fetch_add(1, std::memory_order_relaxed);
    if (number >= launch.block_count) break;
    run_block(number);
  }
  running_ = nullptr;
}

void Worker::run_block(std::uint64_t number) {
  const std::uint64_t layer = std::uint64_t{launch_->grid.x} * launch_->grid.y;
  blockIdx =
      uint3{static_cast<unsigned>(number % launch_->grid.x),
            static_cast<unsigned>(number % layer / launch_->grid.x), static_cast<unsigned>(number / layer)};
  block_.begin(launch_->block);
  Fiber& fiber = fibers_.take();
  fiber.to_start = &block_.first();
  fibers_.switch_between(fibers_.os_thread, fiber);
}

/// What every fiber does: it starts threads one after another. Only when a thread waits is another fiber
/// needed, so a kernel whose threads never wait runs on one.
void Worker::run_threads(Fiber& fiber) {
  Worker& self = here();
  for (;;) {
    Thread& thread = *fiber.to_start;
    thread.fiber = &fiber;
    self.set_current(thread);
    self.launch_->call(self.launch_->parameters);
    self.block_.end(thread);
    Thread* next = self.block_.next_after(thread);
    if (next && !next->fiber) {
      fiber.to_start = next;
      continue;
    }
    self.fibers_.give_back(fiber);
    self.fibers_.switch_between(fiber, next ? *next->fiber : self.fibers_.os_thread);
  }
}

void Worker::wait() {
  Thread& self = *current_;
  Thread* next = block_.next_after(self);
  if (next == &self) return;
  Fiber* fiber = next->fiber;
  if (!fiber) {
    fiber = &fibers_.take();
    fiber->to_start = next;
  }
  fibers_.switch_between(*self.fiber, *fiber);
  set_current(self);
}

}  // namespace cuda_emulator

#include "runner/emulator/runtime/execution/worker.hpp"

#include <signal.h>

#include <cstdlib>
#include <memory>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/execution/launch_options.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/program/device_variables.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace cuda_emulator {

namespace {

constexpr std::size_t signal_stack_bytes = 64 << 10;

/// Switching to a thread is slow mostly because its stack is in no near cache. The thread after the next can
/// be predicted well enough to prefetch it.
void prefetch_stack(const Thread& thread) {
  constexpr int line_bytes = 64;
  if (!thread.left_at) return;  // it has not started
  for (int line = -3; line <= 2; ++line) __builtin_prefetch(thread.left_at + line * line_bytes);
}

}  // namespace

__thread Worker* Worker::running_ = nullptr;

Worker::Worker()
    : fibers_(run_threads),
      shared_races_({frame_.range().begin, frame_.range().bytes}),
      variables_(device_variables()),
      constants_(device_constants()),
      signal_stack_(new char[signal_stack_bytes]) {
  if (wants_counters()) counter_ = std::make_unique<AccessCounter>();
  // A thread with a full stack has no room for the handler.
  const stack_t stack{signal_stack_.get(), 0, signal_stack_bytes};
  sigaltstack(&stack, nullptr);
}

Worker::~Worker() {
  const stack_t none{nullptr, SS_DISABLE, 0};
  sigaltstack(&none, nullptr);
}

Worker& Worker::here() {
  static thread_local const std::unique_ptr<Worker> worker(new Worker);
  return *worker;
}

void Worker::set_current(Thread& thread) {
  current_ = &thread;
  long_run_.note_change();
  shared_races_.resume(thread.number);
  global_races_.resume(thread.number);
  threadIdx = thread.index;
}

void Worker::run_blocks(Launch& launch) {
  launch_ = &launch;
  gridDim = launch.grid;
  blockDim = launch.block;
  frame_.begin_launch(launch.row, launch.shared_bytes);
  block_.tell_of_barriers(&shared_races_, &global_races_, counter_.get());
  long_run_.begin();
  running_ = this;
  running_kernel = launch.kernel;
  launch.resident->enter(*this, launch.block.x * launch.block.y * launch.block.z);
  while (launch.error == cudaSuccess) {
    const std::uint64_t number = launch.next_block.fetch_add(1, std::memory_order_relaxed);
    if (number >= launch.block_count) break;
    run_block(number);
  }
  launch.resident->leave(*this);
  if (counter_) counter_->end_launch(launch.kernel);
  running_ = nullptr;
  running_kernel = nullptr;
}

void Worker::run_block(std::uint64_t number) {
  const std::uint64_t layer = std::uint64_t{launch_->grid.x} * launch_->grid.y;
  blockIdx =
      uint3{static_cast<unsigned>(number % launch_->grid.x),
            static_cast<unsigned>(number % layer / launch_->grid.x), static_cast<unsigned>(number / layer)};
  block_.begin(launch_->block, launch_->row != nullptr);
  shared_races_.begin_block();
  global_races_.begin_block(number, launch_->block.x * launch_->block.y * launch_->block.z);
  frame_.begin_block();
  named_barriers_.begin_block();
  meetings_.begin_block();
  Fiber& fiber = fibers_.take();
  fiber.to_start = &block_.first();
  fibers_.switch_between(fibers_.os_thread, fiber);
  shared_races_.settle();
  global_races_.settle();
  if (counter_) counter_->end_block();
  if (launch_->error != cudaSuccess) fibers_.abandon_all();
}

/// The endless function of every fiber: it starts threads one after another. Another fiber is needed only
/// when a thread waits, so a kernel whose threads never wait runs on one.
void Worker::run_threads(Fiber& fiber) {
  Worker& self = here();
  for (;;) {
    Thread& thread = *fiber.to_start;
    thread.fiber = &fiber;
    self.set_current(thread);
    if (__builtin_setjmp(fiber.end_of_thread) == 0) self.launch_->call(self.launch_->parameters);
    self.global_races_.note_change();
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

void Worker::end_thread() {
  current_->reached_end = false;
  __builtin_longjmp(current_->fiber->end_of_thread, 1);
}

void Worker::wait() {
  Thread& self = *current_;
  Thread* next = block_.next_after(self);
  if (next != &self) go_to(*next);
}

std::uint32_t Worker::wait_for_active_lanes(const void* code) {
  Thread& self = *current_;
  self.call_site = code;
  block_.arrive_at_convergence(self);
  wait();
  return static_cast<std::uint32_t>(self.result);
}

void Worker::give_everybody_a_turn(const void* code) {
  if (counter_) counter_->interrupt();
  // A thread that changed nothing in its turn gets a short one next time: between two steps of the thread
  // that holds a lock, all others of the block try to take it.
  const bool only_tries = global_races_.changes() == changes_before_turn_;
  patience_ = most_patience;
  if (launch_->error != cudaSuccess) abort_launch(launch_->error);
  if (launch_->resident->take_turn(*this, global_races_.changes(), *launch_)) {
    report(
        FindingKind::deadlock, code,
        "this thread never ends, in an endless loop or a wait for other threads: all blocks that are on the "
        "device only repeat what they do, and nothing that they read changes");
    abort_launch(cudaErrorLaunchTimeout);
  }
  block_.release_converging(*current_);
  Thread& next = block_.next_in_turn(*current_);
  if (&next != current_) go_to(next);
  if (only_tries) patience_ = patience_of_one_that_tries;
  changes_before_turn_ = global_races_.changes();
}

void Worker::go_to(Thread& next) {
  Thread& self = *current_;
  Fiber* fiber = next.fiber;
  if (!fiber) {
    fiber = &fibers_.take();
    fiber->to_start = &next;
  }
  self.left_at = static_cast<const char*>(__builtin_frame_address(0));
  prefetch_stack((&next)[1]);
  fibers_.switch_between(*self.fiber, *fiber);
  set_current(self);
}

void Worker::abort_launch(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  launch_->error.compare_exchange_strong(none, error);
  fibers_.switch_between(*current_->fiber, fibers_.os_thread);
  std::abort();  // a launch that has ended is never resumed
}

}  // namespace cuda_emulator

#pragma once

#include <atomic>
#include <cstdint>

#include "runner/emulator/runtime/block.hpp"
#include "runner/emulator/runtime/fiber.hpp"

namespace cuda_emulator {

/// A grid that runs.
struct Launch {
  const char* kernel;
  dim3 grid, block;
  std::size_t shared_bytes;
  void (*call)(void*);
  void* parameters;
  std::uint64_t block_count;
  std::atomic<std::uint64_t> next_block{0};
};

/// An OS thread that runs blocks, one at a time.
class Worker {
 public:
  /// The worker that this OS thread is, made when it is first asked for.
  static Worker& here();
  /// The worker that runs a block on this OS thread now; null in host code.
  static Worker* running() { return running_; }

  /// Takes blocks of `launch` until none is left.
  void run_blocks(Launch& launch);

  // For the CUDA thread that runs: what it does next.
  Thread& current() { return *current_; }
  Block& block() { return block_; }
  const Launch& launch() const { return *launch_; }
  /// Lets others run until this one is ready again.
  void wait();
  void* shared_memory() { return shared_memory_; }

 private:
  Worker();
  static void run_threads(Fiber& fiber);
  void set_current(Thread& thread);
  void run_block(std::uint64_t number);

  static __thread Worker* running_;
  Fibers fibers_;
  Block block_;
  Launch* launch_ = nullptr;
  Thread* current_ = nullptr;
  alignas(1024) std::byte shared_memory_[most_shared_bytes];
};

}  // namespace cuda_emulator

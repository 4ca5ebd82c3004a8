#include "runner/emulator/include/cuda_emulator/tiles.h"

#include <array>
#include <cstring>

#include "runner/emulator/runtime/execution/named_barriers.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t most_bytes = 32;

/// The value that each thread of this OS thread's block passes to others.
thread_local std::array<std::array<char, most_bytes>, most_threads_of_block> handed_over;

/// Tiles of 64 threads use the barriers 16 to 31, those of 128 the next eight, and so on.
unsigned barrier_of(unsigned size, unsigned thread) {
  unsigned first = NamedBarriers::of_ptx;
  for (unsigned smaller = 64; smaller < size; smaller *= 2) first += most_threads_of_block / smaller;
  return first + thread / size;
}

unsigned threads_of_block() {
  const dim3& block = Worker::running()->launch().block;
  return block.x * block.y * block.z;
}

void wait_for_tile(unsigned size, const void* code) {
  const unsigned number = barrier_of(size, Worker::running()->current().number);
  wait_at_named_barrier(number, arrive_at_named_barrier(number, size), code);
}

}  // namespace

void synchronise_tile(unsigned size) {
  wait_for_tile(size, __builtin_return_address(0));
}

void exchange_in_tile(unsigned size, const void* value, void* result, std::size_t bytes, unsigned source) {
  const unsigned thread = Worker::running()->current().number;
  std::memcpy(handed_over[thread].data(), value, bytes);
  wait_for_tile(size, __builtin_return_address(0));
  std::memcpy(result, handed_over[thread / size * size + source].data(), bytes);
  wait_for_tile(size, __builtin_return_address(0));
}

std::uint64_t arrive_at_block_barrier() {
  return arrive_at_named_barrier(NamedBarriers::of_block, threads_of_block());
}

void wait_at_block_barrier(std::uint64_t phase) {
  wait_at_named_barrier(NamedBarriers::of_block, phase, __builtin_return_address(0));
}

}  // namespace cuda_emulator

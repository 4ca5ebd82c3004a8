#include "runner/emulator/include/cuda_emulator/warp_functions.h"

#include "runner/emulator/include/cuda_emulator/matrix_layout.h"
#include "runner/emulator/runtime/checks/counting.hpp"
#include "runner/emulator/runtime/execution/divergence.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {
namespace {

/// Inlined, so that the return address is that of the program's call.
__attribute__((always_inline)) inline std::uint64_t together(WarpOperation operation, unsigned mask,
                                                             std::uint64_t value, unsigned parameter = 0) {
  Worker& worker = *Worker::running();
  Thread& self = worker.current();
  if (worker.counter()) {
    const bool is_product = operation == WarpOperation::multiply_matrices;
    count_meeting(worker, is_product ? Counted::tensor_operation : Counted::warp_operation,
                  __builtin_return_address(0));
  }
  self.value = value;
  self.parameter = parameter;
  self.call_site = __builtin_return_address(0);
  if (!(mask >> self.number % lanes_of_warp & 1)) report_outside_of_mask(self.call_site, mask);
  if (worker.block().arrive_at_operation(self, operation, mask)) {
    worker.wait();
  } else {
    worker.meetings().note_of_warp(self.call_site);
  }
  return self.result;
}

__attribute__((always_inline)) inline unsigned reduce(WarpOperation operation, unsigned mask,
                                                      unsigned value) {
  return static_cast<unsigned>(together(operation, mask, value));
}

__attribute__((always_inline)) inline int reduce_signed(WarpOperation operation, unsigned mask, int value) {
  return static_cast<int>(reduce(operation, mask, static_cast<unsigned>(value)));
}

/// An operation in which every lane must take part.
__attribute__((always_inline)) inline void by_whole_warp(WarpOperation operation, std::uint64_t value) {
  constexpr unsigned all = ~0u;
  const auto arrived = static_cast<unsigned>(together(operation, all, value));
  if (arrived != all) report_part_of_a_warp(__builtin_return_address(0), arrived);
}

}  // namespace

std::uint64_t shuffle_bits(unsigned mask, std::uint64_t bits, unsigned source_lane) {
  return together(WarpOperation::shuffle, mask, bits, source_lane);
}

unsigned lane_in_warp() {
  return Worker::running()->current().number % lanes_of_warp;
}

unsigned match_any(unsigned mask, std::uint64_t bits) {
  return static_cast<unsigned>(together(WarpOperation::match_any, mask, bits));
}

unsigned match_all(unsigned mask, std::uint64_t bits) {
  return static_cast<unsigned>(together(WarpOperation::match_all, mask, bits));
}

}  // namespace cuda_emulator

using cuda_emulator::WarpOperation;

void __syncwarp(unsigned mask) {
  cuda_emulator::together(WarpOperation::synchronise, mask, 0);
}

unsigned __activemask() {
  return cuda_emulator::Worker::running()->wait_for_active_lanes(__builtin_return_address(0));
}

unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(cuda_emulator::together(WarpOperation::ballot, mask, predicate != 0));
}

int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, !predicate) == 0;
}
int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}

unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  return cuda_emulator::reduce(WarpOperation::reduce_add, mask, value);
}
unsigned __reduce_min_sync(unsigned mask, unsigned value) {
  return cuda_emulator::reduce(WarpOperation::reduce_min_unsigned, mask, value);
}
unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  return cuda_emulator::reduce(WarpOperation::reduce_max_unsigned, mask, value);
}
int __reduce_add_sync(unsigned mask, int value) {
  return cuda_emulator::reduce_signed(WarpOperation::reduce_add, mask, value);
}
int __reduce_min_sync(unsigned mask, int value) {
  return cuda_emulator::reduce_signed(WarpOperation::reduce_min_signed, mask, value);
}
int __reduce_max_sync(unsigned mask, int value) {
  return cuda_emulator::reduce_signed(WarpOperation::reduce_max_signed, mask, value);
}
unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return cuda_emulator::reduce(WarpOperation::reduce_and, mask, value);
}
unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return cuda_emulator::reduce(WarpOperation::reduce_or, mask, value);
}
unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return cuda_emulator::reduce(WarpOperation::reduce_xor, mask, value);
}

void cuda_emulator_multiply_matrices(cuda_emulator::MatrixFragments* fragments) {
  cuda_emulator::by_whole_warp(WarpOperation::multiply_matrices, reinterpret_cast<std::uint64_t>(fragments));
}
void cuda_emulator_expect_whole_warp() {
  cuda_emulator::by_whole_warp(WarpOperation::ballot, 1);
}

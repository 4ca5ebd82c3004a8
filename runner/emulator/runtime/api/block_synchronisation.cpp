#include "runner/emulator/include/cuda_emulator/block_synchronisation.h"

#include "runner/emulator/runtime/checks/counting.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {
namespace {

const BarrierVotes& block_barrier(const void* call_site, int predicate) {
  Worker& worker = *Worker::running();
  Thread& self = worker.current();
  self.call_site = call_site;
  if (worker.counter()) count_meeting(worker, Counted::barrier, call_site);
  if (worker.block().arrive_at_barrier(self, predicate)) {
    worker.wait();
  } else {
    worker.meetings().note_of_block(call_site);
  }
  return worker.block().votes();
}

}  // namespace
}  // namespace cuda_emulator

void __syncthreads() {
  cuda_emulator::block_barrier(__builtin_return_address(0), 0);
}

int __syncthreads_count(int predicate) {
  return cuda_emulator::block_barrier(__builtin_return_address(0), predicate).count;
}

int __syncthreads_and(int predicate) {
  return cuda_emulator::block_barrier(__builtin_return_address(0), predicate).all;
}

int __syncthreads_or(int predicate) {
  return cuda_emulator::block_barrier(__builtin_return_address(0), predicate).any;
}

void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  cuda_emulator::Worker& worker = *cuda_emulator::Worker::running();
  worker.shared_races().fence();
  worker.global_races().fence();
  worker.count_possible_spinning(__builtin_return_address(0));
}
void __threadfence_block() {
  __threadfence();
}
void __threadfence_system() {
  __threadfence();
}

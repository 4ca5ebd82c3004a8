// Barriers of some threads of a block: bar.sync and bar.arrive with a number of threads.
#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/execution/worker.hpp"

using cuda_emulator::StrongOperation;
using cuda_emulator::Worker;

namespace {

/// What comes before the barrier is seen by what comes after it.
std::uint64_t arrive(unsigned number, unsigned threads) {
  Worker& worker = *Worker::running();
  if (worker.races()) worker.races()->meet(worker.current());
  worker.global_races().synchronise(StrongOperation::change, true);
  worker.global_races().note_change();
  return worker.named_barriers().arrive(number, threads);
}

}  // namespace

extern "C" {
void cuda_emulator_ptx_barrier_of_some(unsigned number, unsigned threads) {
  const std::uint64_t phase = arrive(number, threads);
  Worker& worker = *Worker::running();
  while (!worker.named_barriers().is_over(number, phase)) {
    worker.give_everybody_a_turn(__builtin_return_address(0));
  }
  worker.global_races().synchronise(StrongOperation::read, false);
  if (worker.races()) worker.races()->meet(worker.current());
}
void cuda_emulator_ptx_barrier_arrive(unsigned number, unsigned threads) {
  arrive(number, threads);
}
}

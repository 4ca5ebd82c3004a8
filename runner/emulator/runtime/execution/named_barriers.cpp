#include "runner/emulator/runtime/execution/named_barriers.hpp"

#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {

void publish_by_arrival() {
  Worker& worker = *Worker::running();
  worker.shared_races().meet();
  worker.global_races().synchronise(StrongOperation::change, true);
  worker.global_races().note_change();
}

void listen_after_waiting() {
  Worker& worker = *Worker::running();
  worker.global_races().synchronise(StrongOperation::read, false);
  worker.shared_races().meet();
}

std::uint64_t arrive_at_named_barrier(unsigned number, unsigned threads) {
  publish_by_arrival();
  return Worker::running()->named_barriers().arrive(number, threads);
}

void wait_at_named_barrier(unsigned number, std::uint64_t phase, const void* code) {
  Worker& worker = *Worker::running();
  while (!worker.named_barriers().is_over(number, phase)) worker.give_everybody_a_turn(code);
  worker.meetings().note_of_warp(code);
  listen_after_waiting();
}

}  // namespace cuda_emulator

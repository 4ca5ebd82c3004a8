// Implements barriers of some threads of a block: bar.sync and bar.arrive with a number of threads.
#include "runner/emulator/runtime/execution/named_barriers.hpp"

using namespace cuda_emulator;

extern "C" {
void cuda_emulator_ptx_barrier_of_some(unsigned number, unsigned threads) {
  const unsigned barrier = number % NamedBarriers::of_ptx;
  wait_at_named_barrier(barrier, arrive_at_named_barrier(barrier, threads), __builtin_return_address(0));
}
void cuda_emulator_ptx_barrier_arrive(unsigned number, unsigned threads) {
  arrive_at_named_barrier(number % NamedBarriers::of_ptx, threads);
}
}

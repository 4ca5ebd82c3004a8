// What inline PTX asks of a warp, a block and its threads: code of the device calls these by the names that the front
// end gives (runner/emulator/front_end/ptx/warp.cpp, control.cpp).
#include <cstdint>

#include "runner/emulator/include/cuda_emulator/block_synchronisation.h"
#include "runner/emulator/include/cuda_emulator/device_functions.h"
#include "runner/emulator/include/cuda_emulator/warp_functions.h"
#include "runner/emulator/runtime/execution/worker.hpp"

using cuda_emulator::Worker;

/// Declares a function under another name, by which it sees the program's return address, the location of the
/// call.
#define SAME_AS(name, mangled) \
  [[gnu::naked]] void name() { \
    asm("jmp " mangled);       \
  }

extern "C" {
/// The carry flag of add.cc and of instructions that use it. No other CUDA thread runs between two such
/// instructions.
__thread unsigned char cuda_emulator_carry;

SAME_AS(cuda_emulator_ptx_shuffle, "_ZN13cuda_emulator12shuffle_bitsEjmj")
SAME_AS(cuda_emulator_ptx_match_any, "_ZN13cuda_emulator9match_anyEjm")
SAME_AS(cuda_emulator_ptx_match_all, "_ZN13cuda_emulator9match_allEjm")
SAME_AS(cuda_emulator_ptx_ballot, "_Z13__ballot_syncji")
SAME_AS(cuda_emulator_ptx_sync_warp, "_Z10__syncwarpj")
SAME_AS(cuda_emulator_ptx_active_lanes, "_Z12__activemaskv")
SAME_AS(cuda_emulator_ptx_reduce_add, "_Z17__reduce_add_syncjj")
SAME_AS(cuda_emulator_ptx_reduce_min, "_Z17__reduce_min_syncjj")
SAME_AS(cuda_emulator_ptx_reduce_max, "_Z17__reduce_max_syncjj")
SAME_AS(cuda_emulator_ptx_reduce_min_signed, "_Z17__reduce_min_syncji")
SAME_AS(cuda_emulator_ptx_reduce_max_signed, "_Z17__reduce_max_syncji")
SAME_AS(cuda_emulator_ptx_reduce_and, "_Z17__reduce_and_syncjj")
SAME_AS(cuda_emulator_ptx_reduce_or, "_Z16__reduce_or_syncjj")
SAME_AS(cuda_emulator_ptx_reduce_xor, "_Z17__reduce_xor_syncjj")
SAME_AS(cuda_emulator_ptx_barrier, "_Z13__syncthreadsv")
SAME_AS(cuda_emulator_ptx_barrier_popc, "_Z19__syncthreads_counti")
SAME_AS(cuda_emulator_ptx_barrier_and, "_Z17__syncthreads_andi")
SAME_AS(cuda_emulator_ptx_barrier_or, "_Z16__syncthreads_ori")
SAME_AS(cuda_emulator_ptx_fence, "_Z13__threadfencev")
SAME_AS(cuda_emulator_ptx_nanosleep, "_Z11__nanosleepj")

void cuda_emulator_ptx_exit() {
  Worker::running()->end_thread();
}
}

namespace {

/// The lane that a shuffle reads, plus 32 if it is within bounds; `bounds` is encoded as in the instruction.
struct Segment {
  unsigned lane = cuda_emulator::lane_in_warp();
  unsigned kept, last;

  explicit Segment(unsigned bounds) : kept(bounds >> 8 & 31), last((lane & kept) | (bounds & 31 & ~kept)) {}
  unsigned source(unsigned from, bool in_range) const { return in_range ? (from & 31) | 32 : lane; }
};

}  // namespace

extern "C" {
unsigned cuda_emulator_ptx_shuffle_up(unsigned delta, unsigned bounds) {
  const Segment segment(bounds);
  const int from = static_cast<int>(segment.lane) - static_cast<int>(delta & 31);
  return segment.source(static_cast<unsigned>(from), from >= static_cast<int>(segment.last));
}
unsigned cuda_emulator_ptx_shuffle_down(unsigned delta, unsigned bounds) {
  const Segment segment(bounds);
  const unsigned from = segment.lane + (delta & 31);
  return segment.source(from, from <= segment.last);
}
unsigned cuda_emulator_ptx_shuffle_bfly(unsigned mask, unsigned bounds) {
  const Segment segment(bounds);
  const unsigned from = segment.lane ^ (mask & 31);
  return segment.source(from, from <= segment.last);
}
unsigned cuda_emulator_ptx_shuffle_idx(unsigned lane, unsigned bounds) {
  const Segment segment(bounds);
  const unsigned from = (segment.lane & segment.kept) | (lane & 31 & ~segment.kept);
  return segment.source(from, from <= segment.last);
}
}

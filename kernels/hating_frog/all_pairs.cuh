#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/hating_frog/hating_frog.hpp"

// What the GPU variants share: all pairs, pruned as in path_enumeration.hpp. They differ in how they look up
// whether a place holds a plant.
//
// A warp takes one plant as the first landing, and its threads the 32 next plants as the second, so that a
// warp reads 256 contiguous bytes a step and the rows of its plants, which only grow, end its loop as they
// end the CPU's. The tests of a pair are arithmetic without a branch and one look-up.
//
// What passes them is rare, and checking it landing by landing would have 31 threads
// wait for one. So the warp checks one path at a time, 32 landings in a step; its
// length is known before, as a path is valid only if all its landings up to the edge
// are plants. The longest comes first: if it holds, the others are dropped.
//
// The best length of all warps is in device memory. Reading it for every step would queue 10^5 warps at one
// address, so a warp reads it at its start and every 64 steps.
//
// Work: n^2 / 4 pairs at first (rows prune half), some 40 instructions each. For 5000 scattered plants on an
// H200: 6 million pairs in 20 to 30 us, predicted. Measured: a call takes 85 us, and one with 500 plants 55:
// scratch memory, clearing and launches. 50000 plants take 0.9 ms, where one core takes 1 s.

namespace kernels {

constexpr unsigned every_thread = 0xFFFF'FFFF;

__device__ inline int largest_in_warp(int value) {
  for (int distance = 16; distance > 0; distance /= 2) {
    value = max(value, __shfl_xor_sync(every_thread, value, distance));
  }
  return value;
}

/// How many landings inside the field follow `from` with steps of `step`. `from` is `places` from the edge
/// before 1 and `left` from the last place. A step of zero never reaches an edge.
__device__ inline int landings_after(int places, int left, int step) {
  if (step > 0) return left / step;
  if (step < 0) return places / -step;
  return 0x7FFF'FFFF;
}

/// Whether all landings of a path from the third on are plants. Called by all threads of a warp, for one
/// path.
template <class IsPlant>
__device__ bool all_are_plants(const IsPlant& is_plant, Plant first, int down, int right, int length) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  for (int base = 2; base < length; base += 32) {
    const int k = base + lane;
    const bool holds = k >= length || is_plant(static_cast<int>(first.row + std::int64_t{k} * down),
                                               static_cast<int>(first.column + std::int64_t{k} * right));
    if (!__all_sync(every_thread, holds)) return false;
  }
  return true;
}

/// Runs one warp for each plant as the first landing. `longest` is initially 0.
template <class IsPlant>
__global__ void longest_path_of_all_pairs(Field field, const Plant* plants, std::size_t count,
                                          IsPlant is_plant, int* longest) {
  constexpr unsigned steps_between_reads = 64;
  const unsigned lane = threadIdx.x % 32;
  const std::size_t index = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  if (index >= count) return;  // the whole warp
  const Plant first = plants[index];
  int best = 2;  // a path counts from 3 plants on

  unsigned step = 0;
  for (std::size_t base = index + 1; base < count; base += 32, ++step) {
    if (step % steps_between_reads == 0) {
      // Other warps write it meanwhile. The lanes, which need not read it at the same time, must continue
      // with the same value.
      best = max(best, __shfl_sync(every_thread, *static_cast<volatile const int*>(longest), 0));
    }
    const bool is_pair = base + lane < count;
    const Plant second = plants[is_pair ? base + lane : count - 1];
    const int down = second.row - first.row, right = second.column - first.column;
    const std::int64_t far_row = first.row + std::int64_t{best} * down;
    const std::int64_t far_column = first.column + std::int64_t{best} * right;
    const bool row_fits = far_row <= field.rows;
    if (!__any_sync(every_thread, row_fits)) break;  // nor does it for the following plants

    // As unsigned numbers, places before 1 are beyond every column, and nothing beyond 2^31 is lost.
    const unsigned column_before = static_cast<unsigned>(first.column) - static_cast<unsigned>(right) - 1;
    const bool comes_from_outside =
        first.row - down < 1 || column_before >= static_cast<unsigned>(field.columns);
    const bool may_beat_best = is_pair && row_fits && comes_from_outside && far_column >= 1 &&
                               far_column <= field.columns &&
                               is_plant(static_cast<int>(far_row), static_cast<int>(far_column));
    if (!__any_sync(every_thread, may_beat_best)) continue;

    int length = 0;
    if (may_beat_best) {
      const int of_rows = landings_after(first.row - 1, field.rows - first.row, down);
      const int of_columns = landings_after(first.column - 1, field.columns - first.column, right);
      length = min(of_rows, of_columns) + 1;
    }
    for (int candidate = largest_in_warp(length); candidate > best; candidate = largest_in_warp(length)) {
      const int leader = __ffs(static_cast<int>(__ballot_sync(every_thread, length == candidate))) - 1;
      const int leader_down = __shfl_sync(every_thread, down, leader);
      const int leader_right = __shfl_sync(every_thread, right, leader);
      if (all_are_plants(is_plant, first, leader_down, leader_right, candidate)) {
        best = candidate;
        if (lane == 0) atomicMax(longest, best);
      } else if (static_cast<int>(lane) == leader) {
        length = 0;
      }
    }
  }
}

/// Starts the kernel. `longest` need not be initialised.
template <class IsPlant>
void start_all_pairs(const Field& field, std::span<const Plant> plants, const IsPlant& is_plant, int* longest,
                     GpuStream stream) {
  constexpr unsigned block_threads = 256, warps = block_threads / 32;
  check_cuda(cudaMemsetAsync(longest, 0, sizeof *longest, stream), "clearing of the answer");
  if (plants.empty()) return;
  const auto blocks = static_cast<unsigned>((plants.size() + warps - 1) / warps);
  longest_path_of_all_pairs<<<blocks, block_threads, 0, stream>>>(field, plants.data(), plants.size(),
                                                                  is_plant, longest);
  check_launch("hating_frog: all pairs");
}

}  // namespace kernels

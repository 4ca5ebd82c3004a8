// Implements PTX's special registers, and queries of an address's memory.
#include <algorithm>
#include <cstdint>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/include/cuda_emulator/device_functions.h"
#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

using cuda_emulator::lanes_of_warp;
using cuda_emulator::Worker;

namespace {

unsigned number_in_block() {
  return Worker::running()->current().number;
}
unsigned lane_bit() {
  return 1u << number_in_block() % lanes_of_warp;
}

}  // namespace

extern "C" {
unsigned cuda_emulator_ptx_laneid() {
  return number_in_block() % lanes_of_warp;
}
unsigned cuda_emulator_ptx_warpid() {
  return number_in_block() / lanes_of_warp;
}
unsigned cuda_emulator_ptx_nwarpid() {
  return cuda_emulator::most_warps_of_block;
}
unsigned cuda_emulator_ptx_smid() {
  const std::uint64_t row = blockIdx.y + std::uint64_t{gridDim.y} * blockIdx.z;
  return static_cast<unsigned>((blockIdx.x + gridDim.x * row) % cuda_emulator::multiprocessors);
}
unsigned cuda_emulator_ptx_nsmid() {
  return cuda_emulator::multiprocessors;
}
std::uint64_t cuda_emulator_ptx_gridid() {
  return reinterpret_cast<std::uintptr_t>(&Worker::running()->launch());
}

unsigned cuda_emulator_ptx_lanemask_eq() {
  return lane_bit();
}
unsigned cuda_emulator_ptx_lanemask_lt() {
  return lane_bit() - 1;
}
unsigned cuda_emulator_ptx_lanemask_le() {
  return lane_bit() | (lane_bit() - 1);
}
unsigned cuda_emulator_ptx_lanemask_gt() {
  return ~cuda_emulator_ptx_lanemask_le();
}
unsigned cuda_emulator_ptx_lanemask_ge() {
  return ~cuda_emulator_ptx_lanemask_lt();
}

std::uint64_t cuda_emulator_ptx_clock64() {
  return static_cast<std::uint64_t>(clock64());
}
unsigned cuda_emulator_ptx_clock() {
  return static_cast<unsigned>(clock64());
}
unsigned cuda_emulator_ptx_clock_hi() {
  return static_cast<unsigned>(clock64() >> 32);
}
std::uint64_t cuda_emulator_ptx_globaltimer() {
  return __globaltimer();
}
unsigned cuda_emulator_ptx_globaltimer_lo() {
  return static_cast<unsigned>(__globaltimer());
}
unsigned cuda_emulator_ptx_globaltimer_hi() {
  return static_cast<unsigned>(__globaltimer() >> 32);
}

unsigned cuda_emulator_ptx_dynamic_smem_size() {
  return static_cast<unsigned>(Worker::running()->launch().shared_bytes);
}
unsigned cuda_emulator_ptx_total_smem_size() {
  std::size_t bytes = 0;
  for (const auto& memory : Worker::running()->frame().used()) bytes += memory.size();
  return static_cast<unsigned>(bytes);
}

int cuda_emulator_ptx_is_shared(const void* address) {
  const auto& used = Worker::running()->frame().used();
  return std::any_of(used.begin(), used.end(), [&](std::span<char> memory) {
    return static_cast<std::size_t>(static_cast<const char*>(address) - memory.data()) < memory.size();
  });
}
int cuda_emulator_ptx_is_local(const void* address) {
  return Worker::running()->owns(address);
}
int cuda_emulator_ptx_is_global(const void* address) {
  return !cuda_emulator_ptx_is_shared(address) && !cuda_emulator_ptx_is_local(address);
}
int cuda_emulator_ptx_is_const(const void*) {
  return 0;
}
}

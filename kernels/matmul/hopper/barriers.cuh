#pragma once

// Barriers in shared memory, those of the other block of a cluster too, and copies by the tensor memory
// accelerator that report to them (PTX ISA, "mbarrier" and "cp.async.bulk.tensor"). For compute capability
// 9.0 and later.

#include <cuda.h>

#include <cstdint>

namespace kernels::hopper {

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

__device__ inline void barrier_init(std::uint64_t* barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals));
}

/// What the barriers were initialised with is there for the cluster and for the copy engine.
__device__ inline void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ inline void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

__device__ inline unsigned rank_in_cluster() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// Arrives, and announces that copies will bring `bytes` more.
__device__ inline void arrive_expecting(std::uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(bytes)
               : "memory");
}

/// Arrives at a barrier of this block.
__device__ inline void arrive_at(std::uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/// Arrives when this thread's copies have come, those of copy_async.
__device__ inline void arrive_when_copied(std::uint64_t* barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(barrier))
               : "memory");
}

/// Arrives at the barrier of the same place in block `rank` of the cluster.
__device__ inline void arrive_at(std::uint64_t* barrier, unsigned rank) {
  asm volatile(
      "{\n.reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [remote];\n}" ::"r"(shared_address(barrier)),
      "r"(rank)
      : "memory");
}

/// Until the phase of this parity has ended.
__device__ inline void wait_for(std::uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

/// Copies a box of a matrix of terms to shared memory, to the same place in every block of `blocks`, and
/// reports the bytes to each one's barrier. Zeros come for what lies outside.
__device__ inline void copy_box(const CUtensorMap& terms, int k, int row, int term, void* to,
                                std::uint64_t* barrier, std::uint16_t blocks) {
  if (blocks == 0) {
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, "
        "%4}], "
        "[%5];" ::"r"(shared_address(to)),
        "l"(&terms), "r"(k), "r"(row), "r"(term), "r"(shared_address(barrier))
        : "memory");
  } else {
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], "
        "[%1, {%2, %3, %4}], [%5], %6;" ::"r"(shared_address(to)),
        "l"(&terms), "r"(k), "r"(row), "r"(term), "r"(shared_address(barrier)), "h"(blocks)
        : "memory");
  }
}

}  // namespace kernels::hopper

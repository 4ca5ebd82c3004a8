#pragma once

// Products on the tensor cores of compute capability 9.0: four warps multiply 64 rows of a with 192 columns
// of b, both in shared memory, and add to sums in their registers (PTX ISA, "wgmma"). It is asynchronous.

#include <cuda_fp16.h>

#include <cstdint>

#include "kernels/matmul/hopper/barriers.cuh"

namespace kernels::hopper {

constexpr int wgmma_columns = 192;
constexpr int wgmma_sums = wgmma_columns / 2;  ///< of each of the 128 threads
constexpr int row_bytes = 64;                  ///< of a slice of either factor in shared memory
constexpr int step_bytes = 32;                 ///< of a row, that one instruction multiplies

/// Half-precision and TF32 terms. `depth`: elements in row_bytes.
struct Float16 {
  using Element = __half;
  static constexpr int depth = row_bytes / 2;
};
struct Tf32 {
  using Element = float;
  static constexpr int depth = row_bytes / 4;
};

/// Describes rows of 64 or 128 bytes, swizzled as the copy engine does it for them, in groups of 8 rows.
template <int RowBytes = row_bytes>
__device__ inline std::uint64_t slice_descriptor(const void* rows) {
  static_assert(RowBytes == 64 || RowBytes == 128);
  constexpr std::uint64_t swizzle = RowBytes == 128 ? 1 : 2, group_bytes = 8 * RowBytes;
  return std::uint64_t{(shared_address(rows) & 0x3FFFF) >> 4} | std::uint64_t{1} << 16 |
         group_bytes >> 4 << 32 | swizzle << 62;
}

/// Orders what the warps did to the registers before the products that follow.
__device__ inline void wgmma_fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void wgmma_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Until all but the last `Pending` groups are complete.
template <int Pending>
__device__ inline void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}
/// The compiler must not keep a sum elsewhere across this place.
__device__ inline void hold_sums(float (&sums)[wgmma_sums]) {
#pragma unroll
  for (float& sum : sums) asm volatile("" : "+f"(sum)::"memory");
}

#define WARP_JUDGE_SUMS_8(i)                                                                 \
  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), \
      "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define WARP_JUDGE_SUMS_96                                                                        \
  WARP_JUDGE_SUMS_8(0), WARP_JUDGE_SUMS_8(8), WARP_JUDGE_SUMS_8(16), WARP_JUDGE_SUMS_8(24),       \
      WARP_JUDGE_SUMS_8(32), WARP_JUDGE_SUMS_8(40), WARP_JUDGE_SUMS_8(48), WARP_JUDGE_SUMS_8(56), \
      WARP_JUDGE_SUMS_8(64), WARP_JUDGE_SUMS_8(72), WARP_JUDGE_SUMS_8(80), WARP_JUDGE_SUMS_8(88)
#define WARP_JUDGE_REGISTERS_96                                                                      \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, " \
  "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "  \
  "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "  \
  "%59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, "  \
  "%78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95}, "

/// sums = a b, or sums += a b where `add`, for 32 bytes of every row.
template <class Term>
__device__ inline void wgmma(float (&sums)[wgmma_sums], std::uint64_t a, std::uint64_t b, bool add);

template <>
__device__ inline void wgmma<Float16>(float (&sums)[wgmma_sums], std::uint64_t a, std::uint64_t b, bool add) {
  asm volatile(
      "{\n.reg .pred add;\nsetp.ne.b32 add, %98, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 " WARP_JUDGE_REGISTERS_96
      "%96, %97, add, 1, 1, 0, 0;\n}"
      : WARP_JUDGE_SUMS_96
      : "l"(a), "l"(b), "r"(static_cast<int>(add)));
}

template <>
__device__ inline void wgmma<Tf32>(float (&sums)[wgmma_sums], std::uint64_t a, std::uint64_t b, bool add) {
  asm volatile(
      "{\n.reg .pred add;\nsetp.ne.b32 add, %98, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n192k8.f32.tf32.tf32 " WARP_JUDGE_REGISTERS_96
      "%96, %97, add, 1, 1;\n}"
      : WARP_JUDGE_SUMS_96
      : "l"(a), "l"(b), "r"(static_cast<int>(add)));
}

#undef WARP_JUDGE_SUMS_8
#undef WARP_JUDGE_SUMS_96
#undef WARP_JUDGE_REGISTERS_96

}  // namespace kernels::hopper

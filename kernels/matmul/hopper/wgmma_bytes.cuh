#pragma once

// Products of bytes on the tensor cores of compute capability 9.0: four warps multiply 64 rows of a with 256
// columns of b, both in shared memory, and add to sums of 32 bits in their registers, modulo 2^32.

#include <cstdint>

#include "kernels/matmul/hopper/wgmma.cuh"

namespace kernels::hopper {

constexpr int byte_columns = 256;
constexpr int byte_sums = byte_columns / 2;  ///< of each of the 128 threads

/// The compiler must not keep a sum elsewhere across this place.
__device__ inline void hold_sums(std::uint32_t (&sums)[byte_sums]) {
#pragma unroll
  for (std::uint32_t& sum : sums) asm volatile("" : "+r"(sum)::"memory");
}

#define WARP_JUDGE_SUMS_16(i)                                                                             \
  "+r"(sums[i]), "+r"(sums[i + 1]), "+r"(sums[i + 2]), "+r"(sums[i + 3]), "+r"(sums[i + 4]),              \
      "+r"(sums[i + 5]), "+r"(sums[i + 6]), "+r"(sums[i + 7]), "+r"(sums[i + 8]), "+r"(sums[i + 9]),      \
      "+r"(sums[i + 10]), "+r"(sums[i + 11]), "+r"(sums[i + 12]), "+r"(sums[i + 13]), "+r"(sums[i + 14]), \
      "+r"(sums[i + 15])

/// sums += a b for 32 bytes of every row. Bytes have no sign.
__device__ inline void multiply_bytes(std::uint32_t (&sums)[byte_sums], std::uint64_t a, std::uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
      "%128, %129, 1;"
      : WARP_JUDGE_SUMS_16(0), WARP_JUDGE_SUMS_16(16), WARP_JUDGE_SUMS_16(32), WARP_JUDGE_SUMS_16(48),
        WARP_JUDGE_SUMS_16(64), WARP_JUDGE_SUMS_16(80), WARP_JUDGE_SUMS_16(96), WARP_JUDGE_SUMS_16(112)
      : "l"(a), "l"(b));
}

#undef WARP_JUDGE_SUMS_16

}  // namespace kernels::hopper

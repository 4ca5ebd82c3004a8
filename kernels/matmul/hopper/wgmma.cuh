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
template <int Sums>
__device__ inline void hold_sums(float (&sums)[Sums]) {
#pragma unroll
  for (float& sum : sums) asm volatile("" : "+f"(sum)::"memory");
}

#define WARP_JUDGE_SUMS_8(i)                                                                 \
  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), \
      "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define WARP_JUDGE_SUMS_32 \
  WARP_JUDGE_SUMS_8(0), WARP_JUDGE_SUMS_8(8), WARP_JUDGE_SUMS_8(16), WARP_JUDGE_SUMS_8(24)
#define WARP_JUDGE_SUMS_40 WARP_JUDGE_SUMS_32, WARP_JUDGE_SUMS_8(32)
#define WARP_JUDGE_SUMS_48 WARP_JUDGE_SUMS_32, WARP_JUDGE_SUMS_8(32), WARP_JUDGE_SUMS_8(40)
#define WARP_JUDGE_SUMS_64 WARP_JUDGE_SUMS_48, WARP_JUDGE_SUMS_8(48), WARP_JUDGE_SUMS_8(56)
#define WARP_JUDGE_SUMS_72 WARP_JUDGE_SUMS_64, WARP_JUDGE_SUMS_8(64)
#define WARP_JUDGE_SUMS_96                                                                 \
  WARP_JUDGE_SUMS_64, WARP_JUDGE_SUMS_8(64), WARP_JUDGE_SUMS_8(72), WARP_JUDGE_SUMS_8(80), \
      WARP_JUDGE_SUMS_8(88)
#define WARP_JUDGE_REGISTERS_32                                                                     \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, " \
  "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define WARP_JUDGE_REGISTERS_40 WARP_JUDGE_REGISTERS_32 ", %32, %33, %34, %35, %36, %37, %38, %39"
#define WARP_JUDGE_REGISTERS_72 WARP_JUDGE_REGISTERS_64 ", %64, %65, %66, %67, %68, %69, %70, %71"
#define WARP_JUDGE_REGISTERS_48                                              \
  WARP_JUDGE_REGISTERS_32                                                    \
  ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, " \
  "%46, %47"
#define WARP_JUDGE_REGISTERS_64                                              \
  WARP_JUDGE_REGISTERS_48                                                    \
  ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, " \
  "%62, %63"
#define WARP_JUDGE_REGISTERS_96                                              \
  WARP_JUDGE_REGISTERS_64                                                    \
  ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, " \
  "%78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, "   \
  "%92, %93, %94, %95"

/// sums = a b, or sums += a b where `add`, for 32 bytes of every row, and two columns of b for each sum.
template <class Term, int Sums>
__device__ inline void wgmma(float (&sums)[Sums], std::uint64_t a, std::uint64_t b, bool add);

/// `operands`: the numbers of a, b and `add` among the operands of the instruction.
#define WARP_JUDGE_WGMMA(Term, sums_count, shape, types, a_operand, b_operand, add_operand, negations)       \
  template <>                                                                                                \
  __device__ inline void wgmma<Term>(float(&sums)[sums_count], std::uint64_t a, std::uint64_t b, bool add) { \
    asm volatile("{\n.reg .pred add;\nsetp.ne.b32 add, %" add_operand                                        \
                 ", 0;\n"                                                                                    \
                 "wgmma.mma_async.sync.aligned." shape ".f32." types " {" WARP_JUDGE_REGISTERS_##sums_count  \
                 "}, %" a_operand ", %" b_operand ", add, " negations ";\n}"                                 \
                 : WARP_JUDGE_SUMS_##sums_count                                                              \
                 : "l"(a), "l"(b), "r"(static_cast<int>(add)));                                              \
  }

WARP_JUDGE_WGMMA(Float16, 96, "m64n192k16", "f16.f16", "96", "97", "98", "1, 1, 0, 0")
WARP_JUDGE_WGMMA(Tf32, 96, "m64n192k8", "tf32.tf32", "96", "97", "98", "1, 1")
WARP_JUDGE_WGMMA(Tf32, 64, "m64n128k8", "tf32.tf32", "64", "65", "66", "1, 1")
WARP_JUDGE_WGMMA(Tf32, 72, "m64n144k8", "tf32.tf32", "72", "73", "74", "1, 1")
WARP_JUDGE_WGMMA(Tf32, 40, "m64n80k8", "tf32.tf32", "40", "41", "42", "1, 1")
WARP_JUDGE_WGMMA(Tf32, 48, "m64n96k8", "tf32.tf32", "48", "49", "50", "1, 1")
WARP_JUDGE_WGMMA(Tf32, 32, "m64n64k8", "tf32.tf32", "32", "33", "34", "1, 1")

/// sums = a b, or sums += a b where `add`, for 8 columns of a in registers: of a group's thread t, those of row
/// t / 32 * 16 + t % 32 / 4 and of the one 8 below in column t % 4, then in the column 4 after.
__device__ inline void wgmma_of_registers(float (&sums)[32], const unsigned (&a)[4], std::uint64_t b,
                                          bool add) {
  asm volatile(
      "{\n.reg .pred add;\nsetp.ne.b32 add, %37, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {" WARP_JUDGE_REGISTERS_32
      "}, {%32, %33, %34, %35}, %36, add, 1, 1;\n}"
      : WARP_JUDGE_SUMS_32
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(static_cast<int>(add)));
}

#undef WARP_JUDGE_WGMMA
#undef WARP_JUDGE_SUMS_8
#undef WARP_JUDGE_SUMS_32
#undef WARP_JUDGE_SUMS_48
#undef WARP_JUDGE_SUMS_64
#undef WARP_JUDGE_SUMS_96
#undef WARP_JUDGE_REGISTERS_32
#undef WARP_JUDGE_REGISTERS_48
#undef WARP_JUDGE_REGISTERS_64
#undef WARP_JUDGE_REGISTERS_96

}  // namespace kernels::hopper

#include "kernels/matmul/matmul.hpp"

namespace kernels {

MatmulFunction matmul_cpu_float64;
MatmulFunction matmul_cpu_triple_loop;
MatmulFunction matmul_cpu_blocked;
MatmulFunction matmul_cpu_openblas;
Support matmul_cpu_openblas_supported();

std::span<const MatmulVariant> matmul_variants() {
  static constexpr MatmulVariant variants[] = {
      {.name = "cpu-float64",
       .idea = "a row of sums in double precision, rounded once at the end",
       .run = &matmul_cpu_float64},
      {.name = "cpu-triple-loop",
       .idea = "the definition: three nested loops over rows, columns and the sum",
       .run = &matmul_cpu_triple_loop,
       .largest_size = 1 << 27},
      {.name = "cpu-blocked",
       .idea = "packed blocks that stay in cache, a tile of sums that stays in registers",
       .run = &matmul_cpu_blocked},
      {.name = "cpu-openblas",
       .idea = "OpenBLAS sgemm on every core",
       .run = &matmul_cpu_openblas,
       .supported = &matmul_cpu_openblas_supported,
       .uses_all_cores = true},
  };
  return variants;
}

}  // namespace kernels

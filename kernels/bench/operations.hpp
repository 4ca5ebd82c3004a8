#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace kernels_bench {

/// A row's name: "matmul/float32/gpu-tiled"; Google Benchmark adds "/<size>".
inline std::string row_name(std::string_view operation, std::string_view type, std::string_view variant) {
  return std::string(operation).append("/").append(type).append("/").append(variant);
}

/// The row `name`, to be given its sizes: a copy within the device that moves as many bytes as a call of an
/// operation at that size, `bytes(size)` read and as many written.
benchmark::internal::Benchmark* register_copy(const std::string& name,
                                              const std::function<std::size_t(std::size_t size)>& bytes);

// Adding an operation: its function here, its file <operation>_bench.cpp, its call in main.cpp.
void register_bit_system();
void register_hating_frog();
void register_largest_prime();
void register_matmul();
void register_matmul_batch();
void register_matmul_out_of_core();
void register_matmul_shapes();
void register_matmul_streamed();
void register_prime_tally();
void register_reduction();
void register_text();
void register_transpose();
void register_vector_add();

}  // namespace kernels_bench

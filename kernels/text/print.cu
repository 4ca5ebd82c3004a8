// Numbers in device memory as text. One kernel works out how many characters each tile of numbers takes; the sums of
// these counts say where its text begins; another kernel computes the lengths again, prints the tile into shared
// memory, each thread some numbers that follow each other, and writes it out side by side.
//
// Traffic: the numbers twice, the text once. It takes far less time than the text takes to leave the GPU.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/text/block_sums.cuh"
#include "kernels/text/print.hpp"
#include "kernels/text/sums.hpp"

namespace kernels {
namespace {

constexpr unsigned block_threads = 256;
constexpr unsigned numbers_each = print_tile_numbers / block_threads;

__constant__ HighestBitsOfPowersOfTen device_highest_bits = highest_bits_of_powers_of_ten;

template <class T>
__device__ PrintedInteger<T> printed(T number) {
  return PrintedInteger<T>(number);
}

__device__ PrintedFloat printed(float number) {
  return PrintedFloat(number, device_highest_bits);
}

template <class T>
__global__ __launch_bounds__(block_threads) void measure_in_tiles(NumberRows<T> rows, std::uint32_t* counts) {
  const std::size_t first = blockIdx.x * print_tile_numbers + threadIdx.x * numbers_each;
  unsigned bytes = 0;
#pragma unroll
  for (unsigned i = 0; i < numbers_each; ++i) {
    if (first + i < rows.size) bytes += printed(rows.numbers[first + i]).length() + 1;
  }
  unsigned total = 0;
  sum_before<block_threads>(bytes, total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

template <class T>
__global__ __launch_bounds__(block_threads) void print_in_tiles(NumberRows<T> rows,
                                                                const std::uint64_t* bytes_before,
                                                                char* text) {
  __shared__ char tile[most_text_bytes<T> * print_tile_numbers];
  const std::size_t first = blockIdx.x * print_tile_numbers + threadIdx.x * numbers_each;
  const std::size_t size = rows.size;
  const unsigned own = first >= size                  ? 0
                       : size - first >= numbers_each ? numbers_each
                                                      : static_cast<unsigned>(size - first);
  unsigned bytes = 0;
  for (unsigned i = 0; i < own; ++i) bytes += printed(rows.numbers[first + i]).length() + 1;
  unsigned total = 0;
  char* out = tile + sum_before<block_threads>(bytes, total);
  std::uint64_t column = own > 0 ? (rows.before + first) % rows.columns : 0;
  for (unsigned i = 0; i < own; ++i) {
    const auto number = printed(rows.numbers[first + i]);
    number.print(out);
    out += number.length();
    const bool ends_row = ++column == rows.columns;
    *out++ = ends_row ? '\n' : ' ';
    if (ends_row) column = 0;
  }
  __syncthreads();
  char* const to = text + bytes_before[blockIdx.x];
  for (unsigned i = threadIdx.x; i < total; i += block_threads) to[i] = tile[i];
}

}  // namespace

template <class T>
void measure_text(NumberRows<T> rows, std::uint32_t* counts, std::uint64_t* bytes_before, GpuStream stream) {
  const std::size_t tiles = print_tiles(rows.size);
  if (tiles > 0) {
    measure_in_tiles<<<static_cast<unsigned>(tiles), block_threads, 0, stream>>>(rows, counts);
    check_launch("measure_text");
  }
  exclusive_sums(counts, tiles, bytes_before, stream);
}

template <class T>
void print_text(NumberRows<T> rows, const std::uint64_t* bytes_before, char* text, GpuStream stream) {
  const std::size_t tiles = print_tiles(rows.size);
  if (tiles == 0) return;
  print_in_tiles<<<static_cast<unsigned>(tiles), block_threads, 0, stream>>>(rows, bytes_before, text);
  check_launch("print_text");
}

#define KERNELS_PRINT(T)                                                                   \
  template void measure_text<T>(NumberRows<T>, std::uint32_t*, std::uint64_t*, GpuStream); \
  template void print_text<T>(NumberRows<T>, const std::uint64_t*, char*, GpuStream);
KERNELS_PRINT(std::int32_t)
KERNELS_PRINT(std::int64_t)
KERNELS_PRINT(float)

}  // namespace kernels

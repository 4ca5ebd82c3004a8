// Boards between text and GPU.
//
// The number before a board's lines has as many digits as it has, all else is of one length, so where a board begins
// follows from its number alone: no kernel has to measure the text first. A block prints its boards into shared memory, a
// thread a board, and copies them out side by side.
//
// Traffic: to pack, 120 bytes a board; to print, 4 bytes and 69 or more of text. Both take far less time than the text on
// its way to the GPU and back.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/lights_out/lights_out_text.hpp"
#include "kernels/text/plain_integer.hpp"

namespace kernels {
namespace {

constexpr int block_threads = 128;
constexpr unsigned lights_of_board = lights_out_rows * lights_out_columns;
constexpr unsigned title_bytes = 8;  // "PUZZLE #"
constexpr unsigned fixed_bytes = title_bytes + 1 + 2 * lights_of_board;
constexpr unsigned most_board_bytes = fixed_bytes + most_characters<std::uint64_t>;

/// Bytes of the text of boards 1 to `last`.
__host__ __device__ std::uint64_t bytes_up_to(std::uint64_t last) {
  std::uint64_t digits = last;
  for (std::uint64_t power = 10; power <= last; power *= 10) {
    digits += last - power + 1;  // the numbers with one more digit
    if (power > UINT64_MAX / 10) break;
  }
  return last * fixed_bytes + digits;
}

__global__ void pack(const std::int32_t* lights, std::uint32_t* boards, std::size_t size) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < size; k += step) {
    std::uint32_t board = 0;
#pragma unroll
    for (unsigned bit = 0; bit < lights_of_board; ++bit)
      board |= static_cast<std::uint32_t>(lights[k * lights_of_board + bit]) << bit;
    boards[k] = board;
  }
}

__device__ void print_board(std::uint64_t number, std::uint32_t presses, char* to) {
  constexpr char title[] = "PUZZLE #";
  for (unsigned k = 0; k < title_bytes; ++k) to[k] = title[k];
  const unsigned digits = digits_in(number);
  print_digits(to + title_bytes, number, digits);
  to += title_bytes + digits;
  *to++ = '\n';
  for (unsigned bit = 0; bit < lights_of_board; ++bit) {
    to[2 * bit] = static_cast<char>('0' + (presses >> bit & 1));
    to[2 * bit + 1] = (bit + 1) % lights_out_columns == 0 ? '\n' : ' ';
  }
}

/// Boards `first` to `last`, counted from 1.
__global__ __launch_bounds__(block_threads) void print(const std::uint32_t* presses, std::uint64_t first,
                                                       std::uint64_t last, char* text, std::uint64_t* bytes) {
  __shared__ char printed[block_threads * most_board_bytes];
  const std::uint64_t text_begin = bytes_up_to(first - 1);
  const std::uint64_t block_first = first + std::uint64_t{blockIdx.x} * block_threads;
  const std::uint64_t beyond = block_first + block_threads;
  const std::uint64_t block_last = beyond <= last ? beyond - 1 : last;
  const std::uint64_t block_begin = bytes_up_to(block_first - 1), block_end = bytes_up_to(block_last);
  const std::uint64_t number = block_first + threadIdx.x;
  if (number <= block_last)
    print_board(number, presses[number - 1], printed + (bytes_up_to(number - 1) - block_begin));
  __syncthreads();
  char* const to = text + (block_begin - text_begin);
  for (unsigned k = threadIdx.x; k < block_end - block_begin; k += block_threads) to[k] = printed[k];
  if (block_last == last && threadIdx.x == 0) *bytes = block_end - text_begin;
}

}  // namespace

void pack_lights(std::span<const std::int32_t> lights, std::span<std::uint32_t> boards, GpuStream stream) {
  if (boards.empty()) return;
  static const unsigned most_blocks = resident_blocks(pack, block_threads);
  pack<<<grid_for(boards.size(), block_threads, most_blocks), block_threads, 0, stream>>>(
      lights.data(), boards.data(), boards.size());
  check_launch("pack_lights");
}

TextItems lights_out_text(std::span<const std::uint32_t> presses) {
  const auto print_some = [presses](std::size_t begin, std::size_t end, char* text, std::uint64_t* bytes,
                                    GpuStream stream) {
    const std::size_t blocks = (end - begin + block_threads - 1) / block_threads;
    print<<<static_cast<unsigned>(blocks), block_threads, 0, stream>>>(presses.data(), begin + 1, end, text,
                                                                       bytes);
    check_launch("lights_out_text");
  };
  return {presses.size(), most_board_bytes, print_some};
}

}  // namespace kernels

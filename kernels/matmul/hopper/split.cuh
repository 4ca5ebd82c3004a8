#pragma once

// The split of float32 factors into two terms each, x = x1 + x2, of 11 significant bits: what they lack of x
// is less than a rounding of float32, or as much.
//
// TF32 has float32's exponents. Half precision has few: the rows of a and the columns of b are first
// multiplied by powers of two, so that the largest element of each is in [2^14, 2^15). What lies far below
// the largest loses bits, down to an error of 2^-40 of the largest. That is too much only where such elements
// matter.
//
// The terms of either factor lie as wgmma wants them, along k: b is transposed.

#include <cuda_fp16.h>

#include "kernels/common/matrix_view.hpp"
#include "kernels/matmul/hopper/product.cuh"

namespace kernels::hopper {

/// What the factors need, as far as is known.
enum Need : unsigned { float16_will_do = 0, needs_tf32 = 1, needs_float32 = 2 };

constexpr int split_threads = 256;
constexpr int split_side = 64;  ///< of the tiles of b that are split at a time
constexpr int peak_rows = 128;  ///< of b, that a thread looks through
constexpr int peak_exponent = 14;
/// The bound of float32, for half precision: so far, the scales and what is multiplied by them are normal numbers.
constexpr int largest_peak_exponent = 60;
/// Below this part of its line's peak, a half-precision element has lost so many bits that it must not matter
/// ...
constexpr float tiny_part = 0x1p-18f;
/// ... and it does not, if three quarters of every line's elements are above this part: the errors of all
/// tiny ones are then far below K roundings of the products of large elements, half of all, alone.
constexpr float small_part = 0x1p-9f;
/// The second term of TF32 elements from here on is a normal number, and the first ones to here are finite.
constexpr float least_tf32 = 0x1p-100f, largest_tf32 = 0x1p+126f;

/// What is known of the rows of a or the columns of b, in device memory.
struct Lines {
  unsigned* peaks;   ///< bits of the largest absolute value; of columns
  unsigned* smalls;  ///< how many elements are small
  float* scales;     ///< 1 / what they are multiplied by
};

/// The terms of a factor: `lines` rows of k elements, `pitch` apart, and then those of the second term.
template <class Element>
struct Terms {
  Element* data;
  std::size_t pitch, lines;
  __device__ Element* at(int term, std::size_t line, std::size_t k) const {
    return data + (static_cast<std::size_t>(term) * lines + line) * pitch + k;
  }
};

/// Where the splits tell what they find.
struct Findings {
  unsigned* need;
  unsigned* tiny;  ///< whether an element is tiny; of TF32, whether one does not fit
};

__device__ inline unsigned magnitude_bits(float value) {
  return __float_as_uint(value) & 0x7FFF'FFFFu;
}

/// How elements of a line become terms of half precision.
struct SplitFloat16 {
  using Element = __half;
  static constexpr bool is_scaled = true;
  struct Line {
    float scale;
  };

  /// The line of this peak. One that is out of reach, or not finite, is a finding.
  __device__ static Line line(unsigned peak, float& scale_back, Findings findings) {
    const int exponent = static_cast<int>(peak >> 23) - 127;
    const bool is_zero = peak == 0,
               is_far = exponent < -largest_peak_exponent || exponent > largest_peak_exponent;
    if (!is_zero && is_far) *findings.need = needs_tf32;
    const int shift = is_zero || is_far ? 0 : peak_exponent - exponent;
    scale_back = __uint_as_float(static_cast<unsigned>(127 - shift) << 23);
    return {__uint_as_float(static_cast<unsigned>(127 + shift) << 23)};
  }

  struct Result {
    Element terms[2];
    bool small, tiny;
  };
  __device__ static Result split(float value, Line line) {
    constexpr float scaled_peak = 1 << peak_exponent;
    const float scaled = value * line.scale, magnitude = fabsf(scaled);
    const __half high = __float2half_rn(scaled);
    return {{high, __float2half_rn(scaled - __half2float(high))},
            magnitude < small_part * scaled_peak,
            magnitude < tiny_part * scaled_peak && value != 0};
  }
};

/// A split for TF32, without scales.
struct SplitTf32 {
  using Element = float;
  static constexpr bool is_scaled = false;
  struct Line {};
  struct Result {
    Element terms[2];
    bool small, tiny;
  };
  __device__ static float rounded(float value) {
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
    return __uint_as_float(bits);
  }
  __device__ static Result split(float value, Line) {
    const float high = rounded(value), magnitude = fabsf(value);
    const bool fits = value == 0 || (magnitude >= least_tf32 && magnitude <= largest_tf32);
    return {{high, rounded(value - high)}, false, !fits};
  }
};

/// The peak of a block's row, for all its threads.
__device__ inline unsigned row_peak(const float* row, std::size_t size) {
  __shared__ unsigned warp_peaks[split_threads / 32];
  unsigned peak = 0;
#pragma unroll 8
  for (std::size_t k = threadIdx.x; k < size; k += split_threads) peak = max(peak, magnitude_bits(row[k]));
  peak = __reduce_max_sync(~0u, peak);
  if (threadIdx.x % 32 == 0) warp_peaks[threadIdx.x / 32] = peak;
  __syncthreads();
  return __reduce_max_sync(~0u, warp_peaks[threadIdx.x % (split_threads / 32)]);
}

/// A thread a column, of peak_rows rows. The peaks begin as 0.
static __global__ void find_column_peaks(MatrixView<const float> b, unsigned* peaks) {
  const std::size_t column = std::size_t{blockIdx.x} * split_threads + threadIdx.x;
  if (column >= b.columns) return;
  for (std::size_t first = std::size_t{blockIdx.y} * peak_rows; first < b.rows;
       first += std::size_t{gridDim.y} * peak_rows) {
    const std::size_t end = min(first + peak_rows, b.rows);
    unsigned peak = 0;
#pragma unroll 16
    for (std::size_t k = first; k < end; ++k) peak = max(peak, magnitude_bits(b.data[k * b.stride + column]));
    atomicMax(&peaks[column], peak);
  }
}

template <class Element>
struct alignas(4 * sizeof(Element)) Four {
  Element values[4];
};

/// Four elements of a line, of which `count` exist, become terms. Returns how many are small.
template <class Split>
__device__ inline int split_four(const float (&values)[4], int count, typename Split::Line line,
                                 const Terms<typename Split::Element>& terms, std::size_t index,
                                 std::size_t k, bool& saw_tiny) {
  Four<typename Split::Element> split[2];
  int smalls = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const auto result = Split::split(i < count ? values[i] : 0.0f, line);
    split[0].values[i] = result.terms[0];
    split[1].values[i] = result.terms[1];
    smalls += i < count && result.small;
    saw_tiny |= result.tiny;
  }
#pragma unroll
  for (int term = 0; term < 2; ++term) {
    *reinterpret_cast<Four<typename Split::Element>*>(terms.at(term, index, k)) = split[term];
  }
  return smalls;
}

/// The rows of a, a block each. `aligned`: they can be read in vectors of 16 bytes.
template <class Split>
__global__ void split_rows(MatrixView<const float> a, bool aligned, Lines lines,
                           Terms<typename Split::Element> terms, Findings findings, Condition condition) {
  if (!condition.holds()) return;
  const std::size_t index = blockIdx.x;
  const float* const row = a.data + index * a.stride;
  typename Split::Line line;
  if constexpr (Split::is_scaled) line = Split::line(row_peak(row, a.columns), lines.scales[index], findings);
  bool saw_tiny = false;
  int smalls = 0;
#pragma unroll 2
  for (std::size_t k = 4 * threadIdx.x; k < a.columns; k += 4 * split_threads) {
    float values[4] = {};
    const int count = static_cast<int>(min(std::size_t{4}, a.columns - k));
    if (aligned && count == 4) {
      *reinterpret_cast<float4*>(values) = *reinterpret_cast<const float4*>(row + k);
    } else {
      for (int i = 0; i < 4; ++i) {
        if (i < count) values[i] = row[k + i];
      }
    }
    smalls += split_four<Split>(values, count, line, terms, index, k, saw_tiny);
  }
  smalls = __reduce_add_sync(~0u, smalls);
  if (threadIdx.x % 32 == 0 && smalls > 0) atomicAdd(&lines.smalls[index], static_cast<unsigned>(smalls));
  if (saw_tiny) *findings.tiny = 1;
}

/// The columns of b: a block takes tiles of 64 x 64, through shared memory.
template <class Split>
__global__ void split_columns(MatrixView<const float> b, Lines lines, Terms<typename Split::Element> terms,
                              Findings findings, Condition condition) {
  if (!condition.holds()) return;
  __shared__ float tile[split_side][split_side + 1];
  __shared__ typename Split::Line tile_lines[split_side];
  __shared__ unsigned smalls[split_side];
  const std::size_t first_column = std::size_t{blockIdx.x} * split_side;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < split_side) {
    smalls[thread] = 0;
    if constexpr (Split::is_scaled) {
      const std::size_t column = first_column + threadIdx.x;
      if (column < b.columns)
        tile_lines[thread] = Split::line(lines.peaks[column], lines.scales[column], findings);
    }
  }
  bool saw_tiny = false;
  for (std::size_t first_row = std::size_t{blockIdx.y} * split_side; first_row < b.rows;
       first_row += std::size_t{gridDim.y} * split_side) {
    __syncthreads();
    const int across = thread % split_side, down = thread / split_side;
#pragma unroll
    for (int r = 0; r < split_side; r += split_threads / split_side) {
      const std::size_t k = first_row + r + down, column = first_column + across;
      tile[r + down][across] = k < b.rows && column < b.columns ? b.data[k * b.stride + column] : 0;
    }
    __syncthreads();
    constexpr int fours = split_side / 4;  // threads of a column
    const int part = thread % fours * 4;
#pragma unroll
    for (int first = 0; first < split_side; first += split_threads / fours) {
      const int column = first + thread / fours;
      const std::size_t k = first_row + part;
      if (first_column + column >= b.columns || k >= b.rows) continue;
      const float values[4] = {tile[part][column], tile[part + 1][column], tile[part + 2][column],
                               tile[part + 3][column]};
      const int count = static_cast<int>(min(std::size_t{4}, b.rows - k));
      const int found =
          split_four<Split>(values, count, tile_lines[column], terms, first_column + column, k, saw_tiny);
      if (found > 0) atomicAdd(&smalls[column], static_cast<unsigned>(found));
    }
  }
  __syncthreads();
  if (thread < split_side && smalls[thread] > 0)
    atomicAdd(&lines.smalls[first_column + thread], smalls[thread]);
  if (saw_tiny) *findings.tiny = 1;
}

/// One block: what the splits to half precision found, of `count` lines of k elements.
static __global__ void judge_float16(Lines lines, std::size_t count, std::size_t k, Findings findings) {
  if (*findings.tiny == 0) return;
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) {
    if (lines.smalls[i] > k / 4) *findings.need = needs_tf32;
  }
}

/// One thread: the same of TF32.
static __global__ void judge_tf32(Findings findings, Condition condition) {
  if (condition.holds() && *findings.tiny != 0) *findings.need = needs_float32;
}

}  // namespace kernels::hopper

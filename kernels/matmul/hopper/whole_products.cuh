#pragma once

// Batches of products of up to 64 a side, whose matrices are contiguous, on tensor cores: as in fused_split.cuh,
// c = (a1 + a2) (b1 + b2) but for a2 b2, in terms of TF32. Memory limits such products, so it must not idle while a
// block multiplies: as many blocks as fit on the GPU go over the products, and the copy engine brings the next product's
// factors to shared memory, each in one piece, while this one is computed.
//
// A group of four warps takes a's elements from there to registers, as wgmma wants them, and splits them. b's terms go
// back to shared memory, transposed. As the order of a sum is free, a slot of 8 steps of it holds such steps that
// registers are filled by whole vectors, or without bank conflicts where rows are not aligned; likewise a slot of c's
// columns, for c's vectors.
//
// A piece whose address is no multiple of 16 comes with up to three elements before and after it, but none from outside of
// the batch; c then leaves in one piece as well, but for as many elements at its ends. What lies behind a factor in
// shared memory is zero or from another product: a's is multiplied by b's zeros, or is of rows that c does not have. If it
// is NaN, or tiny, a product is computed again for nothing.
//
// Numbers whose terms do not hold them are met as in fused_split.cuh: a thread that finds one of its sums infinite or NaN,
// and all if a factor has an element below 2^-50, compute their elements again in float32.

#include <cmath>

#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/fused_split.cuh"

namespace kernels::hopper {

struct WholeProducts {
  const float *a, *b;
  float* c;
  std::size_t a_distance, b_distance, c_distance, count;
  int m, k, n;
};

/// What a block computes at a time. `InVectors`: all rows are aligned and of whole vectors.
template <bool InVectors>
struct WholeTile {
  static constexpr bool in_vectors = InVectors;
  static constexpr int side = 64, threads = 128, blocks_at_once = 3, sums = side / 2;
  static constexpr int wgmmas = side / 8;             ///< of 8 steps of the sum
  static constexpr int slice_bytes = side * 128;      ///< of one term of b, for half of the sum
  static constexpr int term_bytes = 2 * slice_bytes;  ///< and for all of it
  static constexpr int factor_bytes = (side * side + 16) * static_cast<int>(sizeof(float));
  static constexpr int alignment = 1024;  ///< of swizzled rows
  static constexpr int shared_bytes =
      2 * (term_bytes + factor_bytes) + static_cast<int>(sizeof(std::uint64_t)) + alignment;

  /// The step of the sum that number `i` of chunk `chunk`, 4 steps, stands for.
  __device__ static constexpr int step_of(int chunk, int i) {
    return in_vectors ? chunk / 4 * 16 + chunk % 4 + 4 * i : chunk / 8 * 32 + chunk % 8 + 8 * i;
  }
  /// The column of c that a column of the tensor cores' product stands for. A thread has four neighbours, or eight.
  __device__ static constexpr int column_of(int slot) {
    return in_vectors ? slot / 16 * 16 + slot % 8 / 2 * 4 + slot / 8 % 2 * 2 + slot % 2
                      : slot / 32 * 32 + slot % 8 / 2 * 8 + slot / 8 % 4 * 2 + slot % 2;
  }
};

/// Copies a piece of memory, both addresses and the size multiples of 16.
__device__ inline void copy_piece(void* to_shared, const void* from, unsigned bytes, std::uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          shared_address(to_shared)),
      "l"(from), "r"(bytes), "r"(shared_address(barrier))
      : "memory");
}
__device__ inline void copy_piece_back(void* to, const void* from_shared, unsigned bytes) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\ncp.async.bulk.commit_group;" ::"l"(to),
      "r"(shared_address(from_shared)), "r"(bytes)
      : "memory");
}
/// Until what was to be copied back is read.
__device__ inline void wait_for_reads() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

/// How many elements a matrix begins after a multiple of 16 bytes.
__device__ inline int shift_of(const float* matrix) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(matrix) / sizeof(float) % 4);
}

/// A factor's piece of memory, whole vectors of it.
class FactorPiece {
 public:
  /// What lies outside of `all` is not in the piece; elements that had to be left out with it are copied at once.
  __device__ FactorPiece(const float* all, const float* all_end, const float* from, int elements,
                         unsigned char* to_shared)
      : begin_(from - shift_of(from)), end_(from + elements + (4 - shift_of(from + elements)) % 4) {
    auto* to = reinterpret_cast<float*>(to_shared);
    if (begin_ < all) {
      for (int i = shift_of(from); i < 4; ++i) to[i] = begin_[i];
      begin_ += 4;
      to += 4;
    }
    if (end_ > all_end) {
      end_ -= 4;
      for (int i = 0; i < shift_of(from + elements); ++i) to[end_ - begin_ + i] = end_[i];
    }
    to_ = to;
  }
  __device__ unsigned bytes() const { return static_cast<unsigned>((end_ - begin_) * sizeof(float)); }
  __device__ void start_copy(std::uint64_t* barrier) const { copy_piece(to_, begin_, bytes(), barrier); }

 private:
  const float *begin_, *end_;
  float* to_;
};

/// Starts to copy both factors of a product. Called by one thread.
template <class Tile>
__device__ inline void start_copies(const WholeProducts& all, std::size_t product, unsigned char* factors,
                                    std::uint64_t* barrier) {
  const float* const a = all.a + product * all.a_distance;
  const float* const b = all.b + product * all.b_distance;
  const int a_elements = all.m * all.k, b_elements = all.k * all.n;
  if constexpr (Tile::in_vectors) {
    arrive_expecting(barrier, (a_elements + b_elements) * static_cast<unsigned>(sizeof(float)));
    copy_piece(factors, a, a_elements * static_cast<unsigned>(sizeof(float)), barrier);
    copy_piece(factors + Tile::factor_bytes, b, b_elements * static_cast<unsigned>(sizeof(float)), barrier);
  } else {
    const std::size_t last = all.count - 1;
    const FactorPiece a_piece(all.a, all.a + last * all.a_distance + a_elements, a, a_elements, factors);
    const FactorPiece b_piece(all.b, all.b + last * all.b_distance + b_elements, b, b_elements,
                              factors + Tile::factor_bytes);
    arrive_expecting(barrier, a_piece.bytes() + b_piece.bytes());
    a_piece.start_copy(barrier);
    b_piece.start_copy(barrier);
  }
}

/// A thread's terms of a: of each 8 steps of the sum, two in two rows.
template <class Tile>
struct WholeRows {
  unsigned high[Tile::wgmmas][4], low[Tile::wgmmas][4];

  /// Returns the smallness of the smallest element.
  __device__ unsigned load(const float* a, int stride) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    unsigned least = ~0u;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const float* const row = a + (16 * warp + lane / 4 + 8 * half) * stride + Tile::step_of(0, lane % 4);
#pragma unroll
      for (int chunk = 0; chunk < 2 * Tile::wgmmas; chunk += 4) {
        Vector16<float> elements;
        if constexpr (Tile::in_vectors) {
          elements = *reinterpret_cast<const Vector16<float>*>(row + Tile::step_of(chunk, 0));
        } else {
#pragma unroll
          for (int v = 0; v < 4; ++v) elements.values[v] = row[Tile::step_of(chunk + v, 0)];
        }
#pragma unroll
        for (int v = 0; v < 4; ++v) {
          const int place = half + (chunk + v) % 2 * 2;
          const FusedTerms terms(elements.values[v]);
          high[(chunk + v) / 2][place] = terms.high;
          low[(chunk + v) / 2][place] = terms.low;
          least = min(least, smallness(elements.values[v]));
        }
      }
    }
    return least;
  }
};

/// Writes b's terms, transposed: each thread those of half of a column. Returns the smallness of the smallest element.
template <class Tile>
__device__ inline unsigned store_whole_columns(const float* b, int stride, unsigned char* terms) {
  constexpr int chunks = Tile::wgmmas;                // in half of a column
  constexpr int together = Tile::in_vectors ? 4 : 8;  // chunks that cover neighbouring steps
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int slot = warp % 2 * 32 + lane, half = warp / 2;
  const float* const column = b + half * 32 * stride + Tile::column_of(slot);
  unsigned least = ~0u;
#pragma unroll
  for (int first = 0; first < chunks; first += together) {
    float elements[together][4];
    const float* from = column + Tile::step_of(first, 0) * stride;
#pragma unroll
    for (int i = 0; i < 4 * together; ++i, from += stride) elements[i % together][i / together] = *from;
#pragma unroll
    for (int i = 0; i < together; ++i) {
      unsigned char* const to = terms + half * Tile::slice_bytes + swizzled(slot, first + i);
      least = min(least, store_fused_terms(elements[i], to, to + Tile::term_bytes));
    }
  }
  return least;
}

/// sums = a b, the small products first.
template <class Tile>
__device__ inline void multiply_whole_terms(float (&sums)[Tile::sums], const WholeRows<Tile>& a,
                                            const unsigned char* terms) {
  const std::uint64_t b_high = slice_descriptor<128>(terms), b_low = b_high + (Tile::term_bytes >> 4);
  const auto at = [](int s) { return s / 4 * (Tile::slice_bytes >> 4) + s % 4 * (step_bytes >> 4); };
  hold_sums(sums);
  wgmma_fence();
#pragma unroll
  for (int s = 0; s < Tile::wgmmas; ++s) {
    wgmma_of_registers(sums, a.low[s], b_high + at(s), s > 0);
    wgmma_of_registers(sums, a.high[s], b_low + at(s), true);
  }
#pragma unroll
  for (int s = 0; s < Tile::wgmmas; ++s) wgmma_of_registers(sums, a.high[s], b_high + at(s), true);
  wgmma_commit();
  wgmma_wait<0>();
  hold_sums(sums);
}

/// The rows and columns of c that a thread's sums stand for.
template <class Tile>
__device__ inline int whole_row(int sum) {
  return static_cast<int>(threadIdx.x) / 32 * 16 + static_cast<int>(threadIdx.x) % 32 / 4 + sum / 2 % 2 * 8;
}
template <class Tile>
__device__ inline int whole_column(int sum) {
  return Tile::column_of(sum / 4 * 8 + static_cast<int>(threadIdx.x) % 4 * 2 + sum % 2);
}

/// Computes a thread's elements of a product in float32, as the definition says.
template <class Tile>
__device__ inline void compute_again(const WholeProducts& all, std::size_t product, float* c) {
  const float* const a = all.a + product * all.a_distance;
  const float* const b = all.b + product * all.b_distance;
#pragma unroll 1
  for (int i = 0; i < Tile::sums; ++i) {
    const int row = whole_row<Tile>(i), column = whole_column<Tile>(i);
    if (row >= all.m || column >= all.n) continue;
    float sum = 0;
    for (int step = 0; step < all.k; ++step) sum += a[row * all.k + step] * b[step * all.n + column];
    c[row * all.n + column] = sum;
  }
}

template <class Tile>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_whole(const __grid_constant__ WholeProducts products) {
  extern __shared__ unsigned char shared[];
  unsigned char* const terms =
      shared + (Tile::alignment - shared_address(shared) % Tile::alignment) % Tile::alignment;
  unsigned char* const factors = terms + 2 * Tile::term_bytes;
  auto* const copied = reinterpret_cast<std::uint64_t*>(factors + 2 * Tile::factor_bytes);
  const int thread = static_cast<int>(threadIdx.x);
  const int m = products.m, k = products.k, n = products.n;

  for (int i = 16 * thread; i < 2 * Tile::factor_bytes; i += 16 * Tile::threads)
    *reinterpret_cast<uint4*>(factors + i) = uint4{};
  if (thread == 0) {
    barrier_init(copied, 1);
    publish_barriers();
  }
  publish_to_tensor_cores();  // to the copy engine, that is
  __syncthreads();
  if (thread == 0) start_copies<Tile>(products, blockIdx.x, factors, copied);

  unsigned parity = 0;
#pragma unroll 1
  for (std::size_t product = blockIdx.x; product < products.count; product += gridDim.x, parity ^= 1) {
    const auto* a = reinterpret_cast<const float*>(factors);
    auto* b = reinterpret_cast<float*>(factors + Tile::factor_bytes);
    float* const c = products.c + product * products.c_distance;
    wait_for(copied, parity);
    if constexpr (!Tile::in_vectors) {
      a += shift_of(products.a + product * products.a_distance);
      b += shift_of(products.b + product * products.b_distance);
      if (k < Tile::side && thread < 8) b[k * n + thread] = 0;  // what is not of this product
      if (thread == 0) wait_for_reads();                        // of the last c
    }
    WholeRows<Tile> rows;
    unsigned least = rows.load(a, k);
    __syncthreads();  // nobody reads terms or c any more
    least = min(least, store_whole_columns<Tile>(b, n, terms));
    publish_to_tensor_cores();
    constexpr unsigned least_split = 2 * ((127u - 50u) << 23) - 1;
    const bool is_out = __syncthreads_or(least < least_split);  // and nobody reads factors any more
    if (thread == 0 && product + gridDim.x < products.count)
      start_copies<Tile>(products, product + gridDim.x, factors, copied);
    float sums[Tile::sums];
    multiply_whole_terms<Tile>(sums, rows, terms);

    float zero = 0;  // or NaN
#pragma unroll
    for (const float sum : sums) zero = fmaf(sum, 0, zero);
    const bool again = is_out || zero != 0;
    if constexpr (Tile::in_vectors) {
#pragma unroll
      for (int i = 0; i < Tile::sums; i += i % 8 == 0 ? 2 : 6) {
        const int row = whole_row<Tile>(i), column = whole_column<Tile>(i);
        if (row < m && column < n)
          *reinterpret_cast<Vector16<float>*>(c + row * n + column) = {sums[i], sums[i + 1], sums[i + 4],
                                                                       sums[i + 5]};
      }
      if (again) compute_again<Tile>(products, product, c);
    } else {
      __syncthreads();  // no warp's products read terms any more
      float* const tile = reinterpret_cast<float*>(terms) + shift_of(c);
#pragma unroll
      for (int i = 0; i < Tile::sums; ++i) {
        const int row = whole_row<Tile>(i), column = whole_column<Tile>(i);
        if (row < m && column < n) tile[row * n + column] = sums[i];
      }
      if (again) compute_again<Tile>(products, product, tile);
      publish_to_tensor_cores();
      __syncthreads();
      // In whole vectors, but for up to three elements at either end.
      const int begin = (4 - shift_of(c)) % 4, end = m * n - shift_of(c + m * n);
      if (thread == 0 && begin < end) {
        copy_piece_back(c + begin, tile + begin, (end - begin) * static_cast<unsigned>(sizeof(float)));
      }
      const int place = thread % 8 < 4 ? thread % 8 : end + thread % 8 - 4;
      if (thread / 8 == 4 && place >= 0 && place < m * n && (place < begin || place >= end))
        c[place] = tile[place];
    }
  }
  if (!Tile::in_vectors && thread == 0) wait_for_reads();
}

}  // namespace kernels::hopper

// Blocked elimination over GF(2): panels of 32 columns, and tables of sums for all other columns.
//
// A panel is one word of every row that is not yet a pivot. One block holds it in registers, 32 rows a thread,
// transposed so that a register is a column of 32 rows: an AND and a XOR for each later column add a pivot's
// row to all rows that have a bit in its column. The bits that decided this say which sum of pivot rows a row's
// other words still need, in terms of the rows as they are when the panel begins (a product with a 32 x 32
// matrix converts from finished pivot rows).
//
// For these words, a block takes a strip of 16 words, tabulates the 256 sums of each eight of the 32 pivot rows
// in shared memory, and adds four table entries to each row (the method of four Russians: Arlazarov, Dinic,
// Kronrod, Faradzev 1970). Finished pivot rows go into a separate matrix, so that no block waits for their old
// values. Rows never move; a list of row numbers is reordered, the pivots first.
//
// One block does the back substitution, 32 unknowns at a time.
//
// Work for n = 32768: 1024 panels; strips read and write what is left of the matrix each time, a third of
// 1024 x 256 MiB: 9e10 bytes, 21 ms at an H200's 4.2 TB/s. A panel takes some 10 us of one multiprocessor, as
// every pivot is two barriers and up to 31 dependent operations: 10 ms. Back substitution reads 64 MiB by one
// multiprocessor: 3 ms. Predicted: 40 ms with launches.
//
// Sources: M. Albrecht, G. Bard, W. Hart, "Algorithm 898: efficient multiplication of dense matrices over
// GF(2)", ACM Transactions on Mathematical Software 37 (2010); M. Albrecht, G. Bard, C. Pernet, "Efficient
// dense Gaussian elimination over the finite field with two elements" (2011).

#include <algorithm>
#include <string>

#include "kernels/bit_system/bit_system.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/gpu/stream_buffer.hpp"

namespace kernels {
namespace {

constexpr unsigned panel_threads = 1024, panel_columns = 32, thread_rows = 32;
constexpr unsigned most_rows = panel_threads * thread_rows;
constexpr unsigned strip_threads = 512, strip_words = 16, table_entries = 256, tables = 4;
constexpr std::uint32_t none = 0xFFFF'FFFF;

/// The state that one step of the elimination leaves for the next.
struct Progress {
  std::uint32_t rank;
  std::uint32_t pivot_rows[panel_columns];   ///< of the last panel, by column; or none
  std::uint32_t pivot_ranks[panel_columns];  ///< which pivots these are
  std::uint32_t inconsistent;
};

/// Arrays in device memory, for n rows.
struct Elimination {
  std::uint32_t* system;
  std::uint32_t* echelon;  ///< row k: pivot row k, from the word of its pivot on
  std::size_t stride;      ///< of both, in words
  std::uint32_t n, words;
  std::uint32_t* order;       ///< row numbers: those of the pivots, then the others
  std::uint32_t* next_words;  ///< by row: the word of the next panel; finally the right side, in bit 0
  std::uint32_t* sums;        ///< by row: which of the panel's pivot rows to add, by column
  std::uint32_t* pivot_columns;
  Progress* progress;
};

__global__ void begin(Elimination work) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row == 0) *work.progress = {};
  if (row >= work.n) return;
  work.order[row] = row;
  work.next_words[row] = work.system[row * work.stride];
}

/// Transposes a 32 x 32 matrix of bits: bit k of word j becomes bit j of word k (Warren, "Hacker's Delight",
/// 7-3).
__device__ void transpose(std::uint32_t (&words)[32]) {
  std::uint32_t mask = 0x0000'FFFF;
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
#pragma unroll
    for (int k = 0; k < 32; ++k) {
      if ((k & distance) != 0) continue;
      const std::uint32_t swapped = (words[k] >> distance ^ words[k + distance]) & mask;
      words[k + distance] ^= swapped;
      words[k] ^= swapped << distance;
    }
    mask ^= mask << distance / 2;
  }
}

/// Data shared by the threads of a panel's block; arrays are indexed by column.
struct PanelShared {
  std::uint32_t chooser[panel_columns];  ///< the thread that has the pivot
  std::uint32_t places[panel_columns];   ///< the pivot's position among the remaining rows, or none
  std::uint32_t words[panel_columns];    ///< the pivot's word when it was chosen
  std::uint32_t
      table[tables]
           [table_entries];  ///< finished pivot rows, eight columns at a time, as sums of the original rows
  std::uint32_t finished[panel_columns];
};

__device__ std::uint32_t looked_up(const std::uint32_t (&table)[tables][table_entries], std::uint32_t bits) {
  return table[0][bits & 255] ^ table[1][bits >> 8 & 255] ^ table[2][bits >> 16 & 255] ^ table[3][bits >> 24];
}

/// A finished pivot row is the original row plus the finished rows that its word names, all of earlier
/// columns.
__device__ void tabulate_sums(PanelShared& shared) {
  if (threadIdx.x < panel_columns) {
    const unsigned lane = threadIdx.x;
    const bool has_pivot = shared.places[lane] != none;
    const std::uint32_t named = has_pivot ? shared.words[lane] & ((1U << lane) - 1) : 0;
    std::uint32_t finished = has_pivot ? 1U << lane : 0;
    for (unsigned column = 0; column < panel_columns; ++column) {
      const std::uint32_t other = __shfl_sync(none, finished, static_cast<int>(column));
      if ((named >> column & 1) != 0) finished ^= other;
    }
    shared.finished[lane] = finished;
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < tables * table_entries; k += blockDim.x) {
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned bit = 0; bit < 8; ++bit) {
      if ((k >> bit & 1) != 0) sum ^= shared.finished[k / table_entries * 8 + bit];
    }
    shared.table[k / table_entries][k % table_entries] = sum;
  }
  __syncthreads();
}

/// Moves the panel's pivots to the front of the remaining rows. Called by one warp; lane c handles column c.
__device__ void move_to_front(const PanelShared& shared, std::uint32_t* left_rows, unsigned count) {
  const unsigned lane = threadIdx.x;
  const std::uint32_t place = shared.places[lane];
  const std::uint32_t pivots = __ballot_sync(none, place != none);
  const auto index = static_cast<unsigned>(__popc(pivots & ((1U << lane) - 1)));
  const bool is_pivot = place != none, is_behind = is_pivot && place >= count;
  std::uint32_t in_front = is_pivot && place < count ? 1U << place : 0;
  for (int distance = 16; distance > 0; distance /= 2) in_front |= __shfl_xor_sync(none, in_front, distance);
  const std::uint32_t behind = __ballot_sync(none, is_behind);
  const std::uint32_t row = is_pivot ? left_rows[place] : none;
  // The k-th pivot that is not in front changes places with the k-th row in front that is not a pivot.
  std::uint32_t displaced = none;
  if (is_behind) {
    auto skip = static_cast<unsigned>(__popc(behind & ((1U << lane) - 1)));
    std::uint32_t others = ~in_front;
    for (; skip > 0; --skip) others &= others - 1;
    displaced = left_rows[__ffs(static_cast<int>(others)) - 1];
  }
  __syncwarp();
  if (is_pivot) left_rows[index] = row;
  if (is_behind) left_rows[place] = displaced;
}

/// Publishes the pivots. Called by one warp; lane c handles column c.
__device__ void end_panel(const Elimination& work, unsigned word, const PanelShared& shared) {
  const unsigned lane = threadIdx.x;
  Progress& progress = *work.progress;
  const std::uint32_t rank = progress.rank, place = shared.places[lane];
  const std::uint32_t pivots = __ballot_sync(none, place != none);
  progress.pivot_rows[lane] = none;
  if (place != none) {
    const std::uint32_t row = work.order[rank + place];
    const std::uint32_t pivot_rank = rank + static_cast<std::uint32_t>(__popc(pivots & ((1U << lane) - 1)));
    progress.pivot_rows[lane] = row;
    progress.pivot_ranks[lane] = pivot_rank;
    work.pivot_columns[pivot_rank] = word * 32 + lane;
    work.echelon[pivot_rank * work.stride + word] = shared.words[lane] & none << lane;
    work.sums[row] = shared.finished[lane] ^ 1U << lane;
  }
  __syncwarp();
  const auto count = static_cast<std::uint32_t>(__popc(pivots));
  move_to_front(shared, work.order + rank, count);
  if (lane == 0) progress.rank = rank + count;
}

/// Eliminates the columns of word `word` among the remaining rows. Called by one block.
__global__ void __launch_bounds__(panel_threads) eliminate_panel(Elimination work, unsigned word) {
  __shared__ PanelShared shared;
  const std::uint32_t rank = work.progress->rank, left = work.n - rank;
  const std::uint32_t columns = min(work.n - word * 32, panel_columns);
  std::uint32_t* const left_rows = work.order + rank;
  const auto place_of = [](unsigned k) {
    return (threadIdx.x / 32 * thread_rows + k) * 32 + threadIdx.x % 32;
  };
  if (threadIdx.x < panel_columns) {
    shared.chooser[threadIdx.x] = none;
    shared.places[threadIdx.x] = none;
  }
  std::uint32_t bits[32];  // first by row, then by column
  std::uint32_t candidates = 0;
#pragma unroll
  for (unsigned k = 0; k < thread_rows; ++k) {
    const unsigned place = place_of(k);
    bits[k] = place < left ? work.next_words[left_rows[place]] : 0;
    candidates |= place < left ? 1U << k : 0;
  }
  const bool warp_has_rows = threadIdx.x / 32 * thread_rows * 32 < left;
  if (warp_has_rows) transpose(bits);
  __syncthreads();
#pragma unroll
  for (unsigned column = 0; column < panel_columns; ++column) {
    const std::uint32_t having = bits[column] & candidates;
    const std::uint32_t warp_having = __ballot_sync(none, having != 0 && column < columns);
    if (warp_having != 0 && threadIdx.x % 32 == 0) {
      atomicMin(&shared.chooser[column],
                threadIdx.x + static_cast<unsigned>(__ffs(static_cast<int>(warp_having))) - 1);
    }
    __syncthreads();
    const std::uint32_t chooser = shared.chooser[column];
    if (chooser == none) continue;  // for the whole block
    if (threadIdx.x == chooser) {
      const auto k = static_cast<unsigned>(__ffs(static_cast<int>(having))) - 1;
      std::uint32_t pivot_word = 0;
#pragma unroll
      for (unsigned c = 0; c < panel_columns; ++c) pivot_word |= (bits[c] >> k & 1) << c;
      candidates &= ~(1U << k);
      shared.words[column] = pivot_word;
      shared.places[column] = place_of(k);
    }
    __syncthreads();
    if (!warp_has_rows) continue;
    const std::uint32_t pivot_word = shared.words[column], adding = bits[column] & candidates;
#pragma unroll
    for (unsigned c = column + 1; c < panel_columns; ++c) {
      if ((pivot_word >> c & 1) != 0) bits[c] ^= adding;
    }
  }
  tabulate_sums(shared);
  if (warp_has_rows) {
    transpose(bits);
    const std::uint32_t eliminated = columns == 32 ? none : (1U << columns) - 1;
#pragma unroll
    for (unsigned k = 0; k < thread_rows; ++k) {
      if ((candidates >> k & 1) == 0) continue;
      const std::uint32_t row = left_rows[place_of(k)];
      work.sums[row] = looked_up(shared.table, bits[k] & eliminated);
      if (columns < 32) work.next_words[row] = bits[k] >> columns;
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) end_panel(work, word, shared);
}

using Words = uint4;  // the part of a row that a thread takes at a time
constexpr unsigned lanes_a_row = strip_words * 4 / sizeof(Words);

__device__ Words operator^(const Words& a, const Words& b) {
  return {a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w};
}

struct Strip {
  Words sums_of_four[2 * tables][16][lanes_a_row];
  Words sums_of_eight[tables][table_entries][lanes_a_row];
};

/// Makes the tables of a strip. Called by all threads of a block.
__device__ void tabulate(Strip& strip, const Elimination& work, unsigned first_word) {
  const Progress& progress = *work.progress;
  for (unsigned k = threadIdx.x; k < 2 * tables * 16 * lanes_a_row; k += blockDim.x) {
    const unsigned lane = k % lanes_a_row, entry = k / lanes_a_row % 16, group = k / lanes_a_row / 16;
    Words sum{};
    for (unsigned bit = 0; bit < 4; ++bit) {
      const std::uint32_t row = progress.pivot_rows[4 * group + bit];
      if ((entry >> bit & 1) == 0 || row == none) continue;
      sum = sum ^ reinterpret_cast<const Words*>(work.system + row * work.stride + first_word)[lane];
    }
    strip.sums_of_four[group][entry][lane] = sum;
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < tables * table_entries * lanes_a_row; k += blockDim.x) {
    const unsigned lane = k % lanes_a_row, entry = k / lanes_a_row % table_entries;
    const unsigned table = k / lanes_a_row / table_entries;
    strip.sums_of_eight[table][entry][lane] =
        strip.sums_of_four[2 * table][entry % 16][lane] ^ strip.sums_of_four[2 * table + 1][entry / 16][lane];
  }
  __syncthreads();
}

/// Adds the pivot rows of panel `word` to all rows, in the words after it: a strip for each blockIdx.x, parts
/// of the rows by blockIdx.y.
__global__ void __launch_bounds__(strip_threads) add_pivots(Elimination work, unsigned word) {
  extern __shared__ uint4 shared[];
  Strip& strip = *reinterpret_cast<Strip*>(shared);
  const unsigned first_word = ((word + 1) / strip_words + blockIdx.x) * strip_words;
  tabulate(strip, work, first_word);

  const unsigned lane = threadIdx.x % lanes_a_row, lane_word = first_word + lane * 4;
  const std::uint32_t rank = work.progress->rank;
  constexpr unsigned groups = strip_threads / lanes_a_row;
  const auto added = [&](std::uint32_t row, std::uint32_t sums) {
    const Words old = *reinterpret_cast<const Words*>(work.system + row * work.stride + lane_word);
    return old ^ strip.sums_of_eight[0][sums & 255][lane] ^ strip.sums_of_eight[1][sums >> 8 & 255][lane] ^
           strip.sums_of_eight[2][sums >> 16 & 255][lane] ^ strip.sums_of_eight[3][sums >> 24][lane];
  };
  const bool has_next = lane_word == (word + 1) / 4 * 4;
#pragma unroll 4
  for (unsigned place = rank + blockIdx.y * groups + threadIdx.x / lanes_a_row; place < work.n;
       place += gridDim.y * groups) {
    const std::uint32_t row = work.order[place], sums = work.sums[row];
    if (sums == 0 && !has_next) continue;
    const Words now = added(row, sums);
    *reinterpret_cast<Words*>(work.system + row * work.stride + lane_word) = now;
    if (has_next) {
      const unsigned part = (word + 1) % 4;
      work.next_words[row] = part == 0 ? now.x : part == 1 ? now.y : part == 2 ? now.z : now.w;
    }
  }
  if (blockIdx.y > 0) return;
  for (unsigned column = threadIdx.x / lanes_a_row; column < panel_columns; column += groups) {
    const std::uint32_t row = work.progress->pivot_rows[column];
    if (row == none) continue;
    const Words now = added(row, work.sums[row]);
    std::uint32_t* const to = work.echelon + work.progress->pivot_ranks[column] * work.stride + lane_word;
    if (lane_word > word) to[0] = now.x;
    if (lane_word + 1 > word) to[1] = now.y;
    if (lane_word + 2 > word) to[2] = now.z;
    if (lane_word + 3 > word) to[3] = now.w;
  }
}

/// Whether a row without coefficients is left with a right side of 1.
__global__ void check_consistency(Elimination work) {
  const unsigned place = work.progress->rank + blockIdx.x * blockDim.x + threadIdx.x;
  if (place < work.n && (work.next_words[work.order[place]] & 1) != 0)
    atomicOr(&work.progress->inconsistent, 1U);
}

__device__ std::uint32_t parity_in_warp(std::uint32_t bits) {
  for (int distance = 16; distance > 0; distance /= 2) bits ^= __shfl_xor_sync(none, bits, distance);
  return static_cast<std::uint32_t>(__popc(bits)) & 1;
}

/// Finds the unknowns of 32 pivots at a time, from the last to the first, one warp for each. Runs in one
/// block.
__global__ void __launch_bounds__(1024)
    substitute_back(Elimination work, std::uint32_t* solution, BitSystemOutcome* outcome) {
  __shared__ std::uint32_t unknowns[most_rows / 32 + 1], knowns[32], couplings[32];
  const std::uint32_t rank = work.progress->rank;
  const bool solvable = work.progress->inconsistent == 0;
  for (unsigned k = threadIdx.x; k < work.words; k += blockDim.x) unknowns[k] = 0;
  __syncthreads();
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (std::uint32_t end = solvable ? rank : 0; end > 0;) {
    const std::uint32_t first = end > 32 ? end - 32 : 0, count = end - first;
    if (warp < count) {
      const std::uint32_t* const row = work.echelon + (first + warp) * work.stride;
      std::uint32_t sum = 0;
      for (unsigned k = work.pivot_columns[first + warp] / 32 + lane; k < work.words; k += 32) {
        sum ^= row[k] & unknowns[k];
      }
      const std::uint32_t parity = parity_in_warp(sum), right = row[work.n / 32] >> work.n % 32 & 1;
      // Lane k: whether unknown k of these, of a later pivot, occurs in this equation.
      std::uint32_t coupled = 0;
      if (lane > warp && lane < count) {
        const std::uint32_t column = work.pivot_columns[first + lane];
        coupled = row[column / 32] >> column % 32 & 1;
      }
      const std::uint32_t coupling = __ballot_sync(none, coupled != 0);
      if (lane == 0) {
        knowns[warp] = parity ^ right;
        couplings[warp] = coupling;
      }
    }
    __syncthreads();
    if (warp == 0) {
      const bool is_one = lane < count;
      const std::uint32_t known = is_one ? knowns[lane] : 0, coupling = is_one ? couplings[lane] : 0;
      std::uint32_t values = 0;
      for (std::uint32_t k = count; k-- > 0;) {
        const std::uint32_t value = (known ^ static_cast<std::uint32_t>(__popc(coupling & values))) & 1;
        values |= __shfl_sync(none, value, static_cast<int>(k)) << k;
      }
      if ((values >> lane & 1) != 0) {
        const std::uint32_t column = work.pivot_columns[first + lane];
        atomicOr(&unknowns[column / 32], 1U << column % 32);
      }
    }
    __syncthreads();
    end = first;
  }
  for (unsigned k = threadIdx.x; k < work.words; k += blockDim.x) solution[k] = unknowns[k];
  if (threadIdx.x == 0) *outcome = {rank, solvable ? 1U : 0U};
}

}  // namespace

Support bit_system_gpu_panels_supported() {
  if (Support gpu = gpu_supported(); !gpu.available) return gpu;
  int bytes = 0;
  if (cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) != cudaSuccess) {
    return {false, "no GPU here that answers"};
  }
  if (bytes >= static_cast<int>(sizeof(Strip))) return {};
  return {false, "a block needs " + std::to_string(sizeof(Strip)) +
                     " bytes of shared memory, and the GPU's can have " + std::to_string(bytes)};
}

void bit_system_gpu_panels(MatrixView<std::uint32_t> system, std::span<std::uint32_t> solution,
                           std::span<BitSystemOutcome> outcome, GpuStream stream) {
  const std::size_t n = system.rows;
  if (n > most_rows) {
    throw GpuError("bit_system_gpu_panels: " + std::to_string(n) + " unknowns, and " +
                   std::to_string(most_rows) + " are the most that it takes");
  }
  permit_shared_memory<&add_pivots>(sizeof(Strip), "the tables");
  static const unsigned blocks = resident_blocks(add_pivots, strip_threads, sizeof(Strip));
  const StreamBuffer<std::uint32_t> echelon(n * system.stride, stream), lists(4 * n, stream);
  const StreamBuffer<Progress> progress(1, stream);
  std::uint32_t* const list = lists.data();
  const Elimination work{system.data,
                         echelon.data(),
                         system.stride,
                         static_cast<std::uint32_t>(n),
                         static_cast<std::uint32_t>(system.columns),
                         list,
                         list + n,
                         list + 2 * n,
                         list + 3 * n,
                         progress.data()};
  const auto row_blocks = static_cast<unsigned>(n / 256 + 1);
  begin<<<row_blocks, 256, 0, stream>>>(work);
  check_launch("bit_system_gpu_panels: beginning");
  for (unsigned word = 0; word * 32 < n; ++word) {
    eliminate_panel<<<1, panel_threads, 0, stream>>>(work, word);
    check_launch("bit_system_gpu_panels: a panel");
    if (word + 1 >= work.words) break;
    const unsigned strips = (work.words - 1) / strip_words - (word + 1) / strip_words + 1;
    const dim3 grid(strips, std::max(blocks / strips, 1U));
    add_pivots<<<grid, strip_threads, sizeof(Strip), stream>>>(work, word);
    check_launch("bit_system_gpu_panels: the other columns");
  }
  check_consistency<<<row_blocks, 256, 0, stream>>>(work);
  check_launch("bit_system_gpu_panels: consistency");
  substitute_back<<<1, 1024, 0, stream>>>(work, solution.data(), outcome.data());
  check_launch("bit_system_gpu_panels: back substitution");
}

}  // namespace kernels

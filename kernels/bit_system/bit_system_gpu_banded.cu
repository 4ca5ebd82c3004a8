// Elimination over GF(2) in a window that slides along the diagonal, for systems with coefficients only near
// it.
//
// A first pass finds how far they are below the diagonal (`lower`) and above it (`upper`). One block does the
// rest. The window begins at the panel of 32 columns that is being eliminated. Rows come into shared memory
// when the window reaches them, and leave it as pivots or when they are zero. The pivot of a column is the
// topmost row that has a bit there. So only rows from above are added to a row, no row ever reaches further to
// the right than at first, and at most lower + upper + 32 rows can have bits in a panel, whatever the rank.
//
// A panel is one word of each of these rows. One warp finds its pivots, and for each the sum of the panel's
// pivot rows, as they are when the panel begins, that has no bit in another pivot's column. The word of each
// other row says what to add to the row; tables have the 16 sums of each four pivot rows (the method of the
// four Russians: Arlazarov, Dinic, Kronrod, Faradzev 1970). First all warps compute the next panel's words.
// While one warp continues with these, the others add to the rest of the rows. That makes three barriers a
// panel.
//
// In back substitution each lane computes one of a panel's 32 unknowns, and a ballot collects them.
//
// The host waits for the first pass, as the band determines how much shared memory is needed. If a window needs
// more than a block can have (lower + upper of some 1,100 on an H200), gpu-panels solves the system.
//
// Work for n = 32761 and 181 places on both sides: 1024 panels. A pivot is a ballot, a search for the first
// bit, a shuffle and a XOR, 70 cycles: 1.2 us a panel; tables and the next panel's words 0.3 us; back
// substitution 0.1 us. Predicted: 1.7 ms with the first pass; it takes 6.5 ms. laboratory/notes/bit_system.md
// says what takes them.
//
// Sources: G. Golub, C. Van Loan, "Matrix Computations", 4.3 (band Gaussian elimination); M. Albrecht, G. Bard,
// C. Pernet, "Efficient dense Gaussian elimination over the finite field with two elements" (2011).

#include <algorithm>
#include <string>

#include "kernels/bit_system/band_pivots.cuh"
#include "kernels/bit_system/band_substitution.cuh"
#include "kernels/bit_system/band_window.cuh"
#include "kernels/bit_system/bit_system.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/gpu/stream_buffer.hpp"

namespace kernels {

BitSystemDeviceFunction bit_system_gpu_panels;

namespace {

using namespace banded;

/// Measures how far the coefficients are from the diagonal; one warp per row.
__global__ void __launch_bounds__(256) find_band(System system, std::uint32_t n, Band* band) {
  const unsigned lane = threadIdx.x % 32, last = n / 32;
  int lower = 0, upper = 0;
  for (unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < n;
       row += gridDim.x * blockDim.x / 32) {
    const auto* const words = reinterpret_cast<const uint4*>(system.words + row * system.stride);
    const auto look_at = [&](unsigned word, std::uint32_t bits) {
      if (word >= last) bits &= word == last ? (1U << n % 32) - 1 : 0;
      if (bits == 0) return;
      const int first = static_cast<int>(word * 32) + __ffs(static_cast<int>(bits)) - 1;
      const int end = static_cast<int>(word * 32) + 31 - __clz(static_cast<int>(bits));
      lower = max(lower, static_cast<int>(row) - first);
      upper = max(upper, end - static_cast<int>(row));
    };
#pragma unroll 4
    for (unsigned k = lane; k <= last / 4; k += 32) {
      const uint4 four = words[k];
      look_at(4 * k, four.x);
      look_at(4 * k + 1, four.y);
      look_at(4 * k + 2, four.z);
      look_at(4 * k + 3, four.w);
    }
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    lower = max(lower, __shfl_xor_sync(none, lower, distance));
    upper = max(upper, __shfl_xor_sync(none, upper, distance));
  }
  if (lane == 0) {
    atomicMax(&band->lower, static_cast<std::uint32_t>(lower));
    atomicMax(&band->upper, static_cast<std::uint32_t>(upper));
  }
}

/// Computes the sums of every four pivot rows: a thread computes all 16 of a word. Called by the groups of
/// the second half.
__device__ void tabulate(const Shape& shape, Window& window, const Pivots& pivots) {
  const unsigned item = threadIdx.x / group_lanes - groups / 2, table = item % tables;
  const unsigned word = item / tables * group_lanes + threadIdx.x % group_lanes;
  if (word > shape.words) return;
  std::uint32_t rows[4];
#pragma unroll
  for (unsigned bit = 0; bit < 4; ++bit) {
    const std::uint32_t slot = pivots.slots[4 * table + bit];
    rows[bit] = slot == none ? 0 : window.rows[slot * shape.stride + word];
  }
#pragma unroll
  for (unsigned entry = 0; entry < table_entries; ++entry) {
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned bit = 0; bit < 4; ++bit) {
      if ((entry >> bit & 1) != 0) sum ^= rows[bit];
    }
    window.sums_of_rows[(table * table_entries + entry) * shape.stride + word] = sum;
  }
}

/// Computes what is to be added to each of a panel's rows.
__device__ void find_additions(Window& window, const Pivots& pivots, const RowPlace* list,
                               std::uint32_t count) {
  for (unsigned k = threadIdx.x; k < count; k += block_threads) {
    const std::uint32_t word = window.panel_words[k], column = window.chosen_for[k], slot = list[k].slot;
    std::uint32_t sum = column == none ? 0 : 1U << column;
#pragma unroll
    for (unsigned table = 0; table < tables; ++table) {
      // A pivot gets what makes it the finished one of its column, without itself.
      const std::uint32_t bits = column == none ? word : 1U << column;
      sum ^= pivots.additions[table][bits >> 4 * table & 15];
    }
    window.additions[slot] = sum;
    window.pivot_columns[slot] = column;
  }
}

/// Whether a row is zero once the columns of `panel` have been eliminated, because it reaches no further.
__device__ bool ends_in(const Shape& shape, std::uint32_t panel, std::uint32_t row) {
  const std::uint32_t end = (panel + 1) * panel_columns;
  return end >= shape.n || row + shape.upper < end;
}

/// Lists the rows of the next panel: those that stay, one warp for every 32, and those that enter. The last
/// warp publishes their number.
__device__ void list_next_rows(const Shape& shape, const Window& window, std::uint32_t panel,
                               std::uint32_t count, std::uint32_t& next_count) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const RowPlace* const list = window.list(panel);
  RowPlace* const next = window.list(panel + 1);
  const auto stays = [&](std::uint32_t place) {
    return place < count && window.chosen_for[place] == none && !ends_in(shape, panel, list[place].row);
  };
  std::uint32_t first = 0, before = 0;
  const auto count_to = [&](std::uint32_t end) {
#pragma unroll 4
    for (; first < end; first += 32) {
      before += static_cast<std::uint32_t>(__popc(__ballot_sync(none, stays(first + lane))));
    }
  };
  for (std::uint32_t own = 32 * warp; own < count; own += block_threads) {
    count_to(own);
    const bool is_next = stays(own + lane);
    const std::uint32_t below = __ballot_sync(none, is_next) & ((1U << lane) - 1);
    if (is_next) next[before + static_cast<unsigned>(__popc(below))] = list[own + lane];
  }
  if (warp < warps - 1) return;
  count_to(count);
  const std::uint32_t entering = (panel + 1) * panel_columns + shape.lower, row = entering + lane;
  if (row < shape.n) {
    next[before + lane] = {static_cast<std::uint16_t>(row), static_cast<std::uint16_t>(row % shape.slots)};
  }
  if (lane == 0) next_count = before + (entering < shape.n ? min(shape.n - entering, panel_columns) : 0);
}

__device__ std::uint32_t sum_for(const Shape& shape, const Window& window, std::uint32_t additions,
                                 std::uint32_t word) {
  std::uint32_t sum = 0;
#pragma unroll
  for (unsigned table = 0; table < tables; ++table) {
    const unsigned entry = table * table_entries + (additions >> 4 * table & 15);
    sum ^= window.sums_of_rows[entry * shape.stride + word];
  }
  return sum;
}

/// Adds the pivot rows of `panel` to its rows. Finished pivots go to `echelon`, in row 32 * panel + column.
/// Returns whether a row without coefficients is left with a right side of 1. Called by all groups except the
/// first two.
__device__ bool add_pivots(const Shape& shape, Window& window, std::uint32_t panel, std::uint32_t count,
                           std::uint32_t* echelon) {
  const RowPlace* const list = window.list(panel);
  const std::uint32_t first = panel % shape.words;
  bool contradicts = false;
  for (unsigned place = threadIdx.x / group_lanes - 2; place < count; place += groups - 2) {
    const std::uint32_t slot = list[place].slot, additions = window.additions[slot];
    const std::uint32_t column = window.pivot_columns[slot];
    const bool is_pivot = column != none, ends = !is_pivot && ends_in(shape, panel, list[place].row);
    if (additions == 0 && !is_pivot && !ends) continue;
    std::uint32_t* const row = window.rows + slot * shape.stride;
    for (std::uint32_t k = threadIdx.x % group_lanes; k <= shape.words; k += group_lanes) {
      const std::uint32_t now = row[k] ^ sum_for(shape, window, additions, k);
      if (is_pivot) {
        const std::uint32_t behind = k == shape.words ? k : k >= first ? k - first : k + shape.words - first;
        echelon[(std::size_t{panel} * panel_columns + column) * shape.stride + behind] = now;
      } else if (ends) {
        contradicts |= k == shape.words && now != 0;
      } else {
        row[k] = now;
      }
    }
  }
  return contradicts;
}

/// Runs in one block. `echelon` is initially 0.
__global__ void __launch_bounds__(block_threads, 1)
    eliminate(System system, Shape shape, std::uint32_t* echelon, BitSystemOutcome* outcome) {
  extern __shared__ std::uint32_t memory[];
  __shared__ Pivots pivots;
  __shared__ std::uint32_t counts[2], rank, contradictions;
  Window window(shape, memory);
  const unsigned warp = threadIdx.x / 32, group = threadIdx.x / group_lanes, lane = threadIdx.x % group_lanes;
  const std::uint32_t panels = (shape.n + panel_columns - 1) / panel_columns;
  if (threadIdx.x == 0) {
    counts[0] = min(shape.n, panel_columns + shape.lower);
    rank = contradictions = 0;
  }
  __syncthreads();
  fill_window(system, shape, window, counts[0]);
  __syncthreads();
  for (std::uint32_t panel = 0; panel < panels; ++panel) {
    const std::uint32_t count = counts[panel % 2];
    if (warp == 0) {
      const std::uint32_t left = shape.n - panel * panel_columns;
      const std::uint32_t columns = left < panel_columns ? (1U << left) - 1 : none;
      const std::uint32_t found = find_pivots(window, window.list(panel), count, columns, pivots);
      if (threadIdx.x == 0) rank += static_cast<std::uint32_t>(__popc(found));
    } else {
      // Rows for the next panel are being loaded meanwhile.
      const std::uint32_t entering = (panel + 1) * panel_columns + shape.lower + group - groups / 2;
      const bool enters = group >= groups / 2 && entering < shape.n;
      std::uint32_t parts[most_parts] = {};
#pragma unroll
      for (unsigned part = 0; part < most_parts; ++part) {
        const std::uint32_t k = lane + part * group_lanes;
        if (enters && k <= shape.words) parts[part] = entering_word(system, shape, entering, panel + 1, k);
      }
      if (panel > 0 && add_pivots(shape, window, panel - 1, counts[(panel - 1) % 2], echelon)) {
        atomicOr(&contradictions, 1U);
      }
      const std::uint32_t slot = entering % shape.slots;
#pragma unroll
      for (unsigned part = 0; part < most_parts; ++part) {
        const std::uint32_t k = lane + part * group_lanes;
        if (enters && k <= shape.words) window.rows[slot * shape.stride + k] = parts[part];
      }
      if (enters && lane == 0) window.additions[slot] = 0;
    }
    __syncthreads();
    list_next_rows(shape, window, panel, count, counts[(panel + 1) % 2]);
    find_additions(window, pivots, window.list(panel), count);
    if (warp >= warps / 2) tabulate(shape, window, pivots);
    __syncthreads();
    if (panel + 1 == panels) break;
    const RowPlace* const next = window.list(panel + 1);
    const std::uint32_t next_word = (panel + 1) % shape.words;
    for (unsigned place = threadIdx.x; place < counts[(panel + 1) % 2]; place += block_threads) {
      const std::uint32_t slot = next[place].slot;
      window.panel_words[place] = window.rows[slot * shape.stride + next_word] ^
                                  sum_for(shape, window, window.additions[slot], next_word);
      window.chosen_for[place] = none;
    }
    __syncthreads();
  }
  if (panels > 0 && warp > 0 && add_pivots(shape, window, panels - 1, counts[(panels - 1) % 2], echelon)) {
    atomicOr(&contradictions, 1U);
  }
  __syncthreads();
  if (threadIdx.x == 0) *outcome = {rank, contradictions == 0 ? 1U : 0U};
}

/// Waits for `stream`, and returns the band of its system.
Band band_of(MatrixView<std::uint32_t> system, GpuStream stream) {
  const StreamBuffer<Band> on_device(1, stream);
  check_cuda(cudaMemsetAsync(on_device.data(), 0, sizeof(Band), stream), "bit_system_gpu_banded: clearing");
  static const unsigned blocks = resident_blocks(find_band, 256);
  find_band<<<blocks, 256, 0, stream>>>({system.data, system.stride}, static_cast<std::uint32_t>(system.rows),
                                        on_device.data());
  check_launch("bit_system_gpu_banded: the band");
  Band band{};
  check_cuda(cudaMemcpyAsync(&band, on_device.data(), sizeof band, cudaMemcpyDeviceToHost, stream),
             "bit_system_gpu_banded: copy of the band");
  check_cuda(cudaStreamSynchronize(stream), "bit_system_gpu_banded: finding the band");
  return band;
}

/// The maximum dynamic shared memory of a block of these kernels.
std::size_t most_shared_bytes() {
  static PerDevice<std::size_t> bytes;
  return bytes.get([] {
    int device = 0, most = 0;
    check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    check_cuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
               "shared memory");
    constexpr int static_bytes = 8192;  // at most
    permit_shared_memory<&eliminate>(most - static_bytes, "the window");
    permit_shared_memory<&substitute>(most - static_bytes, "the unknowns");
    return static_cast<std::size_t>(most - static_bytes);
  });
}

}  // namespace

void bit_system_gpu_banded(MatrixView<std::uint32_t> system, std::span<std::uint32_t> solution,
                           std::span<BitSystemOutcome> outcome, GpuStream stream) {
  const std::size_t n = system.rows;
  if (n > most_unknowns) {
    throw GpuError("bit_system_gpu_banded: " + std::to_string(n) + " unknowns, and " +
                   std::to_string(most_unknowns) + " are the most that it takes");
  }
  const Shape shape = shape_of(static_cast<std::uint32_t>(n), band_of(system, stream));
  const std::size_t bytes = window_bytes(shape);
  if (bytes > most_shared_bytes() || chunk_bytes(shape) > most_shared_bytes() ||
      shape.words >= most_parts * group_lanes) {
    bit_system_gpu_panels(system, solution, outcome, stream);
    return;
  }
  const StreamBuffer<std::uint32_t> echelon((n + panel_columns) * shape.stride, stream);
  check_cuda(cudaMemsetAsync(echelon.data(), 0, echelon.bytes(), stream),
             "bit_system_gpu_banded: clearing of the pivot rows");
  eliminate<<<1, block_threads, bytes, stream>>>({system.data, system.stride}, shape, echelon.data(),
                                                 outcome.data());
  check_launch("bit_system_gpu_banded: elimination");
  substitute<<<1, block_threads, chunk_bytes(shape), stream>>>(shape, echelon.data(), outcome.data(),
                                                               solution.data());
  check_launch("bit_system_gpu_banded: back substitution");
}

}  // namespace kernels

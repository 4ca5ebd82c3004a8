#pragma once

// What the kernels have in common that multiply slices from a ring in shared memory, on the tensor cores of
// compute capability 9.0.

#include <cstddef>

namespace kernels::hopper {

/// When a kernel has work at all: a word in device memory has the wanted value. So what one kernel finds
/// chooses among those after it, and the host need not wait.
struct Condition {
  const unsigned* word;
  unsigned wanted;
  __device__ bool holds() const { return *word == wanted; }
};

/// The ring of slices, as one side of it goes around.
template <int Stages>
struct RingPlace {
  int stage = 0;
  unsigned parity = 0;
  __device__ void advance() {
    if (++stage == Stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

/// Tiles that a cluster computes, Rows x Columns elements of a result, in the order of their computation.
template <int Rows, int Columns>
struct ClusterTiles {
  unsigned down, across;
  __host__ __device__ ClusterTiles(std::size_t rows, std::size_t columns)
      : down(static_cast<unsigned>((rows + Rows - 1) / Rows)),
        across(static_cast<unsigned>((columns + Columns - 1) / Columns)) {}
  __host__ __device__ unsigned count() const { return down * across; }
  struct Place {
    int row, column;
  };
  __device__ Place place(unsigned tile) const {
    constexpr unsigned patch_height = 8;  // neighbours in time share rows and columns in L2
    const unsigned patch = tile / (patch_height * across), inside = tile % (patch_height * across);
    const unsigned height = min(patch_height, down - patch * patch_height);
    return {static_cast<int>(patch * patch_height + inside % height) * Rows,
            static_cast<int>(inside / height) * Columns};
  }
};

}  // namespace kernels::hopper

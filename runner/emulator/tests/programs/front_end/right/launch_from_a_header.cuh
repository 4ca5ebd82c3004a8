// A small launcher in a header of its own: used by launch_from_a_header.cu.
#pragma once

template <typename F>
__global__ void applied(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

template <typename F>
void forEach(int n, F f) {
  applied<<<(n + 63) / 64, 64>>>(n, f);
}

#define FILL(pointer, n, value) filled<<<(n + 31) / 32, 32>>>(pointer, n, value)

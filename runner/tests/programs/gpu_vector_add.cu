// The control: adds two vectors on the GPU, checks every sum, prints OK.
#include <cstdio>

#include "vector_add_on_gpu.cuh"

int main() {
  if (!adds_right()) return 1;
  std::puts("OK");
}

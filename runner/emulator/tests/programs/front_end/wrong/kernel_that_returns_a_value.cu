// A kernel returns its result like a function.
#include <iostream>

#ifdef REPAIRED
__global__ void count(const int *a, int n, int *result) {
#else
__global__ int count(const int *a, int n, int *result) {  // refused: a __global__ function must have a void return type
#endif
  int found = 0;
  for (int i = 0; i < n; i++) found += a[i] > 10;
  *result = found;
#ifndef REPAIRED
  return found;
#endif
}

int main() {
  int h[30], *a, *result, r;
  for (int i = 0; i < 30; i++) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  count<<<1, 1>>>(a, 30, result);
  cudaMemcpy(&r, result, sizeof(int), cudaMemcpyDeviceToHost);
  std::cout << r << std::endl;
  cudaFree(a);
  cudaFree(result);
}

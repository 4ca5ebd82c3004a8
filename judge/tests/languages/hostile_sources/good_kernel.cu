#include <cstdio>
__global__ void twice(long long* n) { *n *= 2; }
int main() {
  long long n, *on_gpu;
  if (scanf("%lld", &n) != 1 || cudaMalloc(&on_gpu, sizeof n)) return 1;
  cudaMemcpy(on_gpu, &n, sizeof n, cudaMemcpyHostToDevice);
  twice<<<1, 1>>>(on_gpu);
  if (cudaMemcpy(&n, on_gpu, sizeof n, cudaMemcpyDeviceToHost)) return 1;
  printf("%lld\n", n);
}

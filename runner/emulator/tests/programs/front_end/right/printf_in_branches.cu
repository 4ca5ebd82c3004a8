// Where lanes take different ways, each way prints in turn, in the order of the source; then they print together again.
#include <stdio.h>

__global__ void branches(const int* x) {
  int t = threadIdx.x;
  if (x[t] % 2) printf("odd %d\n", t); else printf("even %d\n", t);
  if (t == 0) printf("A\n");
  if (t == 1) printf("B\n");
  if (t == 2) printf("C\n");
  for (int i = 0; i < x[t]; ++i) printf("%d:%d\n", t, i);
  printf("end %d\n", t);
}

int main() {
  int* x;
  cudaMallocManaged(&x, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) x[i] = i;
  branches<<<1, 4>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  return 0;
}

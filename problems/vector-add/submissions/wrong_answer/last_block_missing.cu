// Wrong: the number of blocks is rounded down, so that the last elements are never added. Nobody notices that
// with fewer than 256 elements the launch fails.
#include <cstdio>
#include <vector>

__global__ void add(const int* a, const int* b, long long* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = (long long)a[i] + b[i];
}

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> a(n), b(n);
  for (int& x : a) scanf("%d", &x);
  for (int& x : b) scanf("%d", &x);
  std::vector<long long> sum(n);
  int *device_a, *device_b;
  long long* device_sum;
  cudaMalloc(&device_a, n * sizeof(int));
  cudaMalloc(&device_b, n * sizeof(int));
  cudaMalloc(&device_sum, n * sizeof(long long));
  cudaMemcpy(device_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  add<<<n / 256, 256>>>(device_a, device_b, device_sum);
  cudaMemcpy(sum.data(), device_sum, n * sizeof(long long), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%lld%c", sum[i], i + 1 < n ? ' ' : '\n');
}

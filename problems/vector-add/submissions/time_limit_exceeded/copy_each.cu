// Too slow: three copies and a launch for every single element.
#include <cstdio>
#include <vector>

__global__ void add(const int* a, const int* b, long long* sum) {
  *sum = (long long)*a + *b;
}

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> a(n), b(n);
  for (int& x : a) scanf("%d", &x);
  for (int& x : b) scanf("%d", &x);
  int *device_a, *device_b;
  long long *device_sum, sum;
  cudaMalloc(&device_a, sizeof(int));
  cudaMalloc(&device_b, sizeof(int));
  cudaMalloc(&device_sum, sizeof(long long));
  for (int i = 0; i < n; i++) {
    cudaMemcpy(device_a, &a[i], sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(device_b, &b[i], sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, 1>>>(device_a, device_b, device_sum);
    if (cudaMemcpy(&sum, device_sum, sizeof(long long), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    printf("%lld%c", sum, i + 1 < n ? ' ' : '\n');
  }
}

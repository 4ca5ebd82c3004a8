// Wrong: the sum is made by an atomic addition of 32 bits. Caught by the sums that do not fit:
// just-misses-32-bits.
#include <cctype>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void fold(char how, const int* in, int n, int* result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (how == 'u') atomicAdd(result, in[i]);
  if (how == 'a') atomicMax(result, in[i]);
  if (how == 'i') atomicMin(result, in[i]);
}

int main() {
  char word[16] = "sum", first[16];
  int n;
  if (scanf("%15s", first) != 1) return 1;
  if (isalpha(first[0])) {
    strcpy(word, first);
    if (scanf("%d", &n) != 1) return 1;
  } else {
    n = atoi(first);
  }
  std::vector<int> in(n);
  for (int& x : in) scanf("%d", &x);
  char how = word[1];
  if (how == 'r') {  // there is no atomic product
    long long product = 1;
    for (long long x : in) product = product * ((x + 1000000007) % 1000000007) % 1000000007;
    printf("%lld\n", product);
    return 0;
  }
  int *device_in, *device_result, result = how == 'u' ? 0 : how == 'a' ? INT_MIN : INT_MAX;
  cudaMalloc(&device_in, n * sizeof(int));
  cudaMalloc(&device_result, sizeof(int));
  cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(device_result, &result, sizeof(int), cudaMemcpyHostToDevice);
  fold<<<(n + 255) / 256, 256>>>(how, device_in, n, device_result);
  if (cudaMemcpy(&result, device_result, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("%d\n", result);
}

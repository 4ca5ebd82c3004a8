// Counts the values of an array; nobody sets the counters to 0.
#include <cstdio>
#include <vector>

__global__ void count(const unsigned char *values, int n, unsigned *counters) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (values[i] == 3) atomicAdd(&counters[0], 1u);  // fault: uninitialised-read
  }
}

int main() {
  std::vector<unsigned char> values(10000);
  for (size_t i = 0; i < values.size(); i++) values[i] = i * i % 11;
  unsigned char *d_values;
  unsigned *d_counters, counter;
  cudaMalloc(&d_values, values.size());
  cudaMalloc(&d_counters, sizeof(unsigned));
#ifdef REPAIRED
  cudaMemset(d_counters, 0, sizeof(unsigned));
#endif
  cudaMemcpy(d_values, values.data(), values.size(), cudaMemcpyHostToDevice);
  count<<<1, 128>>>(d_values, values.size(), d_counters);
  cudaMemcpy(&counter, d_counters, sizeof counter, cudaMemcpyDeviceToHost);
  printf("%u\n", counter);
  cudaFree(d_values);
  cudaFree(d_counters);
}

// cp.async with the 32-bit address that __cvta_generic_to_shared gives: what lies behind the source's end becomes zero.
#include <cstdio>

__global__ void reversed(const float *from, int count, float *to) {
  __shared__ __align__(16) float tile[64];
  const int first = 4 * static_cast<int>(threadIdx.x);
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(tile + first));
  const int left = count - first, bytes = left <= 0 ? 0 : left >= 4 ? 16 : 4 * left;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from + first), "r"(bytes) : "memory");
  asm volatile("cp.async.commit_group;\n\tcp.async.wait_all;" ::: "memory");
  __syncthreads();
  for (int i = 0; i < 4; ++i) to[first + i] = tile[63 - first - i];
}

int main() {
  float values[64];
  for (int i = 0; i < 64; ++i) values[i] = i + 1.0f;
  float *from, *to;
  cudaMalloc(&from, sizeof(values));
  cudaMalloc(&to, sizeof(values));
  cudaMemcpy(from, values, sizeof(values), cudaMemcpyHostToDevice);
  reversed<<<1, 16>>>(from, 42, to);
  cudaMemcpy(values, to, sizeof(values), cudaMemcpyDeviceToHost);
  for (const float value : values) printf("%g ", value);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(from);
  cudaFree(to);
}

// Small kernels whose memory accesses can be counted on paper; expected.json has the figures of each. One
// warp and one block, unless a kernel says otherwise.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int values = 32 * 32 * 8;

__global__ void copy(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void copy_column(const float* in, float* out) {
  out[threadIdx.x * 32] = in[threadIdx.x * 32];
}
template <int step>
__global__ void stride(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x * step];
}
__global__ void copy_float4(const float4* in, float4* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void misaligned_by_4(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}
__global__ void broadcast(const float* in, float* out) {
  out[threadIdx.x] = in[5];
}
__global__ void half_a_warp(const float* in, float* out) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = in[threadIdx.x];
}
__global__ void in_a_loop(const float* in, float* out) {
  float sum = 0;
  for (int row = 0; row < 32; ++row) sum += in[row * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}
// Longer than what is kept of lanes that wait for others.
__global__ void long_loop(const float* in, float* out, int times) {
  float sum = 0;
  for (int time = 0; time < times; ++time)
    sum += in[(time % 64) * 32 + threadIdx.x] * static_cast<float>(time);
  out[threadIdx.x] = sum;
}
__global__ void shared_column(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void shared_column_padded(float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void shared_broadcast(float* out) {
  __shared__ float word[32];
  word[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = word[7];
}
__global__ void shared_doubles(double* out) {
  __shared__ double row[32];
  row[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = row[31 - threadIdx.x];
}
__global__ void count_all(unsigned* counter) {
  atomicAdd(counter, 1u);
}
__global__ void count_by_lane(unsigned* counters) {
  atomicAdd(&counters[threadIdx.x], 1u);
}
__global__ void count_in_shared(unsigned* out) {
  __shared__ unsigned counters[8];
  if (threadIdx.x < 8) counters[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counters[threadIdx.x % 8], 1u);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = counters[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, values * sizeof(float));
  cudaMalloc(&out, values * sizeof(float));
  cudaMemset(in, 0, values * sizeof(float));
  cudaMemset(out, 0, values * sizeof(float));
  const dim3 square(32, 32);
  copy<<<1, 32>>>(in, out);
  copy_column<<<1, 32>>>(in, out);
  stride<2><<<1, 32>>>(in, out);
  stride<4><<<1, 32>>>(in, out);
  stride<8><<<1, 32>>>(in, out);
  copy_float4<<<1, 32>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out));
  misaligned_by_4<<<1, 32>>>(in, out);
  broadcast<<<1, 32>>>(in, out);
  half_a_warp<<<1, 32>>>(in, out);
  in_a_loop<<<1, 32>>>(in, out);
  long_loop<<<1, 32>>>(in, out, 10000);
  shared_column<<<1, square>>>(out);
  shared_column_padded<<<1, square>>>(out);
  shared_broadcast<<<1, 32>>>(out);
  shared_doubles<<<1, 32>>>(reinterpret_cast<double*>(out));
  count_all<<<1, 32>>>(reinterpret_cast<unsigned*>(out));
  count_by_lane<<<1, 32>>>(reinterpret_cast<unsigned*>(out));
  count_in_shared<<<1, 32>>>(reinterpret_cast<unsigned*>(out));
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}

// cuda::barrier in shared memory: arrive and wait apart, producers and consumers among the warps of a block.
#include <cuda/barrier>
#include <cstdio>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  __shared__ int s[96];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  int t = threadIdx.x;
  s[t] = in[t];
  barrier::arrival_token token = bar.arrive();
  int own = in[t] * 1000;  // does not need the others
  bar.wait(std::move(token));
  int value = own + s[blockDim.x - 1 - t];
  bar.arrive_and_wait();
  s[t] = value;
  bar.arrive_and_wait();
  out[t] = s[(t + 1) % blockDim.x];
}

// The first warp fills two buffers in turn; the other two warps add up.
__global__ void stages(const int *in, int n, int *out) {
  __shared__ int buffer[2][64];
  __shared__ barrier full[2], empty[2];
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], blockDim.x);
    init(&empty[threadIdx.x], blockDim.x);
  }
  __syncthreads();
  const int steps = n / 64;
  if (threadIdx.x < 32) {
    for (int step = 0; step < steps; ++step) {
      empty[step % 2].arrive_and_wait();
      for (int i = threadIdx.x; i < 64; i += 32) buffer[step % 2][i] = in[step * 64 + i];
      (void)full[step % 2].arrive();
    }
  } else {
    int mine = threadIdx.x - 32, sum = 0;
    (void)empty[0].arrive();
    (void)empty[1].arrive();
    for (int step = 0; step < steps; ++step) {
      full[step % 2].arrive_and_wait();
      sum += buffer[step % 2][mine] * (step + 1);
      (void)empty[step % 2].arrive();
    }
    out[mine] = sum;
  }
}

int main() {
  const int n = 7 * 64;
  int h[n], r[96], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i % 91;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  exchange<<<1, 96>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", r[0], r[50], r[95]);
  stages<<<1, 96>>>(in, n, out);
  cudaMemcpy(r, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", r[0], r[31], r[63]);
  cudaFree(in);
  cudaFree(out);
}

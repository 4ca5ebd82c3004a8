// cuda::atomic and cuda::atomic_ref with scopes and memory orders: a message is passed from block to block.
#include <cuda/atomic>
#include <cstdio>
#include <new>

__device__ cuda::atomic<int, cuda::thread_scope_device> total{0};

__global__ void messages(int *box, int *flag, int *received) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    for (int i = 0; i < 8; ++i) box[i] = i * i + 1;
    ready.store(1, cuda::std::memory_order_release);
    ready.notify_all();
  } else {
    while (ready.load(cuda::std::memory_order_acquire) == 0) {
    }
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += box[i];
    received[blockIdx.x] = sum;
  }
}

__global__ void tally(const unsigned *values, int n, unsigned *highest) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> ofBlock;
  if (threadIdx.x == 0) new (&ofBlock) cuda::atomic<int, cuda::thread_scope_block>(0);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    ofBlock.fetch_add(values[i] % 10, cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*highest).fetch_max(values[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) total += ofBlock.load();
  int expected = -1;
  if (i == 0) total.compare_exchange_strong(expected, 0);
}

__global__ void result(int *out) { *out = total.load(); }

int main() {
  const int n = 450;
  unsigned h[n], *values, *highest, top = 0;
  int received[4], out, *box, *flag, *dreceived;
  for (int i = 0; i < n; ++i) h[i] = i * 77 % 1000;
  cudaMalloc(&values, sizeof h), cudaMalloc(&highest, sizeof top), cudaMalloc(&box, 8 * sizeof(int));
  cudaMalloc(&flag, sizeof(int)), cudaMalloc(&dreceived, sizeof received);
  cudaMemset(flag, 0, sizeof(int)), cudaMemset(highest, 0, sizeof top), cudaMemset(dreceived, 0, sizeof received);
  cudaMemcpy(values, h, sizeof h, cudaMemcpyHostToDevice);
  messages<<<4, 32>>>(box, flag, dreceived);
  cudaMemcpy(received, dreceived, sizeof received, cudaMemcpyDeviceToHost);
  printf("received %d %d %d\n", received[1], received[2], received[3]);
  tally<<<5, 96>>>(values, n, highest);
  cudaMemcpy(&top, highest, sizeof top, cudaMemcpyDeviceToHost);
  result<<<1, 1>>>(box);
  cudaMemcpy(&out, box, sizeof out, cudaMemcpyDeviceToHost);
  printf("digits %d, highest %u\n", out, top);
  cudaFree(values), cudaFree(highest), cudaFree(box), cudaFree(flag), cudaFree(dreceived);
}

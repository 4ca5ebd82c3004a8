// One buffer for all pieces: the host fills it again while the copy before may still read it.
#include <cstdio>

__global__ void add(int* sum, const int* piece, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += piece[i];
}

int main() {
  const int n = 512;
  int *sum, *piece, *pinned, first;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&sum, n * sizeof(int));
  cudaMalloc(&piece, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaMemset(sum, 0, n * sizeof(int));
  for (int round = 1; round <= 3; ++round) {
    for (int i = 0; i < n; ++i) {
      pinned[i] = round * (i + 1);  // fault: unsynchronised-access
    }
    cudaMemcpyAsync(piece, pinned, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    add<<<2, 256, 0, stream>>>(sum, piece, n);
#ifdef REPAIRED
    cudaStreamSynchronize(stream);
#endif
  }
  cudaMemcpy(&first, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("first %d\n", first);
  cudaFree(sum);
  cudaFree(piece);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

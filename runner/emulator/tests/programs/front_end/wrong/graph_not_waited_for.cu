// A graph that was launched is read from at once.
#include <cstdio>

__global__ void add_one(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

int main() {
  const int n = 300;
  int *device, *pinned;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaMalloc(&device, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaMemset(device, 0, n * sizeof(int));
  cudaDeviceSynchronize();
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add_one<<<2, 256, 0, stream>>>(device, n);
  cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int round = 0; round < 3; ++round) cudaGraphLaunch(exec, stream);
#ifdef REPAIRED
  cudaStreamSynchronize(stream);
#endif
  std::printf("first %d\n", pinned[0]);  // fault: unsynchronised-access
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

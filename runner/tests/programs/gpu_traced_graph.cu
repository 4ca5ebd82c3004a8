// Three kernels in a graph that is launched five times.
#include "traced.cuh"

int main() {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t launchable;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int k = 0; k < 3; ++k) spin<<<1, 32, 0, stream>>>(some_milliseconds / 4);
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&launchable, graph, 0));
  const Stopwatch watch(stream);
  for (int k = 0; k < 5; ++k) CHECK_CUDA(cudaGraphLaunch(launchable, stream));
  print_measured("kernels_ns", watch.elapsed_ns());
}

// A graph captured from a stream with a fork and a join, launched several times.
#include <cstdio>
#include <vector>

static void die(const char *what, cudaError_t e, int line) {
  std::fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(e));
  std::exit(1);
}
#define TRY(...)                                                  \
  if (cudaError_t e_ = (__VA_ARGS__); e_ != cudaSuccess) {        \
    die(#__VA_ARGS__, e_, __LINE__);                              \
  }

__global__ void increment(int *x, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}

__global__ void combine(const int *a, const int *b, int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] * 10 + b[i];
}

int main() {
  const int n = 321, blocks = (n + 127) / 128;
  int *a, *b, *c;
  std::vector<int> h(n);
  TRY(cudaMalloc(&a, n * sizeof(int)));
  TRY(cudaMalloc(&b, n * sizeof(int)));
  TRY(cudaMalloc(&c, n * sizeof(int)));
  TRY(cudaMemset(a, 0, n * sizeof(int)));
  TRY(cudaMemset(b, 0, n * sizeof(int)));
  cudaStream_t stream, side;
  TRY(cudaStreamCreate(&stream));
  TRY(cudaStreamCreate(&side));
  cudaEvent_t fork, join;
  TRY(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  TRY(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  TRY(cudaDeviceSynchronize());

  cudaGraph_t graph;
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  TRY(cudaEventRecord(fork, stream));
  TRY(cudaStreamWaitEvent(side, fork, 0));
  for (int k = 1; k <= 4; ++k) increment<<<blocks, 128, 0, stream>>>(a, n, k);
  increment<<<blocks, 128, 0, side>>>(b, n, 1);
  TRY(cudaEventRecord(join, side));
  TRY(cudaStreamWaitEvent(stream, join, 0));
  combine<<<blocks, 128, 0, stream>>>(a, b, c, n);
  TRY(cudaMemcpyAsync(h.data(), c, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  TRY(cudaStreamEndCapture(stream, &graph));
  std::printf("captured, nothing has run: %d\n", h[0]);

  size_t nodes = 0;
  TRY(cudaGraphGetNodes(graph, nullptr, &nodes));
  cudaGraphExec_t exec;
  TRY(cudaGraphInstantiate(&exec, graph, 0));
  for (int launch = 1; launch <= 3; ++launch) {
    TRY(cudaGraphLaunch(exec, stream));
    TRY(cudaStreamSynchronize(stream));
    std::printf("launch %d of %zu nodes: %d %d\n", launch, nodes, h[0], h[n - 1]);
  }
  TRY(cudaGraphExecDestroy(exec));
  TRY(cudaGraphDestroy(graph));
  cudaEventDestroy(fork), cudaEventDestroy(join);
  cudaStreamDestroy(stream), cudaStreamDestroy(side);
  cudaFree(a), cudaFree(b), cudaFree(c);
}

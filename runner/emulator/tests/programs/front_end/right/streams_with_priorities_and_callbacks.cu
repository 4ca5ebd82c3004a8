// Copies and kernels in streams, callbacks, host functions and events.
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(call)                                                              \
  do {                                                                           \
    cudaError_t e_ = (call);                                                     \
    if (e_ != cudaSuccess) {                                                     \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
      exit(1);                                                                   \
    }                                                                            \
  } while (0)
__global__ void scale(float* x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] *= a;
}
static void CUDART_CB done(cudaStream_t, cudaError_t status, void* data) {
  *static_cast<int*>(data) += status == cudaSuccess ? 1 : 100;
}
static void CUDART_CB host_fn(void* data) { *static_cast<int*>(data) += 10; }
int main() {
  const int n = 1 << 16, parts = 4, chunk = n / parts;
  float *host, *device;
  CHECK(cudaMallocHost(&host, n * sizeof(float)));
  CHECK(cudaMalloc(&device, n * sizeof(float)));
  for (int i = 0; i < n; i++) host[i] = i % 100;
  cudaStream_t streams[parts];
  int least, greatest;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  for (int i = 0; i < parts; i++)
    CHECK(cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, i % 2 ? least : greatest));
  int counter = 0;
  cudaEvent_t start, stop, ready;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  CHECK(cudaEventRecord(start));
  for (int i = 0; i < parts; i++) {
    CHECK(cudaMemcpyAsync(device + i * chunk, host + i * chunk, chunk * sizeof(float), cudaMemcpyHostToDevice,
                          streams[i]));
    scale<<<32, 128, 0, streams[i]>>>(device + i * chunk, i + 1.0f, chunk);
    CHECK(cudaMemcpyAsync(host + i * chunk, device + i * chunk, chunk * sizeof(float), cudaMemcpyDeviceToHost,
                          streams[i]));
    CHECK(cudaStreamAddCallback(streams[i], done, &counter, 0));
  }
  for (auto s : streams) CHECK(cudaStreamSynchronize(s));
  CHECK(cudaLaunchHostFunc(streams[0], host_fn, &counter));
  CHECK(cudaEventRecord(ready, streams[0]));
  CHECK(cudaStreamWaitEvent(streams[1], ready, 0));
  CHECK(cudaStreamSynchronize(streams[1]));
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  printf("elapsed %s, counter %d\n", ms >= 0 ? "ok" : "negative", counter);
  cudaError_t e = cudaEventElapsedTime(&ms, start, ready);
  printf("elapsed without timing: %s\n", cudaGetErrorName(e));
  printf("query %s %s\n", cudaGetErrorName(cudaStreamQuery(streams[2])),
         cudaGetErrorName(cudaEventQuery(stop)));
  int priority;
  unsigned flags;
  CHECK(cudaStreamGetPriority(streams[0], &priority));
  CHECK(cudaStreamGetFlags(streams[0], &flags));
  printf("priority %d flags %u least %d greatest %d\n", priority, flags, least, greatest);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += host[i];
  printf("sum %.1f\n", sum);
  cudaGetLastError();
  for (auto s : streams) CHECK(cudaStreamDestroy(s));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaEventDestroy(ready));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(device));
}

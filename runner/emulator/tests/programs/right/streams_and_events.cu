// Copies and kernels in several streams, timed with events; one stream waits for the others.
#include <stdio.h>
#include <stdlib.h>

#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

#define CHUNK 4096
#define CHUNKS 6
#define STREAMS 3

__global__ void average(const int *a, const int *b, int *c)
{
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx < CHUNK) {
        int idx1 = (idx + 1) % 256;
        int idx2 = (idx + 2) % 256;
        c[idx] = ((a[idx] + a[idx1] + a[idx2]) / 3 + (b[idx] + b[idx1] + b[idx2]) / 3) / 2;
    }
}

__global__ void add_up(const int *c, int n, unsigned long long *sum)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(sum, (unsigned long long)c[i]);
}

static void CUDART_CB copied(cudaStream_t stream, cudaError_t status, void *data)
{
    *(int *)data += status == cudaSuccess;
}

int main(void)
{
    cudaDeviceProp prop;
    int device, done = 0, *host_a, *host_b, *dev_c, *dev_a[STREAMS], *dev_b[STREAMS];
    cudaEvent_t start, stop, ready[STREAMS];
    cudaStream_t stream[STREAMS];
    unsigned long long *dev_sum, sum, expected = 0;
    float elapsed;

    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaGetDeviceProperties(&prop, device));
    if (prop.asyncEngineCount == 0) printf("no overlap here\n");
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_ERROR(cudaHostAlloc((void **)&host_a, CHUNK * CHUNKS * sizeof(int), cudaHostAllocDefault));
    HANDLE_ERROR(cudaHostAlloc((void **)&host_b, CHUNK * CHUNKS * sizeof(int), cudaHostAllocDefault));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, CHUNK * CHUNKS * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sum, sizeof(sum)));
    for (int s = 0; s < STREAMS; s++) {
        HANDLE_ERROR(s == 0 ? cudaStreamCreate(&stream[s]) : cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
        HANDLE_ERROR(cudaEventCreateWithFlags(&ready[s], cudaEventDisableTiming));
        HANDLE_ERROR(cudaMalloc((void **)&dev_a[s], CHUNK * sizeof(int)));
        HANDLE_ERROR(cudaMalloc((void **)&dev_b[s], CHUNK * sizeof(int)));
    }
    for (int i = 0; i < CHUNK * CHUNKS; i++) {
        host_a[i] = i * 5 % 1000;
        host_b[i] = i * 3 % 500;
    }

    HANDLE_ERROR(cudaEventRecord(start, 0));
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        int s = chunk % STREAMS, offset = chunk * CHUNK;
        HANDLE_ERROR(cudaMemcpyAsync(dev_a[s], host_a + offset, CHUNK * sizeof(int), cudaMemcpyHostToDevice, stream[s]));
        HANDLE_ERROR(cudaMemcpyAsync(dev_b[s], host_b + offset, CHUNK * sizeof(int), cudaMemcpyHostToDevice, stream[s]));
        average<<<CHUNK / 256, 256, 0, stream[s]>>>(dev_a[s], dev_b[s], dev_c + offset);
        HANDLE_ERROR(cudaGetLastError());
    }
    for (int s = 1; s < STREAMS; s++) {
        HANDLE_ERROR(cudaEventRecord(ready[s], stream[s]));
        HANDLE_ERROR(cudaStreamWaitEvent(stream[0], ready[s], 0));
    }
    HANDLE_ERROR(cudaMemsetAsync(dev_sum, 0, sizeof(sum), stream[0]));
    add_up<<<8, 64, 0, stream[0]>>>(dev_c, CHUNK * CHUNKS, dev_sum);
    HANDLE_ERROR(cudaMemcpyAsync(&sum, dev_sum, sizeof(sum), cudaMemcpyDeviceToHost, stream[0]));
    HANDLE_ERROR(cudaStreamAddCallback(stream[0], copied, &done, 0));
    for (int s = 0; s < STREAMS; s++) HANDLE_ERROR(cudaStreamSynchronize(stream[s]));
    HANDLE_ERROR(cudaEventRecord(stop, 0));
    HANDLE_ERROR(cudaEventSynchronize(stop));
    HANDLE_ERROR(cudaEventElapsedTime(&elapsed, start, stop));

    for (int i = 0; i < CHUNK * CHUNKS; i++) {
        int *a = host_a + i / CHUNK * CHUNK, *b = host_b + i / CHUNK * CHUNK, k = i % CHUNK;
        int k1 = (k + 1) % 256, k2 = (k + 2) % 256;
        expected += ((a[k] + a[k1] + a[k2]) / 3 + (b[k] + b[k1] + b[k2]) / 3) / 2;
    }
    printf("sum %llu, expected %llu\n", sum, expected);
    printf("time: %s, callbacks: %d\n", elapsed > 0 && elapsed < 60000 ? "plausible" : "strange", done);

    for (int s = 0; s < STREAMS; s++) {
        cudaFree(dev_a[s]);
        cudaFree(dev_b[s]);
        cudaEventDestroy(ready[s]);
        cudaStreamDestroy(stream[s]);
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(dev_c);
    cudaFree(dev_sum);
    cudaFreeHost(host_a);
    cudaFreeHost(host_b);
    return 0;
}

// A block waits for another one's flag, which is an ordinary variable: the compiler may read it only once.
#include <stdio.h>

__device__ int value;
#ifdef REPAIRED
__device__ volatile int ready;
#else
__device__ int ready;
#endif

__global__ void handOver(int *out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 1) {
        value = 4711;
        __threadfence();
        ready = 1;
    } else {
        // Bounded, so that it ends where the flag is read once: without a bound it would be an endless loop.
        for (long long tries = 0; !ready && tries < 1LL << 40; ++tries)
            ;
        __threadfence();
        *out = value;  // fault: global-memory-race
    }
}

int main() {
    int *out, h = 0;
    cudaMalloc(&out, sizeof(int));
    handOver<<<2, 32>>>(out);
    cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(out);
    return 0;
}

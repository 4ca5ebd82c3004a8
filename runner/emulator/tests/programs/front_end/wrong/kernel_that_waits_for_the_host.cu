// The kernel waits for a flag that the host sets only after it has waited for the kernel.
#include <cstdio>
#include <cstdlib>

#define SAFE(x) if ((x) != cudaSuccess) { std::puts("error"); std::exit(1); }

__global__ void waiter(volatile int *flag, int *out) {
    while (*flag == 0)  // fault: deadlock
        ;
    __threadfence_system();
    out[threadIdx.x] = *flag + threadIdx.x;
}

int main() {
    int *flag, *dflag, *out, h[5];
    SAFE(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
    SAFE(cudaHostGetDevicePointer(&dflag, flag, 0));
    SAFE(cudaMalloc(&out, sizeof h));
    *flag = 0;
#ifdef REPAIRED
    *flag = 30;
    waiter<<<1, 5>>>(dflag, out);
    SAFE(cudaDeviceSynchronize());
#else
    waiter<<<1, 5>>>(dflag, out);
    SAFE(cudaDeviceSynchronize());
    *flag = 30;
#endif
    SAFE(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (int x : h) std::printf("%d ", x);
    std::puts("");
    cudaFree(out);
    cudaFreeHost(flag);
}

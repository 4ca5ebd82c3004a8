// Global sums, each right: one atomicAdd per thread, one per warp, one per block, and one slot per thread.
#include <stdio.h>

__global__ void perThread(const int *a, int n, int *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, a[i]);
}

__global__ void perWarp(const int *a, int n, int *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = __reduce_add_sync(~0u, i < n ? a[i] : 0);
    if (threadIdx.x % warpSize == 0) atomicAdd(sum, v);
}

__global__ void perBlock(const int *a, int n, int *sum) {
    __shared__ int s;
    if (!threadIdx.x) s = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd_block(&s, a[i]);
    __syncthreads();
    if (!threadIdx.x) atomicAdd(sum, s);
}

__global__ void slots(const int *a, int n, int *slot) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    slot[t] = 0;
    for (int i = t; i < n; i += stride) slot[t] += a[i];
}

__global__ void serial(const int *slot, int n, int *sum) {
    for (int i = 0; i < n; i++) *sum += slot[i];
}

int main() {
    const int n = 7777;
    static int h[n];
    int *a, *sum, *slot, expected = 0, result;
    for (int i = 0; i < n; i++) expected += h[i] = i % 100 - 20;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&sum, 4 * sizeof(int));
    cudaMalloc(&slot, 96 * sizeof(int));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, 4 * sizeof(int));
    const int blocks = (n + 127) / 128;
    perThread<<<blocks, 128>>>(a, n, sum);
    perWarp<<<blocks, 128>>>(a, n, sum + 1);
    perBlock<<<blocks, 128>>>(a, n, sum + 2);
    slots<<<2, 48>>>(a, n, slot);
    serial<<<1, 1>>>(slot, 96, sum + 3);
    for (int k = 0; k < 4; k++) {
        cudaMemcpy(&result, sum + k, sizeof result, cudaMemcpyDeviceToHost);
        printf("%d %s\n", result, result == expected ? "right" : "wrong");
    }
    cudaFree(a), cudaFree(sum), cudaFree(slot);
}

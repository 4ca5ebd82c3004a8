// Whoever finds the number says so: many threads write the same value to one flag, which is harmless.
#include <stdio.h>
#include <stdbool.h>

__global__ void contains(const int *a, int n, int wanted, bool *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == wanted) *found = true;
}

__global__ void isSorted(const int *a, int n, int *sorted)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n && a[i] > a[i + 1]) *sorted = 0;
}

__global__ void anyInBlock(const int *a, int n, int limit, int *blocks)
{
    __shared__ int any;
    any = 0;                        // all threads store the same
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > limit) any = 1;
    __syncthreads();
    blocks[blockIdx.x] = any;       // once more
}

int main()
{
    const int n = 1500;
    int h[n], *a, *sorted, *blocks;
    bool *found;
    for (int i = 0; i < n; i++) h[i] = i % 50 + (i >= 1400 ? 25 : 0);
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&found, sizeof(bool));
    cudaMalloc(&sorted, sizeof(int));
    cudaMalloc(&blocks, 12 * sizeof(int));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    for (int wanted = 37; wanted < 100; wanted += 38) {
        bool answer = false;
        cudaMemcpy(found, &answer, sizeof(bool), cudaMemcpyHostToDevice);
        contains<<<12, 128>>>(a, n, wanted, found);
        cudaMemcpy(&answer, found, sizeof(bool), cudaMemcpyDeviceToHost);
        printf("%d: %s\n", wanted, answer ? "found" : "not there");
    }
    int one = 1, b[12];
    cudaMemcpy(sorted, &one, sizeof(int), cudaMemcpyHostToDevice);
    isSorted<<<12, 128>>>(a, n, sorted);
    cudaMemcpy(&one, sorted, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sorted: %d\n", one);
    anyInBlock<<<12, 128>>>(a, n, 49, blocks);
    cudaMemcpy(b, blocks, sizeof b, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 12; i++) printf("%d", b[i]);
    printf("\n");
    cudaFree(a), cudaFree(found), cudaFree(sorted), cudaFree(blocks);
    return 0;
}

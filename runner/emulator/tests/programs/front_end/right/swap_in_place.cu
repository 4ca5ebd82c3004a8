// Reversal and odd-even sorting in place: each thread owns a pair, so nothing is shared between them.
#include <stdio.h>
#include <stdlib.h>

__device__ void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

__global__ void reverse(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) swap(&a[i], &a[n - 1 - i]);
}

__global__ void exchange(int *a, int n, int phase)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
    if (i + 1 < n && a[i] > a[i + 1]) swap(a + i, a + i + 1);
}

// In one block all phases fit into one launch: __syncthreads also orders its global memory.
__global__ void sortInOneBlock(int *a, int n)
{
    for (int phase = 0; phase < n; phase++) {
        int i = 2 * threadIdx.x + phase % 2;
        if (i + 1 < n && a[i] > a[i + 1]) swap(a + i, a + i + 1);
        __syncthreads();
    }
}

static void show(const char *title, const int *a, int n)
{
    printf("%-9s", title);
    for (int i = 0; i < n; i += 17) printf(" %d", a[i]);
    printf("\n");
}

int main()
{
    const int n = 151;
    int *h = (int *)malloc(n * sizeof(int)), *d;
    for (int i = 0; i < n; i++) h[i] = i * 64 % 151;
    cudaMalloc((void **)&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    reverse<<<3, 32>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    show("reversed", h, n);
    for (int phase = 0; phase < n; phase++) exchange<<<3, 32>>>(d, n, phase & 1);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    show("sorted", h, n);
    reverse<<<3, 32>>>(d, n);
    sortInOneBlock<<<1, 80>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    show("again", h, n);
    cudaFree(d);
    free(h);
    return 0;
}

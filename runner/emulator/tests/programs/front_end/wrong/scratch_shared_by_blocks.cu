// Scratch space in global memory: each thread has a row of its own, but every block has the same rows.
#include <stdio.h>
#define ROW 8
#define THREADS 64

__global__ void medians(const int *in, int *out, int *scratch, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
#ifdef REPAIRED
    int *mine = scratch + i * ROW;
#else
    int *mine = scratch + threadIdx.x * ROW;
#endif
    if (i >= n) return;
    int middle = 0;
    for (int k = 0; k < ROW; k++) {
        int v = in[(i + k) % n], j = k;
        for (; j > 0 && mine[j - 1] > v; j--) mine[j] = mine[j - 1];  // fault: global-memory-race
        mine[j] = v, middle = mine[(k + 1) / 2];  // fault: global-memory-race
    }
    out[i] = middle;
}

int main(void)
{
    const int n = 1000, blocks = (n + THREADS - 1) / THREADS;
    int h[n], r[n], *in, *out, *scratch;
    for (int i = 0; i < n; i++) h[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMalloc(&scratch, blocks * THREADS * ROW * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    medians<<<blocks, THREADS>>>(in, out, scratch, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < n; i++) sum += r[i] * (i % 3 + 1);
    printf("%d %d %ld\n", r[0], r[n - 1], sum);
    cudaFree(in), cudaFree(out), cudaFree(scratch);
    return 0;
}

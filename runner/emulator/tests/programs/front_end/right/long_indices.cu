// Indices and products beyond 32 bits are computed in 64 bits.
#include <stdio.h>
#include <stdint.h>

__global__ void hash(uint32_t *bins, int n, int m)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    size_t at = i * 2654435761u % m;        // 64 bits: never negative
    atomicAdd(&bins[at], 1);
}

__global__ void triangle(const int *rows, long long *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sums[i] = (long long)rows[i] * (rows[i] + 1) / 2;
}

int main()
{
    const int n = 2000, m = 257;
    uint32_t *bins, h[m];
    cudaMalloc(&bins, sizeof(h));
    cudaMemset(bins, 0, sizeof(h));
    hash<<<(n + 255) / 256, 256>>>(bins, n, m);
    cudaMemcpy(h, bins, sizeof(h), cudaMemcpyDeviceToHost);
    uint32_t most = 0, all = 0;
    for (int i = 0; i < m; i++) {
        all += h[i];
        if (h[i] > most) most = h[i];
    }
    printf("%u in all, at most %u in a bin\n", all, most);

    int rows[3] = {46341, 100000, 2000000000}, *r;
    long long s[3], *sums;
    cudaMalloc(&r, sizeof(rows));
    cudaMalloc(&sums, sizeof(s));
    cudaMemcpy(r, rows, sizeof(rows), cudaMemcpyHostToDevice);
    triangle<<<1, 32>>>(r, sums, 3);
    cudaMemcpy(s, sums, sizeof(s), cudaMemcpyDeviceToHost);
    printf("%lld %lld %lld\n", s[0], s[1], s[2]);
    cudaFree(bins);
    cudaFree(r);
    cudaFree(sums);
    return 0;
}

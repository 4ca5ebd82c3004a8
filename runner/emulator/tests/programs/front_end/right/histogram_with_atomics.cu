// Letters of a text that is read from standard input, counted three ways: globally, per block, per warp.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define N_BINS 26

__global__ void globally(const char *text, int n, unsigned *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z') atomicAdd(&bins[text[i] - 'a'], 1u);
}

__global__ void perBlock(const char *text, int n, unsigned *bins)
{
    __shared__ unsigned mine[N_BINS];
    for (int b = threadIdx.x; b < N_BINS; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (text[i] >= 'a' && text[i] <= 'z') atomicAdd(mine + (text[i] - 'a'), 1);
    __syncthreads();
    for (int b = threadIdx.x; b < N_BINS; b += blockDim.x)
        if (mine[b]) atomicAdd(bins + b, mine[b]);
}

// Every warp owns a row of the table: no two blocks and no two warps ever meet.
__global__ void perWarp(const char *text, int n, unsigned *rows)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
    for (int i = warp * 32 + threadIdx.x % 32; i < n; i += warps * 32)
        if (text[i] >= 'a' && text[i] <= 'z') atomicAdd(&rows[warp * N_BINS + text[i] - 'a'], 1u);
}

int main()
{
    static char text[5000];
    int n = (int)fread(text, 1, sizeof text, stdin);
    for (int i = 0; i < n; i++) text[i] = tolower(text[i]);
    char *d;
    unsigned *bins, h[3][N_BINS] = {}, rows[8 * N_BINS];
    cudaMalloc(&d, n);
    cudaMalloc(&bins, sizeof rows);
    cudaMemcpy(d, text, n, cudaMemcpyHostToDevice);
    for (int way = 0; way < 3; way++) {
        cudaMemset(bins, 0, sizeof rows);
        if (way == 0) globally<<<(n + 127) / 128, 128>>>(d, n, bins);
        if (way == 1) perBlock<<<3, 50>>>(d, n, bins);
        if (way == 2) perWarp<<<2, 128>>>(d, n, bins);
        cudaMemcpy(rows, bins, sizeof rows, cudaMemcpyDeviceToHost);
        for (int r = 0; r < (way == 2 ? 8 : 1); r++)
            for (int b = 0; b < N_BINS; b++) h[way][b] += rows[r * N_BINS + b];
    }
    for (int b = 0; b < N_BINS; b++)
        if (h[0][b]) printf("%c %u\n", 'a' + b, h[0][b]);
    printf("%s\n", memcmp(h[0], h[1], sizeof h[0]) || memcmp(h[0], h[2], sizeof h[0]) ? "they differ" : "all agree");
    cudaFree(d);
    cudaFree(bins);
    return 0;
}

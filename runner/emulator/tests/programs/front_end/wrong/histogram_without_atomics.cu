// A histogram in global memory that counts with ++.
#include <cstdio>
#include <cstdlib>
#define BINS 16

#define CHK(x) do { cudaError_t e = (x); if (e) { puts(cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void histogram(const unsigned char *data, int n, int *bins) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
#ifdef REPAIRED
        atomicAdd(&bins[data[i] / BINS], 1);
#else
        bins[data[i] / BINS]++;  // fault: global-memory-race
#endif
    }
}

int main() {
    const int n = 4099;
    static unsigned char h[n];
    int bins[BINS], *db;
    unsigned char *d;
    for (int i = 0; i < n; i++) h[i] = i * i / 7 % 256;
    CHK(cudaMalloc(&d, n));
    CHK(cudaMalloc(&db, sizeof bins));
    CHK(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
    CHK(cudaMemset(db, 0, sizeof bins));
    histogram<<<4, 100>>>(d, n, db);
    CHK(cudaGetLastError());
    CHK(cudaMemcpy(bins, db, sizeof bins, cudaMemcpyDeviceToHost));
    for (int b = 0; b < BINS; b++) printf("%d ", bins[b]);
    printf("\n");
    CHK(cudaFree(d));
    CHK(cudaFree(db));
}

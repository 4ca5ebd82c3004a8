// A mean of three neighbours, written back into the array that the neighbours are still reading.
#include <stdio.h>
#include <string.h>

const int N = 700;

__global__ void smooth(const float *in, float *out, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;  // fault: global-memory-race
}

int main() {
    float h[N], *a, *b;
    for (int i = 0; i < N; ++i) h[i] = (i * i) % 31 * 3;
    cudaMalloc((void **)&a, sizeof h);
    cudaMalloc((void **)&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef REPAIRED
    smooth<<<11, 64>>>(a, b, N);
#else
    smooth<<<11, 64>>>(b, b, N);
#endif
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", h[1], h[350], h[N - 2]);
    cudaFree(a);
    cudaFree(b);
    return 0;
}

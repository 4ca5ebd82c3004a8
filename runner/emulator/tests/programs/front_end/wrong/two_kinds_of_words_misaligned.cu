// Floats are read in fours from an address that is no multiple of 16 bytes.
#include <stdio.h>

__global__ void sums(const float *x, int n, float *out) {
    int i = threadIdx.x;
    if (i < n) {
#ifdef REPAIRED
        float4 v = make_float4(x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]);
#else
        float4 v = reinterpret_cast<const float4 *>(x)[i];  // fault: misaligned-access
#endif
        out[i] = v.x + v.y + v.z + v.w;
    }
}

int main() {
    float h[41], r[10], *x, *out;
    for (int i = 0; i < 41; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, 32>>>(x + 1, 10, out);
    cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorName(e)); return 1; }
    printf("%g %g\n", r[0], r[9]);
    cudaFree(x);
    cudaFree(out);
    return 0;
}

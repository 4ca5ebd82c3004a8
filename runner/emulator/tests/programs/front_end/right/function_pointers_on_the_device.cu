// Tables of function pointers on the device; one pointer is fetched to the host and passed to a kernel.
#include <stdio.h>

typedef float (*binary)(float, float);

__device__ float plus(float a, float b) { return a + b; }
__device__ float minus(float a, float b) { return a - b; }
__device__ float larger(float a, float b) { return a > b ? a : b; }
template <int n> __device__ float power(float a, float) {
    float r = 1;
    for (int i = 0; i < n; ++i) r *= a;
    return r;
}

__device__ binary operations[] = {plus, minus, larger, power<3>};
__device__ binary thePlus = plus;
__constant__ binary inConstant[2] = {larger, minus};

__global__ void evaluate(const float *a, const float *b, float *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = operations[i % 4](a[i], b[i]) + inConstant[i & 1](a[i], b[i]);
}

__global__ void fold(const float *a, int n, binary f, float *out) {
    float value = a[0];
    for (int i = 1; i < n; i++) value = f(value, a[i]);
    *out = value;
}

int main() {
    const int n = 10;
    float a[n], b[n], out[n], *da, *db, *dout;
    for (int i = 0; i < n; i++) a[i] = i - 4, b[i] = 3 - i % 5;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    evaluate<<<1, 32>>>(da, db, dout, n);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) printf("%g ", out[i]);
    printf("\n");
    binary f;
    for (int k = 0; k < 2; k++) {
        if (k == 0) cudaMemcpyFromSymbol(&f, thePlus, sizeof f);
        else cudaMemcpyFromSymbol(&f, operations, sizeof f, 2 * sizeof f);
        fold<<<1, 1>>>(da, n, f, dout);
        cudaMemcpy(out, dout, sizeof(float), cudaMemcpyDeviceToHost);
        printf("fold %d: %g\n", k, out[0]);
    }
    cudaFree(da), cudaFree(db), cudaFree(dout);
    return 0;
}

// y = a x + y in pairs of halves, with an odd element at the end; comparisons and conversions of half2.
#include <cuda_fp16.h>
#include <stdio.h>

__global__ void init(int n, half *x, half *y)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        x[i] = __float2half(i * 0.25f);
        y[i] = __int2half_rn(i % 7);
    }
}

__global__ void haxpy(int n, half a, const half *x, half *y)
{
    int start = threadIdx.x + blockDim.x * blockIdx.x;
    int stride = blockDim.x * gridDim.x;
#if __CUDA_ARCH__ >= 530
    int n2 = n / 2;
    half2 *x2 = (half2 *)x, *y2 = (half2 *)y;
    for (int i = start; i < n2; i += stride) y2[i] = __hfma2(__halves2half2(a, a), x2[i], y2[i]);
    if (start == 0 && (n % 2)) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
#else
    for (int i = start; i < n; i += stride)
        y[i] = __float2half(__half2float(a) * __half2float(x[i]) + __half2float(y[i]));
#endif
}

__global__ void pairs(float *out)
{
    half2 a = __floats2half2_rn(1.5f, -2.25f), b = make_half2(__float2half(0.5f), __float2half(4.0f));
    half2 results[] = {a + b, a * b, __hsub2(a, b), __h2div(a, b), __hneg2(a), h2sqrt(b), __hmax2(a, b),
                       __hgt2(a, b), __lowhigh2highlow(a), __half2half2(__high2half(b)), __habs2(a)};
    int k = 0;
    for (half2 r : results) {
        float2 f = __half22float2(r);
        out[k++] = f.x;
        out[k++] = f.y;
    }
    out[k++] = __hbeq2(a, a) ? 1 : 0;
    out[k++] = __hisnan(hsqrt(__low2half(__hneg2(b)))) ? 1 : 0;
}

int main(void)
{
    const int n = 101;
    half *x, *y, h[n];
    cudaMalloc((void **)&x, n * sizeof(half));
    cudaMalloc((void **)&y, n * sizeof(half));
    init<<<2, 64>>>(n, x, y);
    haxpy<<<1, 24>>>(n, __float2half(2.0f), x, y);
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 20) printf("%g ", __half2float(h[i]));
    printf("\n");
    float *out, f[24];
    cudaMalloc((void **)&out, sizeof(f));
    pairs<<<1, 1>>>(out);
    cudaMemcpy(f, out, sizeof(f), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24; i++) printf("%g%c", f[i], i % 8 == 7 ? '\n' : ' ');
    cudaFree(x), cudaFree(y), cudaFree(out);
    return 0;
}

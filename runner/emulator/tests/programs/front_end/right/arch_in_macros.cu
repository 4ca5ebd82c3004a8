/* atomicAdd for doubles and read-only loads: what old architectures lack is replaced by macros. */
#include <stdio.h>
#include <stdlib.h>

#if defined(__CUDACC__)
#define HD __host__ __device__ __forceinline__
#else
#define HD inline
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#define ATOMIC_ADD(p, v) atomicAdd((p), (v))
#else
#define ATOMIC_ADD(p, v) atomicAddByCas((p), (v))
__device__ double atomicAddByCas(double *p, double v)
{
    unsigned long long int *a = (unsigned long long int *)p, old = *a, assumed;
    do {
        assumed = old;
        old = atomicCAS(a, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 350)
#define LOAD(p) __ldg(p)
#else
#define LOAD(p) (*(p))
#endif

HD double weight(int i) { return 0.25 * (i % 8); }

__global__ void total(const double *x, int n, double *sum)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        ATOMIC_ADD(sum, LOAD(x + i) * weight(i));
}

int main(void)
{
    const int n = 1003;
    double *x = (double *)malloc(n * sizeof(double)), expected = 0, sum = 0, *dx, *dsum;
    for (int i = 0; i < n; i++) {
        x[i] = i % 13;
        expected += LOAD(x + i) * weight(i);
    }
    cudaMalloc((void **)&dx, n * sizeof(double));
    cudaMalloc((void **)&dsum, sizeof(double));
    cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dsum, &sum, sizeof(double), cudaMemcpyHostToDevice);
    total<<<3, 96>>>(dx, n, dsum);
    cudaMemcpy(&sum, dsum, sizeof(double), cudaMemcpyDeviceToHost);
    printf("%.2f, expected %.2f\n", sum, expected);
    cudaFree(dx);
    cudaFree(dsum);
    free(x);
    return 0;
}

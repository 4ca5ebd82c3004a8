// Two arrays share the dynamic shared memory: doubles behind an odd number of ints, where no double may lie.
#include <cstdio>

__global__ void weigh(const int *value, const double *weight, double *product, int n)
{
    extern __shared__ unsigned char buffer[];
#ifdef REPAIRED
    double *w = (double *)buffer;
    int *v = (int *)(w + n);
#else
    int *v = (int *)buffer;
    double *w = (double *)(v + n);
#endif
    int i = threadIdx.x;
    v[i] = value[i];
    w[i] = weight[i];  // fault: misaligned-access
    __syncthreads();
    product[i] = v[n - 1 - i] * w[n - 1 - i];
}

int main()
{
    const int n = 33;
    int v[n], *d_v;
    double w[n], *d_w, *d_p;
    for (int i = 0; i < n; i++) {
        v[i] = i;
        w[i] = 0.5 * i;
    }
    cudaMalloc(&d_v, sizeof(v));
    cudaMalloc(&d_w, sizeof(w));
    cudaMalloc(&d_p, sizeof(w));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, w, sizeof(w), cudaMemcpyHostToDevice);
    weigh<<<1, n, n * (sizeof(int) + sizeof(double))>>>(d_v, d_w, d_p, n);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = cudaMemcpy(w, d_p, sizeof(w), cudaMemcpyDeviceToHost);
    if (error == cudaSuccess)
        printf("%g %g\n", w[0], w[n - 1]);
    else
        printf("%s\n", cudaGetErrorString(error));
    cudaFree(d_v);
    cudaFree(d_w);
    cudaFree(d_p);
    return error != cudaSuccess;
}

// Even and odd threads exchange numbers, each kind at a barrier of its own.
#include <cstdio>

__global__ void exchange(int *out)
{
    __shared__ int even, odd;
    int got;
#ifdef REPAIRED
    if (threadIdx.x == 0) even = 100;
    if (threadIdx.x == 1) odd = 200;
    __syncthreads();
    got = threadIdx.x % 2 == 0 ? odd : even;
#else
    if (threadIdx.x % 2 == 0) {
        if (threadIdx.x == 0) even = 100;
        __syncthreads();
        got = odd;
    } else {
        if (threadIdx.x == 1) odd = 200;
        __syncthreads(); // fault: barrier-divergence
        got = even + 0;
    }
#endif
    out[threadIdx.x] = got;
}

int main()
{
    int *out, h[48];
    cudaMalloc(&out, sizeof(h));
    exchange<<<1, 48>>>(out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[47]);
    cudaFree(out);
    return 0;
}

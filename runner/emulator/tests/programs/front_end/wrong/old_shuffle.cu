// A warp reduction from before CUDA 9: shuffles and votes without a mask.
#include <stdio.h>

__device__ int warpSum(int v) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
#ifdef REPAIRED
        v += __shfl_down_sync(0xffffffff, v, offset);
#else
        v += __shfl_down(v, offset);  // refused: identifier "__shfl_down" is undefined
#endif
    return v;
}

__global__ void sum(int *out) {
    int v = warpSum(threadIdx.x * 3);
    if (threadIdx.x == 0) *out = v;
}

int main() {
    int *d, h;
    cudaMalloc(&d, sizeof h);
    sum<<<1, 32>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}

// Two names that are free in C++, but not in a .cu file: the toolkit's headers declare functions of these names.
#include <stdio.h>

#ifdef REPAIRED
#define ballot myBallot
#define all everything
#endif

__device__ unsigned ballot(bool p) { return __ballot_sync(0xffffffff, p); }  // refused: function "ballot" has already been defined

__global__ void kernel(unsigned *out)
{
    extern __shared__ unsigned all[];  // refused: declaration is incompatible with previous "all"
    all[threadIdx.x] = ballot(threadIdx.x % 3 == 0);
    __syncthreads();
    if (threadIdx.x == 0) *out = all[31];
}

int main()
{
    unsigned *d, h;
    cudaMalloc(&d, sizeof h);
    kernel<<<1, 32, 32 * sizeof(unsigned)>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%08x\n", h);
    cudaFree(d);
    return 0;
}

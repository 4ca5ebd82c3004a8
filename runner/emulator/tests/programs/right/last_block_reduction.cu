// A sum in one launch: the block that ends last adds up what the others left.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned int ticket = 0;
__shared__ bool amLast;

template <int block>
__device__ float blockSum(float value)
{
    static __shared__ float warps[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int d = 16; d > 0; d >>= 1) value += __shfl_down_sync(~0u, value, d);
    __syncthreads();    // `warps` may still be read from the call before
    if (lane == 0) warps[warp] = value;
    __syncthreads();
    value = threadIdx.x < block / 32 ? warps[lane] : 0.0f;
    if (warp == 0)
        for (int d = 16; d > 0; d >>= 1) value += __shfl_down_sync(~0u, value, d);
    return value;
}

template <int block>
__global__ void sum(const float *in, int n, volatile float *partial, float *out)
{
    float mine = 0;
    for (int i = blockIdx.x * block + threadIdx.x; i < n; i += gridDim.x * block) mine += in[i];
    float total = blockSum<block>(mine);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = total;
        __threadfence();
        amLast = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;   // back at 0 for the next launch
    }
    __syncthreads();
    if (!amLast) return;
    mine = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += block) mine += partial[b];
    total = blockSum<block>(mine);
    if (threadIdx.x == 0) *out = total;
}

int main()
{
    const int n = 30000;
    static float h[n];
    float *in, *partial, *out;
    cudaMalloc((void**)&in, n * sizeof(float));
    cudaMalloc((void**)&partial, 64 * sizeof(float));
    cudaMalloc((void**)&out, sizeof(float));
    for (int round = 1; round <= 3; round++) {
        long expected = 0;
        for (int i = 0; i < n; i++) {
            h[i] = (i * round) % 100;
            expected += (long)h[i];
        }
        cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
        sum<128><<<40, 128>>>(in, n, partial, out);
        float result;
        cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
        printf("round %d: %.0f, expected %ld\n", round, result, expected);
    }
    unsigned int left;
    cudaMemcpyFromSymbol(&left, ticket, sizeof(left));
    printf("ticket: %u\n", left);
    cudaFree(in);
    cudaFree(partial);
    cudaFree(out);
    return 0;
}

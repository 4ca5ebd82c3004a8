// The sieve of Eratosthenes in segments of bits; then twins and gaps are counted.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define LIMIT 200000
#define SEGMENT 8192   // numbers of a block, as bits in shared memory

__global__ void sieve(const unsigned *primes, int count, unsigned *composite)
{
    __shared__ unsigned bits[SEGMENT / 32];
    const unsigned low = blockIdx.x * SEGMENT;
    for (int w = threadIdx.x; w < SEGMENT / 32; w += blockDim.x)
        bits[w] = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += blockDim.x) {
        unsigned p = primes[k], m = max(p * p, (low + p - 1) / p * p);
        for (; m < low + SEGMENT; m += p)
            atomicOr(&bits[(m - low) >> 5], 1u << (m & 31));
    }
    __syncthreads();
    for (int w = threadIdx.x; w < SEGMENT / 32; w += blockDim.x)
        composite[blockIdx.x * (SEGMENT / 32) + w] = bits[w];
}

__device__ bool isPrime(const unsigned *composite, unsigned n)
{
    return n >= 2 && n < LIMIT && !(composite[n >> 5] >> (n & 31) & 1);
}

__global__ void statistics(const unsigned *composite, int *primes, int *twins, int *largestGap)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    bool prime = isPrime(composite, n);
    unsigned vote = __ballot_sync(0xffffffff, prime);
    if (threadIdx.x % 32 == 0) atomicAdd(primes, __popc(vote));
    if (!prime) return;
    if (isPrime(composite, n + 2)) atomicAdd(twins, 1);
    unsigned next = n + 1;
    while (next < LIMIT && !isPrime(composite, next)) next++;
    if (next < LIMIT) atomicMax(largestGap, next - n);
}

int main()
{
    unsigned small[100];
    int count = 0;
    for (unsigned p = 2; p * p <= LIMIT; p++) {
        bool prime = true;
        for (int k = 0; k < count && small[k] * small[k] <= p; k++) prime = prime && p % small[k];
        if (prime) small[count++] = p;
    }
    const int segments = (LIMIT + SEGMENT - 1) / SEGMENT;
    unsigned *d_primes, *d_composite;
    int *d_result, result[3];
    cudaMalloc(&d_primes, sizeof(small));
    cudaMalloc(&d_composite, segments * SEGMENT / 8);
    cudaMalloc(&d_result, sizeof(result));
    cudaMemset(d_result, 0, sizeof(result));
    cudaMemcpy(d_primes, small, count * sizeof(unsigned), cudaMemcpyHostToDevice);
    sieve<<<segments, 64>>>(d_primes, count, d_composite);
    statistics<<<(LIMIT + 127) / 128, 128>>>(d_composite, d_result, d_result + 1, d_result + 2);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
    printf("below %d: %d primes, %d twins, largest gap %d\n", LIMIT, result[0], result[1], result[2]);
    cudaFree(d_primes);
    cudaFree(d_composite);
    cudaFree(d_result);
    return 0;
}

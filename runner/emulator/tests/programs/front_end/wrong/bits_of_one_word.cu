// A set of numbers as bits: threads that share a word overwrite each other's bits.
#include <stdio.h>

__global__ void mark(unsigned *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 3 == 0) {
#ifdef REPAIRED
        atomicOr(&bits[i / 32], 1u << (i % 32));
#else
        bits[i / 32] |= 1u << (i % 32);  // fault: global-memory-race
#endif
    }
}

int main()
{
    const int n = 1000, words = (n + 31) / 32;
    unsigned h[words], *bits;
    cudaMalloc(&bits, sizeof(h));
    cudaMemset(bits, 0, sizeof(h));
    mark<<<8, 125>>>(bits, n);
    cudaMemcpy(h, bits, sizeof(h), cudaMemcpyDeviceToHost);
    int set = 0;
    for (int w = 0; w < words; w++)
        for (unsigned x = h[w]; x; x &= x - 1) set++;
    printf("%d set\n", set);
    cudaFree(bits);
    return 0;
}

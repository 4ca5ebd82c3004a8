// Looking into a kernel with printf: who am I, and what do I see?
#include <stdio.h>

#define DEBUG 1
#if DEBUG
#define dprintf(...) printf(__VA_ARGS__)
#else
#define dprintf(...)
#endif

__device__ int collatz(unsigned long long n)
{
    int steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        ++steps;
    }
    return steps;
}

__global__ void hello()
{
    printf("Hello from thread %d of %d, block %d of %d\n", threadIdx.x, blockDim.x, blockIdx.x, gridDim.x);
}

__global__ void index3d()
{
    // one after another, so that the lines come in order
    int me = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    for (int turn = 0; turn < blockDim.x * blockDim.y * blockDim.z; ++turn) {
        if (turn == me) dprintf("thread (%u, %u, %u) is number %2d\n", threadIdx.x, threadIdx.y, threadIdx.z, me);
        __syncthreads();
    }
}

__global__ void search(int from, int to)
{
    int best = from;
    for (int n = from; n < to; n++)
        if (collatz(n) > collatz(best)) {
            best = n;
            dprintf("%6d: %3d steps%s\n", n, collatz(n), n % 2 ? ", odd" : "");
        }
}

__device__ const char message[] = "device text";

__global__ void formats(float f, double d, const char *text, long long big)
{
    printf("%s|%5s|%-6d|%+d|%05d|%x|%X|%o|%c|%%\n", text, "ab", 42, 42, 42, 255, 255, 8, 'z');
    printf("%f %.3f %10.2e %g %lld %llu %u\n", f, d, d, 0.1 + f, big, 1ull << 63, 4000000000u);
}

int main()
{
    for (int block = 0; block < 2; block++) {
        hello<<<1, 1>>>();
        cudaDeviceSynchronize();
    }
    index3d<<<1, dim3(2, 3, 2)>>>();
    cudaDeviceSynchronize();
    search<<<1, 1>>>(1, 400);
    cudaDeviceSynchronize();
    const char *address = nullptr;
    cudaGetSymbolAddress((void **)&address, message);
    formats<<<1, 1>>>(1.5f, 3.14159265, address, -123456789012LL);
    cudaDeviceSynchronize();
    return 0;
}

// Counting the placements of n queens: each thread begins with its own first two rows and goes on by backtracking.
#include <iostream>
#include <cuda_runtime.h>

__device__ int solutions(int n, unsigned columns, unsigned left, unsigned right)
{
    const unsigned all = (1u << n) - 1;
    if (columns == all) return 1;
    int count = 0;
    for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
        unsigned place = open & (0u - open);
        count += solutions(n, columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return count;
}

__global__ void queens(int n, unsigned long long *total)
{
    int first = blockIdx.x, second = threadIdx.x;
    if (second >= n || second == first || second == first - 1 || second == first + 1) return;
    unsigned a = 1u << first, b = 1u << second;
    unsigned long long mine = solutions(n, a | b, ((a << 1) | b) << 1, ((a >> 1) | b) >> 1);
    atomicAdd(total, mine);
}

int main()
{
    unsigned long long *total;
    cudaMallocManaged(&total, sizeof(*total));
    cudaDeviceSetLimit(cudaLimitStackSize, 8192);
    for (int n = 4; n <= 9; n++) {
        *total = 0;
        queens<<<n, 32>>>(n, total);
        cudaError_t error = cudaDeviceSynchronize();
        if (error != cudaSuccess) {
            std::cout << cudaGetErrorString(error) << std::endl;
            return 1;
        }
        std::cout << n << " queens: " << *total << std::endl;
    }
    cudaFree(total);
    return 0;
}

// A hash whose product overflows an int: the remainder becomes negative.
#include <stdio.h>

__global__ void place(int *table, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#ifdef REPAIRED
    unsigned hash = i * 2654435769u, slot = hash % m;
#else
    int hash = i * 2654435769u, slot = hash % m;
#endif
    atomicAdd(&table[slot], 1);  // fault: out-of-bounds
}

int main()
{
    const int n = 600, m = 127;
    int h[m], *table, sum = 0;
    cudaMalloc(&table, sizeof(h));
    cudaMemset(table, 0, sizeof(h));
    place<<<5, 128>>>(table, n, m);
    cudaMemcpy(h, table, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++) sum += h[i];
    printf("%d placed\n", sum);
    cudaFree(table);
    return 0;
}

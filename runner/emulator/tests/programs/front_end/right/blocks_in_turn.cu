// Blocks write to a list one after another: each waits until its predecessor has set the turn.
#include <stdio.h>
#define NBLOCKS 12
#define NTHREADS 40

__global__ void append(volatile int *turn, int *list, int *length)
{
    int keep = 0;
    for (int i = 0; i <= threadIdx.x; i++) keep += i;      // any work
    if (threadIdx.x == 0) {
        while (*turn != blockIdx.x)
            ;
        __threadfence();
    }
    __syncthreads();
    int at = *length;
    list[at + threadIdx.x] = blockIdx.x * 1000 + keep;
    __syncthreads();
    if (threadIdx.x == 0) {
        *length = at + blockDim.x;
        __threadfence();
        *turn = blockIdx.x + 1;
    }
}

int main(void)
{
    int h[NBLOCKS * NTHREADS], n, *turn, *list, *length;
    cudaMalloc((void **)&turn, sizeof(int));
    cudaMalloc((void **)&length, sizeof(int));
    cudaMalloc((void **)&list, sizeof(h));
    cudaMemset(turn, 0, sizeof(int));
    cudaMemset(length, 0, sizeof(int));
    append<<<NBLOCKS, NTHREADS>>>(turn, list, length);
    cudaMemcpy(h, list, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(&n, length, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d entries:", n);
    for (int i = 39; i < n; i += 97) printf(" %d", h[i]);
    printf("\n");
    cudaFree(turn);
    cudaFree(list);
    cudaFree(length);
    return 0;
}

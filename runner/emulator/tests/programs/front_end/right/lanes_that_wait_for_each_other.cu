// Lanes of one warp pass a token around: each spins until its neighbour hands it on (from Volta on, lanes progress apart).
#include <stdio.h>

#define LANES 32

__global__ void passOn(int rounds, int *order)
{
    __shared__ volatile int holder;
    if (threadIdx.x == 0) holder = 0;
    __syncwarp();
    for (int r = 0; r < rounds; r++) {
        int turn = r * LANES + threadIdx.x;
        while (holder != turn)
            ;
        order[turn] = threadIdx.x * 7 + r;
        __threadfence_block();
        holder = turn + 1;
    }
}

// The other way round: the consumer has the lower lane.
__global__ void handOver(int *box, int *out)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(&box[1], 0) == 0) {}
        __threadfence();
        *out = *(volatile int *)&box[0];
    } else if (threadIdx.x == 17) {
        *(volatile int *)&box[0] = 99;
        __threadfence();
        atomicExch(&box[1], 1);
    }
}

int main()
{
    const int rounds = 3;
    int h[rounds * LANES], *order, *box;
    cudaMalloc((void **)&order, sizeof(h));
    cudaMalloc((void **)&box, 3 * sizeof(int));
    cudaMemset(box, 0, 3 * sizeof(int));
    passOn<<<1, LANES>>>(rounds, order);
    cudaMemcpy(h, order, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[33], h[95]);
    handOver<<<1, LANES>>>(box, box + 2);
    cudaMemcpy(h, box + 2, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(order);
    cudaFree(box);
    return 0;
}

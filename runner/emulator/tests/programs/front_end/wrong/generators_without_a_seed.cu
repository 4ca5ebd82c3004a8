// The states of random generators are allocated, but nobody calls curand_init.
#include <curand_kernel.h>
#include <stdio.h>

__global__ void setup(curandState *states) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(5, id, 0, &states[id]);
}

__global__ void throwDice(curandState *states, int *sides, int n) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState mine = states[id];  // fault: uninitialised-read
    for (int i = 0; i < n; i++) atomicAdd(&sides[curand(&mine) % 6], 1);
    states[id] = mine;
}

int main() {
    curandState *states;
    int *sides, h[6], sum = 0;
    cudaMalloc(&states, 64 * sizeof(curandState));
    cudaMalloc(&sides, sizeof h);
    cudaMemset(sides, 0, sizeof h);
#ifdef REPAIRED
    setup<<<2, 32>>>(states);
#endif
    throwDice<<<2, 32>>>(states, sides, 30);
    cudaMemcpy(h, sides, sizeof h, cudaMemcpyDeviceToHost);
    for (int s : h) sum += s, printf("%d ", s);
    printf("of %d\n", sum);
    cudaFree(states);
    cudaFree(sides);
    return 0;
}

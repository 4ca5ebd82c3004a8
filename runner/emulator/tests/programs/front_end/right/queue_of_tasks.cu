// Persistent blocks that fetch tasks from an atomic counter until none is left.
#include <stdio.h>

typedef unsigned int uint;

__device__ uint next_task;

__global__ void worker(const int *from, const int *to, uint tasks, int *longest, uint *handled)
{
    __shared__ uint task;
    __shared__ int best;
    for (;;) {
        if (threadIdx.x == 0) {
            task = atomicAdd(&next_task, 1u);
            best = 0;
        }
        __syncthreads();
        if (task >= tasks) break;
        for (int n = from[task] + threadIdx.x; n < to[task]; n += blockDim.x) {
            long long x = n;
            int steps = 0;
            for (; x > 1; steps++) x = x % 2 ? 3 * x + 1 : x / 2;
            atomicMax(&best, steps);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            longest[task] = best;
            atomicInc(handled, 0xffffffffu);
        }
        __syncthreads();
    }
}

int main()
{
    enum { TASKS = 23 };
    int from[TASKS], to[TASKS], longest[TASKS], *d_from, *d_to, *d_longest;
    uint *d_handled, handled = 0, zero = 0;
    for (int i = 0; i < TASKS; i++) from[i] = 1 + i * i * 5, to[i] = from[i] + 10 + i * 7;
    cudaMalloc((void **)&d_from, sizeof(from));
    cudaMalloc((void **)&d_to, sizeof(to));
    cudaMalloc((void **)&d_longest, sizeof(longest));
    cudaMalloc((void **)&d_handled, sizeof(uint));
    cudaMemcpy(d_from, from, sizeof(from), cudaMemcpyHostToDevice);
    cudaMemcpy(d_to, to, sizeof(to), cudaMemcpyHostToDevice);
    cudaMemcpy(d_handled, &handled, sizeof(uint), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(next_task, &zero, sizeof(uint));
    worker<<<5, 33>>>(d_from, d_to, TASKS, d_longest, d_handled);
    cudaMemcpy(longest, d_longest, sizeof(longest), cudaMemcpyDeviceToHost);
    cudaMemcpy(&handled, d_handled, sizeof(uint), cudaMemcpyDeviceToHost);
    for (int i = 0; i < TASKS; i++) printf("%d%c", longest[i], i == TASKS - 1 ? '\n' : ' ');
    printf("%u tasks\n", handled);
    cudaFree(d_from), cudaFree(d_to), cudaFree(d_longest), cudaFree(d_handled);
    return 0;
}

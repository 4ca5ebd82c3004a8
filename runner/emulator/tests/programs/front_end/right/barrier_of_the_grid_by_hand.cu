// A barrier for the whole grid made of an atomic counter; few blocks, so that all of them run at once.
#include <stdio.h>
#include <stdlib.h>

#define HANDLE(err) (HandleError(err, __LINE__))
static void HandleError(cudaError_t err, int line) {
    if (err != cudaSuccess) {
        printf("%s in line %d\n", cudaGetErrorString(err), line);
        exit(EXIT_FAILURE);
    }
}

__device__ unsigned arrived = 0;
__device__ volatile unsigned generation = 0;

__device__ void gridBarrier() {
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned mine = generation;
        __threadfence();
        if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
            arrived = 0;
            __threadfence();
            generation = mine + 1;
        } else {
            while (generation == mine)
                ;
        }
        __threadfence();
    }
    __syncthreads();
}

// The heat equation: all steps in one launch.
__global__ void diffuse(float *from, float *to, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; s++) {
        if (i > 0 && i < n - 1) to[i] = from[i] + 0.25f * (from[i - 1] - 2 * from[i] + from[i + 1]);
        gridBarrier();
        float *t = from; from = to; to = t;
    }
}

int main() {
    const int n = 500, steps = 101;
    float h[2][n] = {}, *a, *b;
    h[0][0] = h[1][0] = 64.0f;
    HANDLE(cudaMalloc(&a, n * sizeof(float)));
    HANDLE(cudaMalloc(&b, n * sizeof(float)));
    HANDLE(cudaMemcpy(a, h[0], n * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE(cudaMemcpy(b, h[0], n * sizeof(float), cudaMemcpyHostToDevice));
    diffuse<<<8, 64>>>(a, b, n, steps);
    HANDLE(cudaGetLastError());
    float out[n];
    HANDLE(cudaMemcpy(out, b, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int s = 0; s < steps; s++)
        for (int i = 1; i < n - 1; i++) {
            float *f = h[s % 2], *t = h[1 - s % 2];
            t[i] = f[i] + 0.25f * (f[i - 1] - 2 * f[i] + f[i + 1]);
        }
    float worst = 0;
    for (int i = 0; i < n; i++) worst = !(fabsf(out[i] - h[1][i]) <= worst) ? fabsf(out[i] - h[1][i]) : worst;
    printf("%.3f %.3f %.3f, %s\n", out[0], out[1], out[10], worst < 1e-4f ? "as on the host" : "not as on the host");
    HANDLE(cudaFree(a));
    HANDLE(cudaFree(b));
}

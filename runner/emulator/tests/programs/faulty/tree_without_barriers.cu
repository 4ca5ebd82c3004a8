// A sum by a tree whose steps have no barrier between them.
#include <iostream>
#define THREADS 256

__global__ void sum(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];  // fault: shared-memory-race
#ifdef REPAIRED
        __syncthreads();
#endif
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
    int h[2 * THREADS], sums[2], *in, *out;
    for (int i = 0; i < 2 * THREADS; i++) h[i] = i % 7;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof sums);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<2, THREADS, THREADS * sizeof(int)>>>(in, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    std::cout << sums[0] << " " << sums[1] << std::endl;
    cudaFree(in);
    cudaFree(out);
}

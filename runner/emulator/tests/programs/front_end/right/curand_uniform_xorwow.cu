// Uniform numbers from cuRAND's XORWOW generator on the device, for several sequences and offsets.
#include <cstdio>
#include <curand_kernel.h>

__global__ void setup(curandState *states, unsigned long long seed) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, id, 0, &states[id]);
}

__global__ void generate(curandState *states, unsigned *words, float *floats, double *doubles) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState local = states[id];
    words[id] = curand(&local);
    floats[id] = curand_uniform(&local);
    doubles[id] = curand_uniform_double(&local);
    states[id] = local;
}

__global__ void skipping(unsigned *out) {
    curandStateXORWOW_t state;
    curand_init(42ULL, 7, 100, &state);
    out[0] = curand(&state);
    skipahead(1000, &state);
    out[1] = curand(&state);
}

int main() {
    const int n = 66;
    curandState *states;
    unsigned *w, hw[n];
    float *f, hf[n];
    double *d, hd[n];
    cudaMalloc(&states, n * sizeof(curandState));
    cudaMalloc(&w, sizeof hw), cudaMalloc(&f, sizeof hf), cudaMalloc(&d, sizeof hd);
    setup<<<2, 33>>>(states, 1234);
    for (int round = 0; round < 2; round++) {
        generate<<<2, 33>>>(states, w, f, d);
        cudaMemcpy(hw, w, sizeof hw, cudaMemcpyDeviceToHost);
        cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
        cudaMemcpy(hd, d, sizeof hd, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i += 13) printf("%2d: %10u %.7f %.12f\n", i, hw[i], hf[i], hd[i]);
    }
    skipping<<<1, 1>>>(w);
    cudaMemcpy(hw, w, 2 * sizeof(unsigned), cudaMemcpyDeviceToHost);
    printf("%u %u\n", hw[0], hw[1]);
    cudaFree(states), cudaFree(w), cudaFree(f), cudaFree(d);
}

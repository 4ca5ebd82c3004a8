// Pi by throwing darts; every thread has a random generator of its own.
#include <cstdint>
#include <iostream>
#include <iomanip>

class Xorshift {
    uint32_t state;
public:
    __device__ explicit Xorshift(uint32_t seed) {
        // splitmix-like mixing, so that neighbouring seeds give unlike streams
        seed = (seed ^ 61u) ^ (seed >> 16);
        seed *= 9u;
        seed ^= seed >> 4;
        seed *= 0x27d4eb2du;
        state = seed ^ (seed >> 15);
        if (!state) state = 1;
    }
    __device__ uint32_t next() {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state;
    }
};

__global__ void throwDarts(unsigned long long* hits, int throwsEach) {
    __shared__ unsigned int blockHits;
    if (threadIdx.x == 0) blockHits = 0;
    __syncthreads();

    Xorshift random(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned int mine = 0;
    for (int i = 0; i < throwsEach; ++i) {
        unsigned long long x = random.next() >> 1, y = random.next() >> 1;
        mine += x * x + y * y < (1ull << 62);
    }
    atomicAdd(&blockHits, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, blockHits);
}

int main() {
    unsigned long long *d_hits, hits = 0;
    cudaMalloc(&d_hits, sizeof *d_hits);
    cudaMemcpy(d_hits, &hits, sizeof hits, cudaMemcpyHostToDevice);
    const int blocks = 32, threads = 64, throwsEach = 500;
    throwDarts<<<blocks, threads>>>(d_hits, throwsEach);
    cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
    cudaFree(d_hits);
    const double total = double(blocks) * threads * throwsEach;
    std::cout << hits << " of " << static_cast<long>(total) << " hit, pi is about " << std::fixed
              << std::setprecision(5) << 4 * hits / total << '\n';
}

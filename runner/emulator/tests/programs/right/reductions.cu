// The steps by which a sum over a block is made better, one kernel each.
#include <cstdio>
#include <vector>

#define THREADS 256

__global__ void interleaved(const int *in, int *out, int n) {
    __shared__ int s[THREADS];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0) s[tid] += s[tid + stride];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

__global__ void stridedIndex(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        int index = 2 * stride * tid;
        if (index < blockDim.x) s[index] += s[index + stride];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

__global__ void sequential(const int *in, int *out, int n) {
    extern __shared__ int s[];
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
    int mine = i < n ? in[i] : 0;
    if (i + blockDim.x < n) mine += in[i + blockDim.x];  // first addition during the load
    s[tid] = mine;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride) s[tid] += s[tid + stride];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

template <unsigned int blockSize>
__global__ void unrolled(const int *in, int *out, int n) {
    __shared__ int s[blockSize];
    unsigned int tid = threadIdx.x;
    int mine = 0;
    for (unsigned int i = blockIdx.x * blockSize + tid; i < n; i += blockSize * gridDim.x) mine += in[i];
    s[tid] = mine;
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) s[tid] += s[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) s[tid] += s[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) s[tid] += s[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        int sum = s[tid] + s[tid + 32];
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (tid == 0) out[blockIdx.x] = sum;
    }
}

__global__ void withAtomics(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i]);
}

static long long total(const int *d_out, int blocks) {
    std::vector<int> partial(blocks);
    cudaMemcpy(partial.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    long long sum = 0;
    for (int value : partial) sum += value;
    return sum;
}

int main() {
    const int n = 50000, blocks = (n + THREADS - 1) / THREADS, half = (blocks + 1) / 2;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++) in[i] = (i * 37) % 1001 - 500;
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, blocks * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    interleaved<<<blocks, THREADS>>>(d_in, d_out, n);
    printf("interleaved addressing: %lld\n", total(d_out, blocks));
    stridedIndex<<<blocks, THREADS, THREADS * sizeof(int)>>>(d_in, d_out, n);
    printf("strided index:          %lld\n", total(d_out, blocks));
    sequential<<<half, THREADS, THREADS * sizeof(int)>>>(d_in, d_out, n);
    printf("sequential addressing:  %lld\n", total(d_out, half));
    unrolled<512><<<13, 512>>>(d_in, d_out, n);
    printf("unrolled, 512 threads:  %lld\n", total(d_out, 13));
    unrolled<64><<<29, 64>>>(d_in, d_out, n);
    printf("unrolled, 64 threads:   %lld\n", total(d_out, 29));
    cudaMemset(d_out, 0, sizeof(int));
    withAtomics<<<blocks, THREADS>>>(d_in, d_out, n);
    printf("atomics:                %lld\n", total(d_out, 1));
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

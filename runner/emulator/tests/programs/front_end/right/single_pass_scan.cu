// A prefix sum in one pass: each block publishes its sum with a flag and looks back at those before it.
#include <cstdio>
#include <cstdlib>
#include <vector>

enum : int { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

struct Status {
    unsigned long long word;    // flag in the upper half, value in the lower
};

__device__ int ticket;

__device__ void publish(Status *s, int flag, int value) {
    atomicExch(&s->word, (unsigned long long)flag << 32 | (unsigned)value);
}

template <int THREADS>
__global__ void scan(const int *in, int *out, int n, Status *status) {
    __shared__ int tile[THREADS];
    __shared__ int block, before;
    if (threadIdx.x == 0) block = atomicAdd(&ticket, 1);    // in the order in which blocks start
    __syncthreads();
    int i = block * THREADS + threadIdx.x;
    int value = i < n ? in[i] : 0;
    tile[threadIdx.x] = value;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        int left = threadIdx.x >= d ? tile[threadIdx.x - d] : 0;
        __syncthreads();
        tile[threadIdx.x] += left;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        int total = tile[THREADS - 1], sum = 0;
        publish(&status[block], block == 0 ? PREFIX : AGGREGATE, total);
        for (int b = block - 1; b >= 0;) {
            unsigned long long seen = atomicAdd(&status[b].word, 0ull);
            int flag = seen >> 32;
            if (flag == EMPTY) continue;
            sum += (int)(unsigned)seen;
            if (flag == PREFIX) break;
            --b;
        }
        if (block > 0) publish(&status[block], PREFIX, sum + total);
        before = sum;
    }
    __syncthreads();
    if (i < n) out[i] = before + tile[threadIdx.x];
}

int main() {
    const int n = 20011, threads = 128, blocks = (n + threads - 1) / threads;
    std::vector<int> h(n), result(n);
    for (int i = 0; i < n; i++) h[i] = (i * 29) % 23 - 7;
    int *in, *out;
    Status *status;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&status, blocks * sizeof(Status));
    cudaMemset(status, 0, blocks * sizeof(Status));
    cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    scan<threads><<<blocks, threads>>>(in, out, n, status);
    cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0, wrong = 0;
    for (int i = 0; i < n; i++) wrong += result[i] != (sum += h[i]);
    printf("%d wrong, total %d\n", wrong, result[n - 1]);
    cudaFree(in), cudaFree(out), cudaFree(status);
    return wrong != 0;
}

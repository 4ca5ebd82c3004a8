// Prefix sums of any length: Hillis-Steele within a block, Blelloch within a block, and blocks put together.
#include <cstdio>
#include <cstdlib>
#include <vector>

const int B = 256;  // elements of a block

__global__ void hillisSteele(const int *in, int *out, int *totals, int n) {
    __shared__ int buffer[2][B];
    int from = 0, i = blockIdx.x * B + threadIdx.x;
    buffer[0][threadIdx.x] = i < n ? in[i] : 0;
    for (int offset = 1; offset < B; offset <<= 1) {
        __syncthreads();
        int value = buffer[from][threadIdx.x];
        if (threadIdx.x >= offset) value += buffer[from][threadIdx.x - offset];
        from = 1 - from;
        buffer[from][threadIdx.x] = value;
    }
    if (i < n) out[i] = buffer[from][threadIdx.x];
    if (threadIdx.x == B - 1 && totals) totals[blockIdx.x] = buffer[from][B - 1];
}

// Exclusive, two elements a thread: up-sweep, then down-sweep.
__global__ void blelloch(const int *in, int *out, int *totals, int n) {
    extern __shared__ int temp[];
    int tid = threadIdx.x, base = blockIdx.x * B;
    temp[2 * tid] = base + 2 * tid < n ? in[base + 2 * tid] : 0;
    temp[2 * tid + 1] = base + 2 * tid + 1 < n ? in[base + 2 * tid + 1] : 0;
    int offset = 1;
    for (int d = B >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) temp[offset * (2 * tid + 2) - 1] += temp[offset * (2 * tid + 1) - 1];
        offset *= 2;
    }
    if (tid == 0) {
        if (totals) totals[blockIdx.x] = temp[B - 1];
        temp[B - 1] = 0;
    }
    for (int d = 1; d < B; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
            int t = temp[left];
            temp[left] = temp[right];
            temp[right] += t;
        }
    }
    __syncthreads();
    if (base + 2 * tid < n) out[base + 2 * tid] = temp[2 * tid];
    if (base + 2 * tid + 1 < n) out[base + 2 * tid + 1] = temp[2 * tid + 1];
}

__global__ void addOffsets(int *out, const int *offsets, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += offsets[blockIdx.x];
}

// Scans recursively: the blocks' totals are scanned by the same function.
void scan(const int *d_in, int *d_out, int n, bool inclusive) {
    int blocks = (n + B - 1) / B;
    int *totals = NULL, *offsets = NULL;
    if (blocks > 1) {
        cudaMalloc(&totals, blocks * sizeof(int));
        cudaMalloc(&offsets, blocks * sizeof(int));
    }
    if (inclusive)
        hillisSteele<<<blocks, B>>>(d_in, d_out, totals, n);
    else
        blelloch<<<blocks, B / 2, B * sizeof(int)>>>(d_in, d_out, totals, n);
    if (blocks > 1) {
        scan(totals, offsets, blocks, false);
        addOffsets<<<blocks, B>>>(d_out, offsets, n);
        cudaFree(totals);
        cudaFree(offsets);
    }
}

int main() {
    int sizes[] = {1, 255, 256, 1000, 70000};
    for (int n : sizes) {
        std::vector<int> in(n), out(n);
        for (int i = 0; i < n; i++) in[i] = i % 11 - 3;
        int *d_in, *d_out;
        cudaMalloc(&d_in, n * sizeof(int));
        cudaMalloc(&d_out, n * sizeof(int));
        cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
        for (int inclusive = 0; inclusive < 2; inclusive++) {
            scan(d_in, d_out, n, inclusive);
            cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
            int sum = 0, wrong = 0;
            for (int i = 0; i < n; i++) {
                int before = sum;
                sum += in[i];
                wrong += out[i] != (inclusive ? sum : before);
            }
            printf("%s scan of %d: last %d, wrong %d\n", inclusive ? "inclusive" : "exclusive", n, out[n - 1], wrong);
        }
        cudaFree(d_in);
        cudaFree(d_out);
    }
    return 0;
}

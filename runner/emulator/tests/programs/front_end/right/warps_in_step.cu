// Warp-synchronous code with __syncwarp between the steps: sums of rows in shared memory, one warp a row.
#include <cstdio>

const int WARP = 32;
const int ROWS_PER_BLOCK = 4;

__device__ __forceinline__ void warpReduce(float *row, int lane) {
    for (int d = WARP / 2; d > 0; d /= 2) {
        float other = row[lane + d];
        __syncwarp();
        row[lane] += other;
        __syncwarp();
    }
}

__global__ void rowSums(const float *m, int rows, int columns, float *sums) {
    __shared__ float s[ROWS_PER_BLOCK][2 * WARP];    // the second half of each row stays 0
    int lane = threadIdx.x, local = threadIdx.y, row = blockIdx.x * ROWS_PER_BLOCK + local;
    float mine = 0;
    if (row < rows)
        for (int c = lane; c < columns; c += WARP) mine += m[row * columns + c];
    s[local][lane] = mine;
    s[local][lane + WARP] = 0;
    __syncwarp();
    warpReduce(s[local], lane);
    if (lane == 0 && row < rows) sums[row] = s[local][0];
}

// Half of a warp writes, the other half reads; the mask names who takes part.
__global__ void halves(int *out) {
    __shared__ int box[16];
    int lane = threadIdx.x;
    if (lane < 16) box[lane] = lane * lane;
    __syncwarp();
    if (lane >= 16) {
        int v = box[31 - lane];
        v += __shfl_xor_sync(0xffff0000, v, 1);
        out[lane - 16] = v;
    }
}

int main() {
    const int rows = 11, columns = 75;
    float h[rows * columns], sums[rows], *m, *d;
    for (int i = 0; i < rows * columns; i++) h[i] = i % 10 + 0.5f;
    cudaMalloc(&m, sizeof h);
    cudaMalloc(&d, sizeof sums);
    cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
    rowSums<<<(rows + ROWS_PER_BLOCK - 1) / ROWS_PER_BLOCK, dim3(WARP, ROWS_PER_BLOCK)>>>(m, rows, columns, d);
    cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost);
    for (float s : sums) printf("%g ", s);
    int *o, box[16];
    cudaMalloc(&o, sizeof box);
    halves<<<1, 32>>>(o);
    cudaMemcpy(box, o, sizeof box, cudaMemcpyDeviceToHost);
    printf("\n%d %d %d %d\n", box[0], box[1], box[14], box[15]);
    cudaFree(m), cudaFree(d), cudaFree(o);
}

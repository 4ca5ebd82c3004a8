// Matrix multiplication with shared memory tiles; sizes need not be multiples of the tile.
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

#define TILE_WIDTH 16
#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t status = (call);                                             \
        if (status != cudaSuccess) {                                             \
            std::cerr << __FILE__ << ":" << __LINE__ << " "                      \
                      << cudaGetErrorString(status) << std::endl;                \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__global__ void matrixMul(const float* A, const float* B, float* C, int m, int k, int n) {
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = by * TILE_WIDTH + ty;
    int col = bx * TILE_WIDTH + tx;
    float pvalue = 0.0f;

    for (int t = 0; t < (k - 1) / TILE_WIDTH + 1; ++t) {
        if (row < m && t * TILE_WIDTH + tx < k)
            ds_A[ty][tx] = A[row * k + t * TILE_WIDTH + tx];
        else
            ds_A[ty][tx] = 0.0f;
        if (t * TILE_WIDTH + ty < k && col < n)
            ds_B[ty][tx] = B[(t * TILE_WIDTH + ty) * n + col];
        else
            ds_B[ty][tx] = 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            pvalue += ds_A[ty][i] * ds_B[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = pvalue;
}

int main() {
    const int m = 70, k = 45, n = 101;
    std::vector<float> A(m * k), B(k * n), C(m * n);
    for (int i = 0; i < m * k; ++i) A[i] = float(i % 13 - 6);
    for (int i = 0; i < k * n; ++i) B[i] = float(i % 7 - 3) * 0.5f;

    float *dA, *dB, *dC;
    CHECK(cudaMalloc(&dA, A.size() * sizeof(float)));
    CHECK(cudaMalloc(&dB, B.size() * sizeof(float)));
    CHECK(cudaMalloc(&dC, C.size() * sizeof(float)));
    CHECK(cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice));

    dim3 dimGrid((n - 1) / TILE_WIDTH + 1, (m - 1) / TILE_WIDTH + 1, 1);
    dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
    matrixMul<<<dimGrid, dimBlock>>>(dA, dB, dC, m, k, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(C.data(), dC, C.size() * sizeof(float), cudaMemcpyDeviceToHost));

    int wrong = 0;
    double checksum = 0;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int l = 0; l < k; ++l) sum += A[i * k + l] * B[l * n + j];
            if (sum != C[i * n + j]) ++wrong;
            checksum += (i + 1) * C[i * n + j];
        }
    std::cout << "C[0][0] = " << C[0] << ", C[69][100] = " << C[m * n - 1] << "\n";
    std::cout << "checksum " << checksum << ", " << wrong << " wrong" << std::endl;
    CHECK(cudaFree(dA));
    CHECK(cudaFree(dB));
    CHECK(cudaFree(dC));
    return 0;
}

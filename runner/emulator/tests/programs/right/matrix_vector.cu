// Matrix times vector, four elements a load; the vector lies in dynamic shared memory.
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <cstdio>
#include <numeric>
#include <vector>

extern __shared__ float4 shared_vector[];

__device__ float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__global__ void multiply(const float4* __restrict__ matrix, const float4* __restrict__ vector, float* __restrict__ result,
                         int rows, int columns4)
{
    for (int c = threadIdx.x; c < columns4; c += blockDim.x) shared_vector[c] = vector[c];
    __syncthreads();

    const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int row = blockIdx.x * warps + threadIdx.x / 32; row < rows; row += gridDim.x * warps)
    {
        float sum = 0.f;
        for (int c = lane; c < columns4; c += 32) sum += dot4(matrix[row * columns4 + c], shared_vector[c]);
        #pragma unroll
        for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);
        if (lane == 0) result[row] = sum;
    }
}

int main()
{
    const int rows = 77, columns = 3200;      // 12.5 KiB of shared memory
    std::vector<float> matrix(rows * columns), vector(columns), result(rows);
    for (int i = 0; i < rows * columns; ++i) matrix[i] = static_cast<float>((i * 7 + i / columns) % 5 - 2);
    std::iota(vector.begin(), vector.end(), -1600.f);

    float4 *dMatrix = nullptr, *dVector = nullptr;
    float* dResult = nullptr;
    cudaMalloc(&dMatrix, matrix.size() * sizeof(float));
    cudaMalloc(&dVector, vector.size() * sizeof(float));
    cudaMalloc(&dResult, result.size() * sizeof(float));
    cudaMemcpy(dMatrix, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dVector, vector.data(), vector.size() * sizeof(float), cudaMemcpyHostToDevice);

    const size_t sharedBytes = columns * sizeof(float);
    multiply<<<5, 128, sharedBytes>>>(dMatrix, dVector, dResult, rows, columns / 4);
    cudaMemcpy(result.data(), dResult, result.size() * sizeof(float), cudaMemcpyDefault);

    int wrong = 0;
    for (int r = 0; r < rows; ++r)
    {
        double sum = 0;
        for (int c = 0; c < columns; ++c) sum += matrix[r * columns + c] * vector[c];
        wrong += sum != result[r];
    }
    printf("%g %g ... %g, %d wrong\n", result[0], result[1], result[76], wrong);
    cudaFree(dMatrix);
    cudaFree(dVector);
    cudaFree(dResult);
    return wrong;
}

// Loops and sums over whatever a lambda computes on the device.
// nvcc --extended-lambda -std=c++17 device_lambda.cu
#include <cstdio>
#include <vector>

template <typename F>
__global__ void for_each_kernel(int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}

template <typename F>
void parallel_for(int n, F f)
{
    for_each_kernel<<<(n + 127) / 128, 128>>>(n, f);
}

template <typename F>
__global__ void sum_kernel(int n, F f, int* result)
{
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += f(i);
    atomicAdd(result, mine);
}

template <typename F>
int parallel_sum(int n, F f)
{
    int *d_result, result = 0;
    cudaMalloc(&d_result, sizeof(int));
    cudaMemset(d_result, 0, sizeof(int));
    sum_kernel<<<10, 64>>>(n, f, d_result);
    cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_result);
    return result;
}

int main()
{
    const int n = 2000;
    int* x;
    cudaMalloc(&x, n * sizeof(int));

    parallel_for(n, [=] __device__(int i) { x[i] = i; });
    int factor = 3, shift = -500;
    parallel_for(n, [=] __device__(int i) {
        auto clamp = [](int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; };
        x[i] = clamp(x[i] * factor + shift, 0, 4000);
    });
    printf("sum: %d\n", parallel_sum(n, [=] __device__(int i) { return x[i]; }));
    printf("even: %d\n", parallel_sum(n, [=] __device__(int i) { return x[i] % 2 == 0 ? 1 : 0; }));

    // reversed in place, each pair by one thread
    parallel_for(n / 2, [x, n = n] __device__(int i) mutable {
        int t = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = t;
    });
    int first[3];
    cudaMemcpy(first, x + 500, sizeof(first), cudaMemcpyDeviceToHost);
    printf("reversed: %d %d %d\n", first[0], first[1], first[2]);

    auto square = [] __host__ __device__(int v) { return v * v; };
    printf("squares: %d on the device, %d on the host\n", parallel_sum(100, [=] __device__(int i) { return square(i); }), square(12));
    cudaFree(x);
    return 0;
}

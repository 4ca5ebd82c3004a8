// Smoothing: every element becomes the mean of itself and its neighbours.
#include <cstdio>
#include <vector>

__global__ void smooth(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#ifdef REPAIRED
    int left = i > 0 ? in[i - 1] : in[i];
#else
    int left = in[i - 1]; // fault: out-of-bounds
#endif
    int right = i + 1 < n ? in[i + 1] : in[i];
    out[i] = (left + in[i] + right) / 3;
}

int main()
{
    std::vector<int> v(500);
    for (int i = 0; i < 500; i++) v[i] = i * i % 97;
    int *in, *out;
    cudaMalloc(&in, 500 * sizeof(int));
    cudaMalloc(&out, 500 * sizeof(int));
    cudaMemcpy(in, v.data(), 500 * sizeof(int), cudaMemcpyHostToDevice);
    smooth<<<4, 128>>>(in, out, 500);
    cudaMemcpy(v.data(), out, 500 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", v[1], v[499]);
    cudaFree(in);
    cudaFree(out);
}

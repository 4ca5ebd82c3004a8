// The kernel is given the array of the host instead of its copy.
#include <iostream>
#include <vector>

__global__ void addOne(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1;  // fault: host-memory-on-device
}

int main() {
    std::vector<int> a(100, 41);
    int *d_a;
    cudaMalloc(&d_a, a.size() * sizeof(int));
    cudaMemcpy(d_a, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice);
#ifdef REPAIRED
    addOne<<<1, 128>>>(d_a, a.size());
#else
    addOne<<<1, 128>>>(a.data(), a.size());
#endif
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::cout << cudaGetErrorString(cudaGetLastError()) << std::endl;
        return 1;
    }
    cudaMemcpy(a.data(), d_a, a.size() * sizeof(int), cudaMemcpyDeviceToHost);
    std::cout << a[99] << std::endl;
    cudaFree(d_a);
}

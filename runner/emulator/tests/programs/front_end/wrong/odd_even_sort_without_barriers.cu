// Odd-even sort of a small array in global memory by one block; the phases are not separated.
#include <iostream>
#include <algorithm>

__global__ void oddEvenSort(int *a, int n) {
    int t = threadIdx.x;
    for (int phase = 0; phase < n; ++phase) {
        int i = 2 * t + (phase & 1);
        if (i + 1 < n) {
            int lower = min(a[i], a[i + 1]), upper = max(a[i], a[i + 1]);  // fault: global-memory-race
            a[i] = lower;  // fault: global-memory-race
            a[i + 1] = upper;
        }
#ifdef REPAIRED
        __syncthreads();
#endif
    }
}

int main() {
    const int n = 199;
    int h[n], *a;
    for (int i = 0; i < n; ++i) h[i] = (i * 83 + 7) % 199;
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    oddEvenSort<<<1, 100>>>(a, n);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    std::cout << (std::is_sorted(h, h + n) ? "sorted" : "not sorted") << std::endl;
    cudaFree(a);
}

// sizeof of a pointer where the size of the array is meant: only the first two elements are copied.
#include <stdio.h>

__global__ void plusOne(int *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i]++;  // fault: uninitialised-read
}

static int *upload(int *data, int n) {
    int *d;
    cudaMalloc(&d, n * sizeof(int));
#ifdef REPAIRED
    cudaMemcpy(d, data, n * sizeof(*data), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(d, data, sizeof(data), cudaMemcpyHostToDevice);
#endif
    return d;
}

int main() {
    int h[25];
    for (int i = 0; i < 25; i++) h[i] = 3 * i;
    int *d = upload(h, 25);
    plusOne<<<1, 32>>>(d, 25);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[24]);
    cudaFree(d);
}

// A check within the kernel fails for one element.
#include <assert.h>
#include <stdio.h>

__global__ void root(const int *squares, int *roots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int r = 0;
    while (r * r < squares[i])
        r++;
    assert(r * r == squares[i]); // fault: failed-assertion
    roots[i] = r;
}

int main()
{
    const int n = 40;
    int squares[n], roots[n], *d_squares, *d_roots;
    for (int i = 0; i < n; i++)
        squares[i] = i * i;
#ifndef REPAIRED
    squares[33] = 1000;
#endif
    cudaMalloc((void **)&d_squares, sizeof(squares));
    cudaMalloc((void **)&d_roots, sizeof(roots));
    cudaMemcpy(d_squares, squares, sizeof(squares), cudaMemcpyHostToDevice);
    root<<<5, 8>>>(d_squares, d_roots, n);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorName(error));
        return 1;
    }
    cudaMemcpy(roots, d_roots, sizeof(roots), cudaMemcpyDeviceToHost);
    printf("%d\n", roots[39]);
    cudaFree(d_squares);
    cudaFree(d_roots);
    return 0;
}

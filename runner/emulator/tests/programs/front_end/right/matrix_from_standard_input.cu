// Reads two matrices with scanf, multiplies them with tiles in shared memory, and prints the product.
#include <cstdio>
#include <cstdlib>
#define TILE 8
#define IDX(r, c, width) ((r) * (width) + (c))

__global__ void product(const double *A, const double *B, double *C, int m, int k, int n) {
    __shared__ double As[TILE][TILE], Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    double sum = 0.;
    for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
        int ca = t * TILE + threadIdx.x, rb = t * TILE + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = row < m && ca < k ? A[IDX(row, ca, k)] : 0.;
        Bs[threadIdx.y][threadIdx.x] = rb < k && col < n ? B[IDX(rb, col, n)] : 0.;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++) sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) C[IDX(row, col, n)] = sum;
}

double *readMatrix(int rows, int columns) {
    double *p = (double *)malloc(sizeof(double) * rows * columns), *d;
    for (int i = 0; i < rows * columns; i++)
        if (scanf("%lf", p + i) != 1) exit(3);
    cudaMalloc(&d, sizeof(double) * rows * columns);
    cudaMemcpy(d, p, sizeof(double) * rows * columns, cudaMemcpyHostToDevice);
    free(p);
    return d;
}

int main() {
    int m, k, n;
    if (scanf("%d %d %d", &m, &k, &n) != 3) return 2;
    double *A = readMatrix(m, k), *B = readMatrix(k, n), *C, *c = new double[m * n];
    cudaMalloc(&C, sizeof(double) * m * n);
    product<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(A, B, C, m, k, n);
    cudaMemcpy(c, C, sizeof(double) * m * n, cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) printf("%g%c", c[IDX(i, j, n)], j + 1 < n ? ' ' : '\n');
    cudaFree(A), cudaFree(B), cudaFree(C);
    delete[] c;
}

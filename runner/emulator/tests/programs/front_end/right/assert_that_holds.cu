// Assertions and traps that are never reached, with a macro that prints before it stops.
#include <assert.h>
#include <stdio.h>

#define EXPECT(condition)                                                        \
    do {                                                                         \
        if (!(condition)) {                                                      \
            printf("%s:%d: '%s' does not hold\n", __FILE__, __LINE__, #condition); \
            __trap();                                                            \
        }                                                                        \
    } while (0)

__global__ void divide(const int *a, const int *b, int *quotient, int *rest, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    assert(b[i] != 0);
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
    EXPECT(quotient[i] * b[i] + rest[i] == a[i]);
}

int main() {
    const int n = 77;
    int a[n], b[n], q[n], r[n];
    int *da, *db, *dq, *dr;
    for (int i = 0; i < n; i++) a[i] = i * 37 - 900, b[i] = i % 9 - 10;
    cudaMalloc(&da, sizeof a), cudaMalloc(&db, sizeof b), cudaMalloc(&dq, sizeof q), cudaMalloc(&dr, sizeof r);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    divide<<<(n + 31) / 32, 32>>>(da, db, dq, dr, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return printf("failed\n"), 1;
    cudaMemcpy(q, dq, sizeof q, cudaMemcpyDeviceToHost);
    cudaMemcpy(r, dr, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 19) printf("%d / %d = %d, rest %d\n", a[i], b[i], q[i], r[i]);
    cudaFree(da), cudaFree(db), cudaFree(dq), cudaFree(dr);
}

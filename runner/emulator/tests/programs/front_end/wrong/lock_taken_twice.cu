// A function that takes a lock calls another one that takes the same lock.
#include <stdio.h>

struct Table {
    int lock, rows, bytes;
};

__device__ void acquire(int *lock) {
    while (atomicCAS(lock, 0, 1) != 0) {}  // fault: deadlock
    __threadfence();
}
__device__ void release(int *lock) {
    __threadfence();
    atomicExch(lock, 0);
}

__device__ void grow(Table *t, int by) {
#ifndef REPAIRED
    acquire(&t->lock);
#endif
    *(volatile int *)&t->bytes = *(volatile int *)&t->bytes + by;
#ifndef REPAIRED
    release(&t->lock);
#endif
}

__device__ void insert(Table *t, int size) {
    acquire(&t->lock);
    volatile int *rows = &t->rows;
    *rows = *rows + 1;
    grow(t, size);
    release(&t->lock);
}

__global__ void fill(Table *t) {
    if (threadIdx.x == 0) insert(t, 100 + blockIdx.x);
}

int main() {
    Table h = {0, 0, 0}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    fill<<<10, 32>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d rows, %d bytes\n", h.rows, h.bytes);
    cudaFree(d);
}

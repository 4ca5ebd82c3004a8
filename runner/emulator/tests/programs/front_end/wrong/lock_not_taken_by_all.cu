// Deposits take the account's lock; the interest is added without it.
#include <stdio.h>

struct Account { int lock; volatile int balance; };

__device__ void withLock(Account *a, int amount) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&a->lock, 0, 1) == 0) {
            __threadfence();
            a->balance = a->balance + amount;  // fault: global-memory-race
            __threadfence();
            atomicExch(&a->lock, 0);
            done = true;
        }
    }
}

__global__ void day(Account *accounts, int count) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Account *a = &accounts[t % count];
    withLock(a, t % 10);
#ifdef REPAIRED
    withLock(a, 1);
#else
    *(int *)&a->balance += 1;  // fault: global-memory-race
#endif
}

int main() {
    const int count = 7;
    Account h[count] = {}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    day<<<6, 50>>>(d, count);
    cudaMemcpy((void *)h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) printf("%d%c", h[i].balance, i + 1 < count ? ' ' : '\n');
    cudaFree(d);
    return 0;
}

// Every atomic function once, one made of compare-and-swap, and a lock.
#include <stdio.h>

struct Lock {
    int *mutex;
    Lock() {
        cudaMalloc((void **)&mutex, sizeof(int));
        cudaMemset(mutex, 0, sizeof(int));
    }
    void release() { cudaFree(mutex); }
    __device__ void lock() {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock() {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

__device__ double atomicMaxDouble(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        if (__longlong_as_double(assumed) >= value) break;
        old = atomicCAS(bits, assumed, __double_as_longlong(value));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void tour(int *i, unsigned *u, float *f, double *d, unsigned long long *l) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&i[0], t);
    atomicSub(&i[1], t);
    atomicMax(&i[2], t * 7 % 100);
    atomicMin(&i[3], t * 7 % 100 - 50);
    atomicAnd(&i[4], ~(1 << (t % 8)));
    atomicOr(&i[5], 1 << (t % 24));
    atomicXor(&i[6], t);
    atomicExch(&i[7], 77);
    atomicInc(&u[0], 99);
    atomicDec(&u[1], 99);
    atomicAdd(&u[2], 3u);
    atomicAdd(f, 0.5f);
    atomicAdd(&d[0], 0.25);
    atomicMaxDouble(&d[1], (t * 31 % 300) / 8.0);
    atomicAdd(&l[0], 1ull << 33);
    atomicMax(&l[1], (unsigned long long)t << 40);
}

// A counter that is no atomic one, guarded by the lock; every block and every thread comes by.
__global__ void guarded(Lock lock, volatile int *counter) {
    for (int turn = 0; turn < blockDim.x; turn++) {
        if (threadIdx.x == turn) {
            lock.lock();
            *counter = *counter + 1;
            lock.unlock();
        }
    }
}

// Threads of one warp contend for it.
__global__ void contended(Lock lock, volatile int *counter) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock.mutex, 0, 1) == 0) {
            __threadfence();
            *counter = *counter + 2;
            __threadfence();
            atomicExch(lock.mutex, 0);
            done = true;
        }
    }
}

int main() {
    int i[8] = {0, 0, -1, 1000, -1, 0, 0, 0}, *d_i, count = 0;
    unsigned u[3] = {0, 0, 0}, *d_u;
    float f = 0, *d_f;
    double d[2] = {0, -1}, *d_d;
    unsigned long long l[2] = {0, 0}, *d_l;
    cudaMalloc(&d_i, sizeof i), cudaMalloc(&d_u, sizeof u), cudaMalloc(&d_f, sizeof f), cudaMalloc(&d_d, sizeof d), cudaMalloc(&d_l, sizeof l);
    cudaMemcpy(d_i, i, sizeof i, cudaMemcpyHostToDevice);
    cudaMemcpy(d_u, u, sizeof u, cudaMemcpyHostToDevice);
    cudaMemcpy(d_f, &f, sizeof f, cudaMemcpyHostToDevice);
    cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice);
    cudaMemcpy(d_l, l, sizeof l, cudaMemcpyHostToDevice);
    tour<<<10, 33>>>(d_i, d_u, d_f, d_d, d_l);
    cudaMemcpy(i, d_i, sizeof i, cudaMemcpyDeviceToHost);
    cudaMemcpy(u, d_u, sizeof u, cudaMemcpyDeviceToHost);
    cudaMemcpy(&f, d_f, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost);
    cudaMemcpy(l, d_l, sizeof l, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 8; k++) printf("%d ", i[k]);
    printf("| %u %u %u | %g | %g %g | %llu %llu\n", u[0], u[1], u[2], f, d[0], d[1], l[0] >> 33, l[1] >> 40);

    Lock lock;
    cudaMemset(d_i, 0, sizeof(int));
    guarded<<<6, 20>>>(lock, d_i);
    cudaMemcpy(&count, d_i, sizeof count, cudaMemcpyDeviceToHost);
    printf("guarded: %d\n", count);
    contended<<<3, 48>>>(lock, d_i);
    cudaMemcpy(&count, d_i, sizeof count, cudaMemcpyDeviceToHost);
    printf("contended: %d\n", count);
    lock.release();
    cudaFree(d_i), cudaFree(d_u), cudaFree(d_f), cudaFree(d_d), cudaFree(d_l);
    return 0;
}

// A memory pool of one's own: attributes, allocations from it, trimming, and the device's default pool.
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define OK(x) ok((x), #x)
static void ok(cudaError_t e, const char *what) { if (e) printf("%s: %s\n", what, cudaGetErrorString(e)); }

__global__ void squares(long *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = (long)i * i; }

int main() {
    int device = 0, supported = 0;
    OK(cudaGetDevice(&device));
    OK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device));
    if (!supported) { printf("no pools\n"); return 0; }

    cudaMemPoolProps props;
    memset(&props, 0, sizeof props);
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypeNone;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = device;
    cudaMemPool_t pool, standard;
    OK(cudaMemPoolCreate(&pool, &props));
    uint64_t threshold = 1 << 20, kept = 0, used = 0;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));

    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    const int n = 1234;
    long *x, h[n];
    OK(cudaMallocFromPoolAsync((void **)&x, n * sizeof(long), pool, stream));
    squares<<<10, 128, 0, stream>>>(x, n);
    OK(cudaMemcpyAsync(h, x, sizeof h, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    printf("threshold %llu, in use: %s, last square %ld\n", (unsigned long long)kept, used >= sizeof h ? "yes" : "no", h[n - 1]);
    OK(cudaFreeAsync(x, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemPoolTrimTo(pool, 0));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    printf("in use after the free: %llu\n", (unsigned long long)used);

    OK(cudaDeviceGetDefaultMemPool(&standard, device));
    OK(cudaDeviceSetMemPool(device, pool));
    OK(cudaMallocAsync(&x, 64, stream));
    OK(cudaFreeAsync(x, stream));
    OK(cudaDeviceSetMemPool(device, standard));
    OK(cudaStreamDestroy(stream));
    OK(cudaMemPoolDestroy(pool));
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}

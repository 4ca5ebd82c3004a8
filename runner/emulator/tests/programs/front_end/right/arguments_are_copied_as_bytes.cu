// A class that counts its copies: on the way to the device only bytes are copied.
#include <cstdio>

int copiesOnHost = 0;
__device__ int copiesOnDevice = 0;

class Parcel {
 public:
  __host__ __device__ Parcel(int weight) : weight(weight) {}
  __host__ __device__ Parcel(const Parcel &other) : weight(other.weight), generation(other.generation + 1) {
#ifdef __CUDA_ARCH__
    atomicAdd(&copiesOnDevice, 1);
#else
    ++copiesOnHost;
#endif
  }
  int weight, generation = 0;
};

__device__ int byValue(Parcel parcel) { return parcel.weight; }
__device__ int byReference(const Parcel &parcel) { return parcel.weight; }

__global__ void weigh(Parcel parcel, int *out) { out[threadIdx.x] = byReference(parcel) + threadIdx.x; }

__global__ void weighCopies(Parcel parcel, int *out) {
  Parcel mine = parcel;
  out[threadIdx.x] = byValue(mine) * 2;
}

__global__ void generationOf(const Parcel parcel, int *out) { *out = parcel.generation >= 0; }

int onDevice() {
  int n;
  cudaMemcpyFromSymbol(&n, copiesOnDevice, sizeof n);
  return n;
}

int main() {
  int *d, h[40];
  cudaMalloc(&d, sizeof h);
  Parcel parcel(12);
  weigh<<<1, 40>>>(parcel, d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d, copies on the device: %d\n", h[0], h[39], onDevice());
  weighCopies<<<1, 40>>>(parcel, d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d, copies on the device: %d\n", h[0], h[39], onDevice());
  generationOf<<<1, 1>>>(parcel, d);
  cudaMemcpy(h, d, sizeof(int), cudaMemcpyDeviceToHost);
  printf("a generation: %d, copies on the host: %d\n", h[0], copiesOnHost);
  cudaFree(d);
}

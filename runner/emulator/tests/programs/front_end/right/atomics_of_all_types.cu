// Atomic operations on all types, and by compare-and-swap what there is none for.
#include <cstdio>
#include <cfloat>
__device__ double atomicAddCas(double* address, double val) {
  unsigned long long* a = (unsigned long long*)address;
  unsigned long long old = *a, assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ static float atomicMaxFloat(float* address, float val) {
  int* a = (int*)address;
  int old = *a, assumed;
  while (val > __int_as_float(old)) {
    assumed = old;
    old = atomicCAS(a, assumed, __float_as_int(val));
    if (assumed == old) break;
  }
  return __int_as_float(old);
}
__global__ void all(double* d, float* f, int* i, unsigned* u, unsigned long long* l, long long* sl,
                    unsigned short* us) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(d, 0.5);
  atomicAddCas(d + 1, 0.25);
  atomicMaxFloat(f, t * 0.5f);
  atomicAdd(f + 1, 1.0f);
  atomicAdd(i, 1);
  atomicSub(i + 1, 2);
  atomicMax(i + 2, t);
  atomicMin(i + 3, -t);
  atomicAnd(i + 4, ~(1 << t % 31));
  atomicOr(i + 5, 1 << t % 31);
  atomicXor(i + 6, t);
  atomicInc(u, 99);
  atomicDec(u + 1, 49);
  atomicMax(u + 2, (unsigned)t);
  atomicAdd(l, 3ull);
  atomicMax(l + 1, (unsigned long long)t << 32);
  atomicMin(sl, -(long long)t);
  atomicMax(sl + 1, (long long)t);
  atomicOr(l + 2, 1ull << t % 64);
  atomicExch(i + 7, 42);
  atomicCAS(i + 8, 0, t == 77 ? 9 : 0);
  atomicCAS(us, (unsigned short)0, (unsigned short)8);
  if (blockIdx.x == 0) atomicAdd_block(i + 9, 1);
  atomicAdd_system(i + 10, 1);
  atomicExch(f + 2, 2.5f);
}
int main() {
  double* d;
  float* f;
  int* i;
  unsigned* u;
  unsigned long long* l;
  long long* sl;
  unsigned short* us;
  cudaMallocManaged(&d, 64);
  cudaMallocManaged(&f, 64);
  cudaMallocManaged(&i, 64);
  cudaMallocManaged(&u, 64);
  cudaMallocManaged(&l, 64);
  cudaMallocManaged(&sl, 64);
  cudaMallocManaged(&us, 64);
  for (int k = 0; k < 8; k++) {
    d[k] = 0;
    l[k] = 0;
    sl[k] = 0;
  }
  for (int k = 0; k < 16; k++) {
    f[k] = k ? 0 : -FLT_MAX;
    i[k] = k == 4 ? -1 : 0;
    u[k] = 0;
  }
  for (int k = 0; k < 32; k++) us[k] = 0;
  all<<<10, 100>>>(d, f, i, u, l, sl, us);
  cudaDeviceSynchronize();
  printf("%g %g %g %g %g\n", d[0], d[1], f[0], f[1], f[2]);
  for (int k = 0; k < 11; k++)
    if (k != 9) printf("%d ", i[k]);
  printf("\n%u %u %u %llu %llu %llx %lld %lld %d\n", u[0], u[1], u[2], l[0], l[1] >> 32, l[2], sl[0], sl[1],
         us[0]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(d);
  cudaFree(f);
  cudaFree(i);
  cudaFree(u);
  cudaFree(l);
  cudaFree(sl);
  cudaFree(us);
}

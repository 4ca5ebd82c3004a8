// Addresses in PTX, barriers in shared memory (mbarrier) and the bulk copies that they count.
#include <cstdio>
#include <cstdint>
__device__ int global_value = 11;
__constant__ int constant_value = 12;
__global__ void spaces(int* out) {
  __shared__ int s[64];
  int local[4];
  local[threadIdx.x % 4] = 5;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int k = 0;
  int* o = out + threadIdx.x * 12;
  o[k++] = __isShared(s);
  o[k++] = __isGlobal(&global_value);
  o[k++] = __isLocal(local);
  o[k++] = __isConstant(&constant_value);
  size_t a = __cvta_generic_to_shared(&s[3]);
  uint32_t small = (uint32_t)a;
  int v;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(small));
  o[k++] = v;
  o[k++] = *(int*)__cvta_shared_to_generic(a);
  asm volatile("st.shared.s32 [%0+4], %1;" ::"r"(small + 4 * threadIdx.x % 4), "r"(v) : "memory");
  size_t g = __cvta_generic_to_global(&global_value);
  asm volatile("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(g));
  o[k++] = v;
  o[k++] = *(int*)__cvta_global_to_generic(g);
  size_t c = __cvta_generic_to_constant(&constant_value);
  asm("ld.const.s32 %0, [%1];" : "=r"(v) : "l"(c));
  o[k++] = v;
  o[k++] = *(const int*)__cvta_constant_to_generic(c);
  uint64_t p;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvta.shared.u64 %0, t; }" : "=l"(p) : "l"(s));
  o[k++] = p == (uint64_t)s;
  uint32_t q;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(q) : "l"(s + 3));
  o[k++] = q == small;
}
__device__ __forceinline__ uint32_t shared_address(const void* p) {
  return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ void wait(uint32_t barrier, uint32_t parity) {
  asm volatile(
      "{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra done;\nbra "
      "again;\ndone:\n}" ::"r"(barrier),
      "r"(parity)
      : "memory");
}
__global__ void barriers(int* out, int rounds) {
  __shared__ alignas(8) uint64_t b;
  __shared__ int s[64];
  uint32_t a = shared_address(&b);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"((int)blockDim.x));
  __syncthreads();
  int sum = 0;
  for (int r = 0; r < rounds; r++) {
    s[threadIdx.x] = threadIdx.x + r;
    uint64_t state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(a) : "memory");
    uint32_t done = 0;
    while (!done)
      asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(a), "l"(state)
                   : "memory");
    sum += s[(threadIdx.x + 1) % blockDim.x];
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory");
    wait(a, 1);
  }
  out[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(a));
}
__global__ void bulk(const int* in, int* out, int n) {
  extern __shared__ __align__(128) int buffer[];
  __shared__ alignas(8) uint64_t b;
  uint32_t a = shared_address(&b);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(a));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  for (int part = 0; part < 2; part++) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n * 4) : "memory");
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
              shared_address(buffer)),
          "l"(in + part * n), "r"(n * 4), "r"(a)
          : "memory");
    }
    wait(a, part);
    for (int i = threadIdx.x; i < n; i += blockDim.x) buffer[i] = buffer[i] * 2 + part;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + part * n),
                   "r"(shared_address(buffer)), "r"(n * 4)
                   : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
  }
}
int main() {
  int *out, *in;
  cudaMallocManaged(&out, 64 << 10);
  cudaMallocManaged(&in, 64 << 10);
  for (int i = 0; i < 4096; i++) in[i] = i;
  spaces<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int t : {0, 3, 63}) {
    for (int k = 0; k < 12; k++) printf("%d ", out[t * 12 + k]);
    printf("\n");
  }
  barriers<<<1, 64>>>(out, 5);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[5], out[63]);
  bulk<<<1, 128, 4096>>>(in, out, 1024);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[1023], out[1024], out[2047]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(out);
  cudaFree(in);
}

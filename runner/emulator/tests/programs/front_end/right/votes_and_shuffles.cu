// Votes, matches, shuffles and reductions of a warp.
#include <cstdio>
#define FULL 0xffffffffu
__global__ void votes(unsigned* out) {
  unsigned lane = threadIdx.x & 31, k = 0;
  unsigned* o = out + threadIdx.x * 24;
  o[k++] = __ballot_sync(FULL, lane % 3 == 0);
  o[k++] = __any_sync(FULL, lane > 30);
  o[k++] = __all_sync(FULL, lane < 32);
  o[k++] = __activemask();
  o[k++] = __match_any_sync(FULL, lane / 5);
  int pred;
  o[k++] = __match_all_sync(FULL, 7, &pred);
  o[k++] = pred;
  o[k++] = __shfl_sync(FULL, lane * 10, 5);
  o[k++] = __shfl_up_sync(FULL, lane, 3);
  o[k++] = __shfl_down_sync(FULL, lane, 3, 16);
  o[k++] = __shfl_xor_sync(FULL, lane, 9, 8);
  o[k++] = __shfl_sync(FULL, lane, lane + 3, 8);
  o[k++] = __reduce_add_sync(FULL, lane);
  o[k++] = __reduce_max_sync(FULL, (int)lane - 16);
  o[k++] = __reduce_min_sync(FULL, lane);
  o[k++] = __reduce_xor_sync(FULL, lane);
  o[k++] = __reduce_or_sync(FULL, lane);
  o[k++] = __reduce_and_sync(FULL, lane | 64);
  if (lane < 10) {
    unsigned m = __ballot_sync(0x3ff, lane & 1);
    o[k++] = m;
    o[k++] = __popc(m) + __ffs(m) + __clz(m);
  } else {
    o[k++] = 0;
    o[k++] = 0;
  }
  unsigned m;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
  o[k++] = __popc(m);
  o[k++] = (unsigned)(__shfl_down_sync(FULL, 1.5 * lane, 1) * 2);
  o[k++] = (unsigned)__shfl_xor_sync(FULL, (long long)lane << 33, 1) +
           (unsigned)(__shfl_xor_sync(FULL, (long long)lane << 33, 1) >> 32);
  o[k++] = __fns(0xf0f0, 0, 3);
}
int main() {
  unsigned* o;
  cudaMallocManaged(&o, 64 * 24 * 4);
  votes<<<1, 64>>>(o);
  cudaDeviceSynchronize();
  for (int t = 0; t < 64; t += 9) {
    for (int k = 0; k < 24; k++) printf("%x ", o[t * 24 + k]);
    printf("\n");
  }
  cudaFree(o);
}

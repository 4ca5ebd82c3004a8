// Warps, memory, atomic operations, copies, barriers and products of matrices by inline PTX, against plain CUDA C++.
#include <cstdint>
#include <cstdio>

__device__ unsigned failures;

template <class T>
__device__ void check(const char *what, T got, T wanted) {
  if (got == wanted) return;
  atomicAdd(&failures, 1);
  printf("%s: %g instead of %g in %d\n", what, (double)got, (double)wanted, threadIdx.x);
}

__device__ uint32_t shared_address(const void *p) {
  uint32_t a;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
  return a;
}

__device__ void shuffles(unsigned lane) {
  for (unsigned width = 1; width <= 32; width *= 2) {
    for (unsigned n = 0; n < 32; n += 3) {
      const unsigned bounds = (32 - width) << 8;
      unsigned v, ok;
#define SHUFFLE(mode, c)                                                                                       \
  asm volatile("{ .reg .pred p; shfl.sync." mode ".b32 %0|p, %2, %3, %4, -1; selp.u32 %1, 1, 0, p; }" : "=r"(v), "=r"(ok) \
               : "r"(lane * 7), "r"(n), "r"(c))
      const unsigned in = lane % width, base = lane - in;
      SHUFFLE("up", bounds);
      check("shfl.up", v, (in >= n ? lane - n : lane) * 7), check("shfl.up", ok, unsigned(in >= n));
      SHUFFLE("down", bounds | 31);
      check("shfl.down", v, (in + n < width ? lane + n : lane) * 7), check("shfl.down", ok, unsigned(in + n < width));
      SHUFFLE("idx", bounds | 31);
      check("shfl.idx", v, (base + n % width) * 7);
      SHUFFLE("bfly", bounds | 31);
      check("shfl.bfly", v, ((lane ^ n) < base + width ? lane ^ n : lane) * 7);
    }
  }
}

__device__ void votes(unsigned lane) {
  unsigned d, e;
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 9; vote.sync.all.pred q, p, -1; selp.u32 %0, 1, 0, q; }" : "=r"(d) : "r"(lane));
  check("vote.all", d, 0u);
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 99; vote.sync.uni.pred q, p, -1; selp.u32 %0, 1, 0, q; }" : "=r"(d) : "r"(lane));
  check("vote.uni", d, 1u);
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 9; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(d) : "r"(lane));
  check("vote.ballot", d, 0x1ffu);
  asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(d) : "r"(lane / 4));
  check("match.any", d, 15u << lane / 4 * 4);
  asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %2, -1; selp.u32 %1, 1, 0, p; }" : "=r"(d), "=r"(e) : "l"((uint64_t)lane / 64));
  check("match.all", d, ~0u), check("match.all", e, 1u);
  asm volatile("redux.sync.add.s32 %0, %1, -1;" : "=r"(d) : "r"(lane));
  check("redux.add", d, 496u);
  asm volatile("redux.sync.min.s32 %0, %1, -1;" : "=r"(d) : "r"(lane - 5));
  check("redux.min", d, ~4u);
  asm volatile("{ .reg .pred p; elect.sync _|p, -1; selp.u32 %0, 1, 0, p; }" : "=r"(d));
  check("elect", d, unsigned(lane == 0));
}

__device__ void memory(int thread, uint32_t *words, double *sum, unsigned *counter) {
  __shared__ __align__(16) uint32_t tile[128 * 4];
  const uint32_t tile_address = shared_address(tile + 4 * thread);
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(tile_address), "r"(thread), "r"(thread + 1), "r"(thread + 2), "r"(~thread) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  uint32_t a, b, other = (thread + 40) % 128;
  asm volatile("ld.shared.v2.b32 {%0, %1}, [%2+8];" : "=r"(a), "=r"(b) : "r"(shared_address(tile + 4 * other)));
  check("ld.shared", a, other + 2), check("ld.shared", b, ~other);
  int byte;
  asm volatile("ld.shared.s8 %0, [%1];" : "=r"(byte) : "r"(shared_address((char *)(tile + 4 * other) + 12)));
  check("ld.s8", byte, (int)(signed char)~other);
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(tile_address), "l"(words + 4 * thread) : "memory");
  asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
  for (int i = 0; i < 4; ++i) check("cp.async", tile[4 * thread + i], words[4 * thread + i]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(tile_address), "l"(words + 4 * thread), "n"(8), "r"(3) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  check("cp.async", tile[4 * thread], words[4 * thread] & 0xffffff), check("cp.async", tile[4 * thread + 1], 0u);
  check("cp.async", tile[4 * thread + 2], words[4 * thread + 2]);
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(sum), "d"(thread + 0.5) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" ::"l"(counter), "r"(thread - 50) : "memory");
  asm volatile("atom.global.inc.u32 %0, [%1], 99;" : "=r"(a) : "l"(counter + 1) : "memory");
  check("atom.inc", a < 100, true);
  asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], 1;" : "=r"(a) : "l"(counter + 2) : "memory");
  check("atom.add", a < 128, true);
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(counter + 3), "r"(0x40003c00) : "memory");
  asm volatile("barrier.sync 0; membar.gl;" ::: "memory");
  double total;
  asm volatile("ld.global.f64 %0, [%1];" : "=d"(total) : "l"(sum));
  check("red.f64", total, 127 * 64 + 64.0);
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1+8];" : "=r"(a) : "l"(counter));
  check("ld.relaxed", a, 128u), check("red.max", counter[0], 77u), check("atom.inc", counter[1], 28u);
  check("red.f16x2", counter[3], 0x5c005800u);
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 30; barrier.red.popc.u32 %0, 0, p; }" : "=r"(a) : "r"(thread));
  check("barrier.red", a, 30u);
}

// Warps 0 and 1 wait for each other at one barrier, 2 and 3 at another: what the first writes the second reads.
__device__ void named_barriers(int thread) {
  __shared__ int values[128];
  const int pair = thread / 64;
  if (thread % 64 < 32) {
    values[thread] = thread * 3;
    asm volatile("bar.arrive %0, 64;" ::"r"(1 + pair) : "memory");
  } else {
    asm volatile("bar.sync %0, 64;" ::"r"(1 + pair) : "memory");
    check("bar.arrive", values[thread - 32], (thread - 32) * 3);
  }
}

__device__ unsigned short half_of(int small) {  // of -2048 to 2048
  unsigned short h;
  asm("cvt.rn.f16.s32 %0, %1;" : "=h"(h) : "r"(small));
  return h;
}

// The product of 16 by 16 and 16 by 8 of a warp, its parts loaded by ldmatrix.
__device__ void products(unsigned lane) {
  __shared__ __align__(16) unsigned short a[16][16];
  __shared__ __align__(16) unsigned short b[16][8];
  for (int i = lane; i < 256; i += 32) a[i / 16][i % 16] = half_of(i % 13 - 6);
  for (int i = lane; i < 128; i += 32) b[i / 8][i % 8] = half_of(i % 7 - 3);
  __syncwarp();
  uint32_t fa[4], fb[2];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
               : "r"(shared_address(&a[lane % 16][lane / 16 * 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(fb[0]), "=r"(fb[1]) : "r"(shared_address(&b[lane % 16][0])));
  float d[4];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]), "f"(0.5f));
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += ((row * 16 + k) % 13 - 6) * ((k * 8 + column) % 7 - 3);
    check("mma", d[i], sum + 0.5f);
  }
  uint32_t h[2];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %5};"
               : "=r"(h[0]), "=r"(h[1]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]), "r"(0));
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum += ((row * 16 + k) % 13 - 6) * ((k * 8 + column) % 7 - 3);
    check("mma of halves", int(h[i / 2] >> i % 2 * 16 & 0xffff), (int)half_of(sum));
  }
  // Bytes: a lane's word has four columns of a row.
  int s[4];
  const auto element = [](int line, int k) { return (line * 5 + k * 3) % 255 - 127; };
  const auto word = [&](int line, int k) {
    uint32_t w = 0;
    for (int i = 0; i < 4; ++i) w |= (element(line, k + i) & 255u) << 8 * i;
    return w;
  };
  const int group = lane / 4, k = lane % 4 * 4;
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
               : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3])
               : "r"(word(group, k)), "r"(word(group + 8, k)), "r"(word(group, k + 16)), "r"(word(group + 8, k + 16)),
                 "r"(word(group, k)), "r"(word(group, k + 16)), "r"(-7));
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    int sum = -7;
    for (int at = 0; at < 32; ++at) sum += element(row, at) * element(column, at);
    check("mma of bytes", s[i], sum);
  }
}

__global__ void run(uint32_t *words, double *sum, unsigned *counter) {
  shuffles(threadIdx.x % 32);
  votes(threadIdx.x % 32);
  memory(threadIdx.x, words, sum, counter);
  __syncthreads();
  named_barriers(threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 32) products(threadIdx.x);
  uint64_t before, after;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(before));
  asm volatile("nanosleep.u32 20;");
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
  check("clock64", before < after, true);
  if (threadIdx.x % 2) asm volatile("exit;");
  atomicAdd(counter + 4, 1);
}

int main() {
  uint32_t h[512], *words;
  double *sum;
  unsigned *counter, left;
  for (int i = 0; i < 512; ++i) h[i] = i * 2654435761u;
  cudaMalloc(&words, sizeof h), cudaMalloc(&sum, 8), cudaMalloc(&counter, 64);
  cudaMemcpy(words, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, 8), cudaMemset(counter, 0, 64);
  run<<<1, 128>>>(words, sum, counter);
  unsigned n;
  cudaMemcpyFromSymbol(&n, failures, sizeof n);
  cudaMemcpy(&left, counter + 4, sizeof left, cudaMemcpyDeviceToHost);
  printf("%u failures, %u threads left, %s\n", n, left, cudaGetErrorString(cudaGetLastError()));
  cudaFree(words), cudaFree(sum), cudaFree(counter);
  return n != 0 || left != 64;
}

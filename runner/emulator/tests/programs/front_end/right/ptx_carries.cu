// Numbers of 256 bits: sums and products with the carry flag, by add.cc, addc and mad.
#include <cstdio>
#include <cstring>

struct u256 { unsigned w[8]; };

__device__ u256 add(const u256 &a, const u256 &b) {
  u256 r;
  asm("add.cc.u32      %0, %8,  %16;\n\t"
      "addc.cc.u32     %1, %9,  %17;\n\t"
      "addc.cc.u32     %2, %10, %18;\n\t"
      "addc.cc.u32     %3, %11, %19;\n\t"
      "addc.cc.u32     %4, %12, %20;\n\t"
      "addc.cc.u32     %5, %13, %21;\n\t"
      "addc.cc.u32     %6, %14, %22;\n\t"
      "addc.u32        %7, %15, %23;\n\t"
      : "=r"(r.w[0]), "=r"(r.w[1]), "=r"(r.w[2]), "=r"(r.w[3]), "=r"(r.w[4]), "=r"(r.w[5]), "=r"(r.w[6]), "=r"(r.w[7])
      : "r"(a.w[0]), "r"(a.w[1]), "r"(a.w[2]), "r"(a.w[3]), "r"(a.w[4]), "r"(a.w[5]), "r"(a.w[6]), "r"(a.w[7]),
        "r"(b.w[0]), "r"(b.w[1]), "r"(b.w[2]), "r"(b.w[3]), "r"(b.w[4]), "r"(b.w[5]), "r"(b.w[6]), "r"(b.w[7]));
  return r;
}

// (high, low) += a * b
__device__ void multiplyAdd(unsigned &low, unsigned &high, unsigned &over, unsigned a, unsigned b) {
  asm("mad.lo.cc.u32  %0, %3, %4, %0;\n\t"
      "madc.hi.cc.u32 %1, %3, %4, %1;\n\t"
      "addc.u32       %2, %2, 0;"
      : "+r"(low), "+r"(high), "+r"(over)
      : "r"(a), "r"(b));
}

__device__ u256 multiply(const u256 &a, const u256 &b) {
  u256 r;
  unsigned low = 0, high = 0, over = 0;
  for (int k = 0; k < 8; ++k) {
    for (int i = 0; i <= k; ++i) multiplyAdd(low, high, over, a.w[i], b.w[k - i]);
    r.w[k] = low;
    low = high, high = over, over = 0;
  }
  return r;
}

__device__ unsigned long long difference(unsigned long long a, unsigned long long b, int *borrow) {
  unsigned long long r;
  asm("sub.cc.u64 %0, %2, %3;\n\tsubc.u32 %1, 0, 0;" : "=l"(r), "=r"(*borrow) : "l"(a), "l"(b));
  return r;
}

__global__ void powersOfThree(u256 *sums, u256 *products, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  u256 one = {{1}}, p = one, s = {};
  const u256 three = {{3}};
  for (int k = 0; k < i * 10; ++k) p = multiply(p, three), s = add(s, p);
  sums[i] = add(s, add(s, three));  // 3^(k+1) again
  products[i] = multiply(p, three);
  if (i == 0) {
    int borrow;
    unsigned long long d = difference(5, 7, &borrow);
    printf("%lld %d\n", (long long)d, borrow);
  }
}

int main() {
  const int n = 21;
  u256 *d, h[2][n];
  cudaMalloc(&d, sizeof h);
  powersOfThree<<<1, 32>>>(d, d + n, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 4) {
    for (int k = 7; k >= 0; --k) printf("%08x", h[1][i].w[k]);
    printf(" %s\n", memcmp(&h[0][i], &h[1][i], sizeof(u256)) ? "differs" : "same");
  }
  cudaFree(d);
}

// Integer instructions by inline PTX, each against what the PTX manual says, computed in other ways.
#include <cstdint>
#include <cstdio>

__device__ unsigned failures;

template <class T>
__device__ void check(const char *what, T got, T wanted) {
  if (got == wanted) return;
  atomicAdd(&failures, 1);
  printf("%s: %llx instead of %llx\n", what, (unsigned long long)got, (unsigned long long)wanted);
}

#define UNARY(type, r, code, a) ({ type d_; asm(code " %0, %1;" : "=" r(d_) : r(a)); d_; })
#define BINARY(type, r, code, a, b) ({ type d_; asm(code " %0, %1, %2;" : "=" r(d_) : r(a), r(b)); d_; })
#define TERNARY(type, r, code, a, b, c) ({ type d_; asm(code " %0, %1, %2, %3;" : "=" r(d_) : r(a), r(b), r(c)); d_; })

// The fields of bits as the manual defines them, bit by bit; but in 64 bits, places and lengths are not taken modulo 256.
__device__ uint64_t extract(uint64_t a, unsigned bits, unsigned from, unsigned length, bool has_sign) {
  if (bits == 32) from &= 255, length &= 255;
  const unsigned msb = bits - 1;
  bool sign = false;
  if (has_sign && length) sign = a >> (from + length - 1 < msb ? from + length - 1 : msb) & 1;
  uint64_t d = 0;
  for (unsigned i = 0; i <= msb; ++i) d |= uint64_t(i < length && from + i <= msb ? a >> (from + i) & 1 : sign) << i;
  return d;
}
__device__ uint64_t insert(uint64_t a, uint64_t b, unsigned bits, unsigned to, unsigned length) {
  if (bits == 32) to &= 255, length &= 255;
  for (unsigned i = 0; i < length && to + i < bits; ++i) b = (b & ~(1ull << (to + i))) | (a >> i & 1) << (to + i);
  return b;
}

__device__ void arithmetic(uint32_t a, uint32_t b, uint32_t c) {
  const int32_t sa = a, sb = b, sc = c;
  check("mul.lo", TERNARY(uint32_t, "r", "mad.lo.u32", a, b, c), a * b + c);
  check("mad.hi.u32", TERNARY(uint32_t, "r", "mad.hi.u32", a, b, c), uint32_t(uint64_t(a) * b >> 32) + c);
  check("mad.hi.s32", TERNARY(int32_t, "r", "mad.hi.s32", sa, sb, sc), int32_t(uint32_t(int64_t(sa) * sb >> 32) + c));
  int64_t wide;
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(wide) : "r"(sa), "r"(sb), "l"((int64_t)sc));
  check("mad.wide.s32", wide, int64_t(sa) * sb + sc);
  check("mul24.lo", BINARY(uint32_t, "r", "mul24.lo.u32", a, b), uint32_t(uint64_t(a & 0xffffff) * (b & 0xffffff)));
  check("mul24.hi", BINARY(uint32_t, "r", "mul24.hi.u32", a, b), uint32_t(uint64_t(a & 0xffffff) * (b & 0xffffff) >> 16));
  int64_t limited = int64_t(sa) + sb;
  limited = limited > INT32_MAX ? INT32_MAX : limited < INT32_MIN ? INT32_MIN : limited;
  check("add.sat", BINARY(int32_t, "r", "add.sat.s32", sa, sb), int32_t(limited));
  check("sad.u32", TERNARY(uint32_t, "r", "sad.u32", a, b, c), c + (a < b ? b - a : a - b));
  check("min.s32", BINARY(int32_t, "r", "min.s32", sa, sb), sa < sb ? sa : sb);
  check("max.u32", BINARY(uint32_t, "r", "max.u32", a, b), a < b ? b : a);
  if (b) {
    check("div.u32", BINARY(uint32_t, "r", "div.u32", a, b), a / b);
    check("rem.s32", BINARY(int32_t, "r", "rem.s32", sa, sb), int32_t(int64_t(sa) % sb));
    check("div.s32", BINARY(int32_t, "r", "div.s32", sa, sb), int32_t(int64_t(sa) / sb));
  }
  int64_t dots = 0;
  for (int i = 0; i < 4; ++i) dots += int64_t(int8_t(a >> 8 * i)) * uint8_t(b >> 8 * i);
  check("dp4a", TERNARY(uint32_t, "r", "dp4a.s32.u32", a, b, c), uint32_t(dots + c));
  dots = 0;
  for (int i = 0; i < 2; ++i) dots += int64_t(int16_t(a >> 16 * i)) * int8_t(b >> (16 + 8 * i));
  check("dp2a.hi", TERNARY(uint32_t, "r", "dp2a.hi.s32.s32", a, b, c), uint32_t(dots + c));
  check("abs", UNARY(int32_t, "r", "abs.s32", sa), sa < 0 ? int32_t(0u - a) : sa);
  check("neg", UNARY(int32_t, "r", "neg.s32", sa), int32_t(0u - a));
  short h = a, k = b, l;
  asm("mad.lo.s16 %0, %1, %2, %1;" : "=h"(l) : "h"(h), "h"(k));
  check("mad.lo.s16", l, short(h * k + h));
}

__device__ void bits(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t wide = uint64_t(b) << 32 | a;
  for (unsigned from : {0u, 5u, 31u, 32u, 40u, 63u, 64u, 255u, 256u}) {
    for (unsigned length : {0u, 1u, 7u, 31u, 32u, 33u, 64u, 200u, 258u}) {
      check("bfe.u32", TERNARY(uint32_t, "r", "bfe.u32", a, from, length), uint32_t(extract(a, 32, from, length, false)));
      check("bfe.s32", TERNARY(uint32_t, "r", "bfe.s32", a, from, length), uint32_t(extract(a, 32, from, length, true)));
      uint64_t d;
      asm("bfe.s64 %0, %1, %2, %3;" : "=l"(d) : "l"(wide), "r"(from), "r"(length));
      check("bfe.s64", d, extract(wide, 64, from, length, true));
      asm("bfe.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(wide), "r"(from), "r"(length));
      check("bfe.u64", d, extract(wide, 64, from, length, false));
      uint32_t e;
      asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(e) : "r"(a), "r"(b), "r"(from), "r"(length));
      check("bfi.b32", e, uint32_t(insert(a, b, 32, from, length)));
      asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(d) : "l"(wide), "l"(~wide * 3), "r"(from), "r"(length));
      check("bfi.b64", d, insert(wide, ~wide * 3, 64, from, length));
    }
  }
  for (unsigned n : {0u, 1u, 13u, 31u, 32u, 33u, 63u, 64u, 1000u}) {
    check("shl.b32", BINARY(uint32_t, "r", "shl.b32", a, n), n < 32 ? a << n : 0);
    check("shr.u32", BINARY(uint32_t, "r", "shr.u32", a, n), n < 32 ? a >> n : 0);
    check("shr.s32", BINARY(int32_t, "r", "shr.s32", int32_t(a), n), int32_t(a) >> (n < 31 ? n : 31));
    int64_t d;
    asm("shr.s64 %0, %1, %2;" : "=l"(d) : "l"(wide), "r"(n));
    check("shr.s64", d, int64_t(wide) >> (n < 63 ? n : 63));
    short h;
    asm("shl.b16 %0, %1, %2;" : "=h"(h) : "h"((short)a), "r"(n));
    check("shl.b16", h, short(n < 16 ? a << n : 0));
    const unsigned wrapped = n & 31, clamped = n < 32 ? n : 32;
    check("shf.l.wrap", TERNARY(uint32_t, "r", "shf.l.wrap.b32", a, b, n), uint32_t(wide << wrapped >> 32));
    check("shf.r.wrap", TERNARY(uint32_t, "r", "shf.r.wrap.b32", a, b, n), uint32_t(wide >> wrapped));
    check("shf.l.clamp", TERNARY(uint32_t, "r", "shf.l.clamp.b32", a, b, n), clamped == 32 ? a : uint32_t(wide << clamped >> 32));
    check("shf.r.clamp", TERNARY(uint32_t, "r", "shf.r.clamp.b32", a, b, n), uint32_t(wide >> clamped));
  }
  unsigned count = 0, first = 64;
  uint64_t reversed = 0;
  for (unsigned i = 0; i < 64; ++i) {
    count += wide >> i & 1;
    reversed |= (wide >> i & 1) << (63 - i);
    if (wide >> i & 1) first = 63 - i;
  }
  uint32_t d;
  asm("popc.b64 %0, %1;" : "=r"(d) : "l"(wide));
  check("popc.b64", d, count);
  asm("clz.b64 %0, %1;" : "=r"(d) : "l"(wide));
  check("clz.b64", d, first);
  asm("bfind.u64 %0, %1;" : "=r"(d) : "l"(wide));
  check("bfind.u64", d, 63 - first);
  asm("bfind.shiftamt.u64 %0, %1;" : "=r"(d) : "l"(wide));
  check("bfind.shiftamt.u64", d, first == 64 ? ~0u : first);
  int highest = -1;
  for (int i = 0; i < 32; ++i)
    if ((a >> i & 1) != a >> 31) highest = i;
  check("bfind.s32", UNARY(uint32_t, "r", "bfind.s32", a), uint32_t(highest));
  uint64_t e;
  asm("brev.b64 %0, %1;" : "=l"(e) : "l"(wide));
  check("brev.b64", e, reversed);
  check("cnot", UNARY(uint32_t, "r", "cnot.b32", a), uint32_t(!a));
  uint8_t bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = wide >> 8 * i;
  uint32_t permuted = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned digit = c >> 4 * i & 15, byte = bytes[digit & 7];
    permuted |= (digit & 8 ? (byte & 128 ? 255u : 0u) : byte) << 8 * i;
  }
  check("prmt", TERNARY(uint32_t, "r", "prmt.b32", a, b, c), permuted);
  const unsigned m = c & 3;
  const auto word = [&](unsigned i0, unsigned i1, unsigned i2, unsigned i3) {
    return bytes[i0 & 7] | bytes[i1 & 7] << 8 | bytes[i2 & 7] << 16 | (unsigned)bytes[i3 & 7] << 24;
  };
  const auto above = [&](unsigned i) { return i > m ? i : m; };
  const auto below = [&](unsigned i) { return i < m ? i : m; };
  check("prmt.f4e", TERNARY(uint32_t, "r", "prmt.b32.f4e", a, b, c), word(m, m + 1, m + 2, m + 3));
  check("prmt.b4e", TERNARY(uint32_t, "r", "prmt.b32.b4e", a, b, c), word(m, m + 7, m + 6, m + 5));
  check("prmt.rc8", TERNARY(uint32_t, "r", "prmt.b32.rc8", a, b, c), word(m, m, m, m));
  check("prmt.ecl", TERNARY(uint32_t, "r", "prmt.b32.ecl", a, b, c), word(above(0), above(1), above(2), above(3)));
  check("prmt.ecr", TERNARY(uint32_t, "r", "prmt.b32.ecr", a, b, c), word(below(0), below(1), below(2), below(3)));
  const unsigned p = m & 1 ? 2 : 0;
  check("prmt.rc16", TERNARY(uint32_t, "r", "prmt.b32.rc16", a, b, c), word(p, p + 1, p, p + 1));
}

__device__ void decisions(uint32_t a, uint32_t b) {
  uint32_t d;
  asm("{ .reg .pred p, q; setp.lt.and.s32 p|q, %1, %2, 1; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }"
      : "=r"(d) : "r"(a), "r"(b));
  check("setp.lt.s32", d, int32_t(a) < int32_t(b) ? 1u : 2u);
  asm("{ .reg .pred p; setp.hi.u32 p, %1, %2; @!p bra OTHER; mov.u32 %0, 7; bra.uni DONE; OTHER: mov.u32 %0, 9; DONE: }"
      : "=r"(d) : "r"(a), "r"(b));
  check("bra", d, a > b ? 7u : 9u);
  asm("set.ge.u32.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  check("set", d, int32_t(a) >= int32_t(b) ? ~0u : 0u);
  asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(a ^ b));
  check("slct", d, int32_t(a ^ b) >= 0 ? a : b);
  // The length of the sequence of Collatz, by a loop.
  asm("{\n\t.reg .pred p;\n\t.reg .u32 n, t;\n\tmov.u32 n, %1;\n\tmov.u32 %0, 0;\n"
      "AGAIN%=:\n\tsetp.le.u32 p, n, 1;\n\t@p bra END%=;\n\tadd.u32 %0, %0, 1;\n\tand.b32 t, n, 1;\n\tsetp.eq.u32 p, t, 0;\n"
      "\t@p shr.u32 n, n, 1;\n\t@p bra AGAIN%=;\n\tmad.lo.u32 n, n, 3, 1;\n\tbra AGAIN%=;\nEND%=:\n\t}" : "=r"(d) : "r"(a & 1023));
  unsigned steps = 0;
  for (unsigned n = a & 1023; n > 1; ++steps) n = n & 1 ? 3 * n + 1 : n / 2;
  check("loop", d, steps);
}

// Sums of 96 bits: the flag passes from one statement to the next.
__device__ void carries(uint32_t a, uint32_t b) {
  uint32_t x0, x1, x2, c;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(x0) : "r"(a), "r"(b));
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(x1) : "r"(b), "r"(~a));
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(x2) : "r"(~b), "r"(a));
  asm volatile("addc.u32 %0, 0, 0;" : "=r"(c));
  uint64_t t = uint64_t(a) + b;
  check("add.cc", x0, uint32_t(t));
  t = uint64_t(b) + uint32_t(~a) + (t >> 32);
  check("addc.cc", x1, uint32_t(t));
  t = uint64_t(uint32_t(~b)) + a + (t >> 32);
  check("addc.cc", x2, uint32_t(t));
  check("addc", c, uint32_t(t >> 32));
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(x0) : "r"(a), "r"(b));
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(x1) : "r"(b), "r"(a));
  const uint64_t difference = (uint64_t(b) << 32 | a) - (uint64_t(a) << 32 | b);
  check("sub.cc", uint64_t(x1) << 32 | x0, difference);
  uint64_t lo, hi;
  const uint64_t p = uint64_t(a) << 32 | b, q = uint64_t(b) << 32 | ~a;
  asm("mad.lo.cc.u64 %0, %2, %3, %4;\n\tmadc.hi.u64 %1, %2, %3, 0;" : "=l"(lo), "=l"(hi) : "l"(p), "l"(q), "l"(~p));
  // By parts of 32 bits.
  uint64_t low = uint64_t(b) * uint32_t(q), m1 = uint64_t(a) * uint32_t(q), m2 = uint64_t(b) * (q >> 32), high = uint64_t(a) * (q >> 32);
  uint64_t middle = (low >> 32) + uint32_t(m1) + uint32_t(m2);
  low = middle << 32 | uint32_t(low);
  high += (middle >> 32) + (m1 >> 32) + (m2 >> 32);
  const uint64_t sum = low + ~p;
  check("mad.lo.cc", lo, sum);
  check("madc.hi", hi, high + (sum < low));
}

__global__ void run() {
  uint32_t a = threadIdx.x * 2654435761u + 12345, b = ~a * 40503u + threadIdx.x, c = (a >> 3) ^ (b << 7);
  const uint32_t edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
  if (threadIdx.x < 25) a = edges[threadIdx.x / 5], b = edges[threadIdx.x % 5];
  if (!(a == 0x80000000 && b == 0xffffffff)) arithmetic(a, b, c);
  bits(a, b, c), decisions(a, b), carries(a, b);
}

int main() {
  run<<<1, 128>>>();
  unsigned n;
  cudaMemcpyFromSymbol(&n, failures, sizeof n);
  printf("%u failures, %s\n", n, cudaGetErrorString(cudaGetLastError()));
  return n != 0;
}

// Floats and conversions by inline PTX, each against what the PTX manual says, computed in other ways.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

__device__ unsigned failures;

template <class T>
__device__ void check(const char *what, T got, T wanted) {
  if (got == wanted || (got != got && wanted != wanted)) return;
  atomicAdd(&failures, 1);
  printf("%s: %.17g instead of %.17g\n", what, (double)got, (double)wanted);
}

__device__ float bits(uint32_t b) { float f; memcpy(&f, &b, 4); return f; }

#define UNARY(type, r, code, a) ({ type d_; asm(code " %0, %1;" : "=" r(d_) : r(a)); d_; })
#define BINARY(type, r, code, a, b) ({ type d_; asm(code " %0, %1, %2;" : "=" r(d_) : r(a), r(b)); d_; })
#define TERNARY(type, r, code, a, b, c) ({ type d_; asm(code " %0, %1, %2, %3;" : "=" r(d_) : r(a), r(b), r(c)); d_; })
#define CONVERT(type, to, code, from, a) ({ type d_; asm(code " %0, %1;" : "=" to(d_) : from(a)); d_; })

// Rounded to the nearest below, above, or toward zero, from an exact double.
__device__ float below(double x) { float f = (float)x; return f > x ? nextafterf(f, -INFINITY) : f; }
__device__ float above(double x) { float f = (float)x; return f < x ? nextafterf(f, INFINITY) : f; }
__device__ float inward(double x) { return x < 0 ? above(x) : below(x); }

__device__ void arithmetic(float a, float b) {
  check("add.rn", BINARY(float, "f", "add.rn.f32", a, b), a + b);
  // The product of two floats is exact as a double.
  const double product = (double)a * b;
  check("mul.rz", BINARY(float, "f", "mul.rz.f32", a, b), inward(product));
  check("mul.rm", BINARY(float, "f", "mul.rm.f32", a, b), below(product));
  check("mul.rp", BINARY(float, "f", "mul.rp.f32", a, b), above(product));
  check("add.rm", BINARY(float, "f", "add.rm.f32", a, 1.0f), below((double)a + 1));
  check("sub.rp", BINARY(float, "f", "sub.rp.f32", a, 1.0f), above((double)a - 1));
  check("mul.sat", BINARY(float, "f", "mul.sat.f32", a, b), a * b > 1 ? 1.0f : a * b > 0 ? a * b : 0.0f);
  check("fma.rn", TERNARY(float, "f", "fma.rn.f32", a, b, -a * b), (float)(product - (double)(a * b)));
  check("div.rn", BINARY(float, "f", "div.rn.f32", a, b), a / b);
  check("min", BINARY(float, "f", "min.f32", a, b), a < b ? a : b);
  check("max", BINARY(float, "f", "max.f32", a, b), a < b ? b : a);
  check("neg", UNARY(float, "f", "neg.f32", a), -a);
  check("abs", UNARY(double, "d", "abs.f64", (double)a), a < 0 ? -(double)a : (double)a);
  check("copysign", BINARY(float, "f", "copysign.f32", a, b), a < 0 ? -(b < 0 ? -b : b) : (b < 0 ? -b : b));
  check("sqrt.rn", UNARY(double, "d", "sqrt.rn.f64", fabs((double)b)), sqrt(fabs((double)b)));
  const double s = UNARY(double, "d", "sqrt.rm.f64", 2.0), t = UNARY(double, "d", "sqrt.rp.f64", 2.0);
  check("sqrt.rm", s < t && fma(s, s, -2.0) < 0 && fma(t, t, -2.0) > 0, true);
  float approximate = UNARY(float, "f", "rsqrt.approx.f32", 3.0f);
  check("rsqrt", fabsf(approximate * approximate * 3 - 1) < 1e-6f, true);
  approximate = UNARY(float, "f", "ex2.approx.f32", 3.5f);
  check("ex2", fabsf(approximate - 11.3137085f) < 1e-5f, true);
  approximate = UNARY(float, "f", "lg2.approx.f32", 10.0f);
  check("lg2", fabsf(approximate - 3.3219281f) < 1e-5f, true);
  approximate = UNARY(float, "f", "sin.approx.f32", 1.0f);
  check("sin", fabsf(approximate - 0.841471f) < 1e-5f, true);
  approximate = UNARY(float, "f", "tanh.approx.f32", 0.5f);
  check("tanh", fabsf(approximate - 0.4621172f) < 1e-3f, true);
}

__device__ void special_values() {
  const float nan = bits(0x7fc00000), tiny = bits(0x00000123), infinity = bits(0x7f800000);
  check("min of NaN", BINARY(float, "f", "min.f32", nan, 2.0f), 2.0f);
  check("max.NaN", BINARY(float, "f", "max.NaN.f32", nan, 2.0f), nan);
  check("min of zeros", 1 / BINARY(float, "f", "min.f32", 0.0f, -0.0f), -infinity);
  check("add.ftz", BINARY(float, "f", "add.ftz.f32", tiny, tiny), 0.0f);
  check("add of subnormals", BINARY(float, "f", "add.f32", tiny, tiny), bits(0x246));
  check("add.sat of NaN", BINARY(float, "f", "add.sat.f32", nan, 2.0f), 0.0f);
  int p;
  asm("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(p) : "f"(nan), "f"(1.0f));
  check("setp.ltu", p, 1);
  asm("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(p) : "f"(nan), "f"(1.0f));
  check("setp.ne", p, 0);
  asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.s32 %0, 1, 0, p; }" : "=r"(p) : "f"(tiny));
  check("testp.subnormal", p, 1);
  asm("add.f32 %0, 0f3F800000, 0f40000000;" : "=f"(*(float *)&p));
  check("numbers", *(float *)&p, 3.0f);
  check("cvt of NaN", CONVERT(int, "r", "cvt.rzi.s32.f32", "f", nan), 0);
  check("cvt of too much", CONVERT(int, "r", "cvt.rzi.s32.f32", "f", 3e9f), 0x7fffffff);
  check("cvt of a negative", CONVERT(unsigned, "r", "cvt.rzi.u32.f32", "f", -3.0f), 0u);
  check("cvt.sat.u8", CONVERT(unsigned, "r", "cvt.sat.u8.s32", "r", 300), 255u);
  check("cvt.s8", CONVERT(int, "r", "cvt.s32.s8", "r", 0x1ff), -1);
  check("cvt.u16.u32", CONVERT(unsigned short, "h", "cvt.u16.u32", "r", 0x12345678), (unsigned short)0x5678);
}

__device__ void conversions(float a, double d) {
  check("cvt.rni", CONVERT(int, "r", "cvt.rni.s32.f32", "f", a), (int)rintf(a));
  check("cvt.rmi", CONVERT(int, "r", "cvt.rmi.s32.f32", "f", a), (int)floorf(a));
  check("cvt.rpi", CONVERT(long long, "l", "cvt.rpi.s64.f64", "d", d), (long long)ceil(d));
  check("cvt.rzi.f32", CONVERT(float, "f", "cvt.rzi.f32.f32", "f", a), truncf(a));
  check("cvt.rn.f32.f64", CONVERT(float, "f", "cvt.rn.f32.f64", "d", d), (float)d);
  check("cvt.rm.f32.f64", CONVERT(float, "f", "cvt.rm.f32.f64", "d", d), below(d));
  check("cvt.rp.f32.f64", CONVERT(float, "f", "cvt.rp.f32.f64", "d", d), above(d));
  const int n = (int)d * 4099 + 16777217;
  check("cvt.rz.f32.s32", CONVERT(float, "f", "cvt.rz.f32.s32", "r", n), inward(n));
  check("cvt.rp.f32.u32", CONVERT(float, "f", "cvt.rp.f32.u32", "r", 0xfffffff1u), 4294967296.0f);
  check("cvt.rn.f64.u64", CONVERT(double, "d", "cvt.rn.f64.u64", "l", 0xfffffffffffffc00ull), 18446744073709550592.0);
  check("cvt.rz.f64.u64", CONVERT(double, "d", "cvt.rz.f64.u64", "l", 0xffffffffffffffffull), 18446744073709549568.0);
}

// Every half: to float as the format says, and back. Between two of them the rounding is tried.
__device__ float value_of_half(unsigned h) {
  const int e = h >> 10 & 31, f = h & 1023;
  float m = e == 31 ? (f ? NAN : INFINITY) : e ? ldexpf(1024 + f, e - 25) : ldexpf(f, -24);
  return h & 0x8000 ? -m : m;
}
__device__ void halves(unsigned first) {
  for (unsigned h = first; h < 0x7c00; h += 128) {
    const float value = value_of_half(h), next = value_of_half(h + 1);
    check("cvt.f32.f16", CONVERT(float, "f", "cvt.f32.f16", "h", (short)h), value);
    check("cvt.rn.f16.f32", (int)CONVERT(unsigned short, "h", "cvt.rn.f16.f32", "f", value), (int)h);
    if (h == 0x7bff) continue;
    const float middle = (value + next) / 2, more = value + (next - value) * 0.75f;
    check("cvt.rn.f16.f32", (int)CONVERT(unsigned short, "h", "cvt.rn.f16.f32", "f", middle), (int)(h & 1 ? h + 1 : h));
    check("cvt.rn.f16.f32", (int)CONVERT(unsigned short, "h", "cvt.rn.f16.f32", "f", more), (int)h + 1);
    check("cvt.rz.f16.f32", (int)CONVERT(unsigned short, "h", "cvt.rz.f16.f32", "f", -more), (int)(h | 0x8000));
    unsigned pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(value), "f"(-next));
    check("cvt.f16x2", pair, h << 16 | (h + 1) | 0x8000);
    unsigned sum;
    asm("add.f16x2 %0, %1, %1;" : "=r"(sum) : "r"(h << 16 | 0x3c00));
    check("add.f16x2", sum & 0xffff, 0x4000u);
    if (h >= 0x400 && h < 0x7800) check("add.f16x2", sum >> 16, h + 0x400);
    unsigned short f;
    asm("fma.rn.f16 %0, %1, %2, %1;" : "=h"(f) : "h"((short)h), "h"((short)0x3c00));
    if (h >= 0x400 && h < 0x7800) check("fma.f16", (unsigned)f, h + 0x400);
  }
  const uint32_t tf = CONVERT(uint32_t, "r", "cvt.rna.tf32.f32", "f", 1 + first / 8388608.0f);
  check("cvt.rna.tf32", tf & 0xffffe000, 0x3f800000u + (first + 4096) / 8192 * 8192);
}

__global__ void run() {
  const float a = (threadIdx.x * 37 % 128 - 63.5f) * 1.2345678f, b = (threadIdx.x + 1) / 97.0f;
  arithmetic(a, b);
  conversions(a, a * 1.000000001);
  halves(threadIdx.x);
  if (threadIdx.x == 0) special_values();
}

int main() {
  run<<<1, 128>>>();
  unsigned n;
  cudaMemcpyFromSymbol(&n, failures, sizeof n);
  printf("%u failures, %s\n", n, cudaGetErrorString(cudaGetLastError()));
  return n != 0;
}

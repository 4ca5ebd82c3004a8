/// Integer intrinsics, and min and max for every pair of arithmetic types.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../vector_types.h"
#include "qualifiers.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

// ---- bits
inline int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
inline int __clz(int x) {
  return x ? __builtin_clz(static_cast<unsigned int>(x)) : 32;
}
inline int __clzll(long long x) {
  return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
/// The position of the lowest set bit, counted from 1; 0 if no bit is set.
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}

inline unsigned int __brev(unsigned int x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(x))) << 32 |
         __brev(static_cast<unsigned int>(x >> 32));
}

/// The position of the set bit that is `offset` set bits from `base`: upward, or downward if `offset` is
/// negative. `base` itself counts as the first. -1 if there is none.
inline unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return base < 32 && mask >> base & 1 ? base : ~0u;
  for (int place = static_cast<int>(base), left = offset < 0 ? -offset : offset; place >= 0 && place < 32;
       place += offset < 0 ? -1 : 1) {
    if (mask >> place & 1 && --left == 0) return static_cast<unsigned int>(place);
  }
  return ~0u;
}

/// Selects four of the eight bytes of `low` and `high`. Three bits of each hexadecimal digit of `selector`
/// name one.
inline unsigned int __byte_perm(unsigned int low, unsigned int high, unsigned int selector) {
  const std::uint64_t bytes = std::uint64_t{high} << 32 | low;
  unsigned int result = 0;
  for (unsigned int n = 0; n < 4; ++n) {
    const unsigned int digit = selector >> 4 * n & 7;
    result |= (static_cast<unsigned int>(bytes >> 8 * digit) & 0xff) << 8 * n;
  }
  return result;
}

// Shifts the 64 bits high:low by the amount modulo 32 or, with the suffix c, by at most 32.
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return static_cast<unsigned int>((std::uint64_t{high} << 32 | low) << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return static_cast<unsigned int>((std::uint64_t{high} << 32 | low) >> (shift & 31));
}
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// ---- products and averages
inline int __mulhi(int a, int b) {
  return static_cast<int>(std::int64_t{a} * b >> 32);
}
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>(std::uint64_t{a} * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline int __mul24(int a, int b) {
  const auto low24 = [](int x) {
    return static_cast<std::int64_t>(static_cast<int>(static_cast<unsigned>(x) << 8) >> 8);
  };
  return static_cast<int>(low24(a) * low24(b));
}
inline unsigned int __umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
inline int __hadd(int a, int b) {
  return static_cast<int>((std::int64_t{a} + b) >> 1);
}
inline int __rhadd(int a, int b) {
  return static_cast<int>((std::int64_t{a} + b + 1) >> 1);
}
inline unsigned int __uhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((std::uint64_t{a} + b) >> 1);
}
inline unsigned int __urhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((std::uint64_t{a} + b + 1) >> 1);
}
inline unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a < b ? b - a : a - b) + c;
}
inline unsigned int __sad(int a, int b, unsigned int c) {
  const std::int64_t difference = std::int64_t{a} - b;
  return static_cast<unsigned int>(difference < 0 ? -difference : difference) + c;
}
/// The dot product of four signed bytes, added to `c`.
inline int __dp4a(int a, int b, int c) {
  for (int n = 0; n < 4; ++n)
    c += static_cast<std::int8_t>(a >> 8 * n) * static_cast<std::int8_t>(b >> 8 * n);
  return c;
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int n = 0; n < 4; ++n) c += (a >> 8 * n & 0xff) * (b >> 8 * n & 0xff);
  return c;
}
inline int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return c + static_cast<unsigned int>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

// The dot product of the two halves of `a` and the lower (lo) or upper (hi) two bytes of `b`, added to `c`.
inline int __dp2a_lo(int a, int b, int c) {
  return c + static_cast<std::int16_t>(a) * static_cast<std::int8_t>(b) +
         (a >> 16) * static_cast<std::int8_t>(b >> 8);
}
inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
inline int __dp2a_lo(short2 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y;
}
inline unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
  return c + static_cast<unsigned int>(a.x) * b.x + static_cast<unsigned int>(a.y) * b.y;
}
inline int __dp2a_hi(int a, int b, int c) {
  return __dp2a_lo(a, b >> 16, c);
}
inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return __dp2a_lo(a, b >> 16, c);
}
inline int __dp2a_hi(short2 a, char4 b, int c) {
  return c + a.x * b.z + a.y * b.w;
}
inline unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
  return c + static_cast<unsigned int>(a.x) * b.z + static_cast<unsigned int>(a.y) * b.w;
}

CUDA_EMULATOR_DEVICE_CODE_END
CUDA_EMULATOR_COMMON_CODE_BEGIN

// ---- min and max, for one type or for two that are converted to their common type
template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> min(A a, B b) {
  using T = std::common_type_t<A, B>;
  const T x = static_cast<T>(a), y = static_cast<T>(b);
  return x != x || y < x ? y : x;  // if one is NaN, returns the other
}
template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> max(A a, B b) {
  using T = std::common_type_t<A, B>;
  const T x = static_cast<T>(a), y = static_cast<T>(b);
  return x != x || x < y ? y : x;
}
inline unsigned int umin(unsigned int a, unsigned int b) {
  return a < b ? a : b;
}
inline unsigned int umax(unsigned int a, unsigned int b) {
  return a < b ? b : a;
}
inline long long llmin(long long a, long long b) {
  return a < b ? a : b;
}
inline long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

CUDA_EMULATOR_COMMON_CODE_END

#ifdef __CUDA__
// The overloads for a single type are also functions, which a program may declare again. clang would take
// such a declaration, for the host alone, as a function different from one for both sides.
#define CUDA_EMULATOR_OF_ONE_TYPE(T)         \
  static inline __host__ T min(T a, T b) {   \
    return min<T, T>(a, b);                  \
  }                                          \
  static inline __device__ T min(T a, T b) { \
    return min<T, T>(a, b);                  \
  }                                          \
  static inline __host__ T max(T a, T b) {   \
    return max<T, T>(a, b);                  \
  }                                          \
  static inline __device__ T max(T a, T b) { \
    return max<T, T>(a, b);                  \
  }
CUDA_EMULATOR_OF_ONE_TYPE(int)
CUDA_EMULATOR_OF_ONE_TYPE(unsigned int)
CUDA_EMULATOR_OF_ONE_TYPE(long)
CUDA_EMULATOR_OF_ONE_TYPE(unsigned long)
CUDA_EMULATOR_OF_ONE_TYPE(long long)
CUDA_EMULATOR_OF_ONE_TYPE(unsigned long long)
CUDA_EMULATOR_OF_ONE_TYPE(float)
CUDA_EMULATOR_OF_ONE_TYPE(double)
#undef CUDA_EMULATOR_OF_ONE_TYPE
#endif

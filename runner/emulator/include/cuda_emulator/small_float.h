/// Floating point numbers of 16 bits. Each operation is done
/// in float and rounded once to nearest, as a device does.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "atomic_functions.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

namespace cuda_emulator {

inline std::uint32_t bits_of_float(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float float_of_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// IEEE 754 binary16: 5 bits of exponent, 10 of fraction.
struct HalfFormat {
  static std::uint16_t encode(float value) {
    const std::uint32_t bits = bits_of_float(value), sign = bits >> 16 & 0x8000,
                        magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return static_cast<std::uint16_t>(sign | 0x7fff);   // NaN
    if (magnitude >= 0x477ff000) return static_cast<std::uint16_t>(sign | 0x7c00);  // rounds to infinity
    // Below the least normal number, adding 0.5 brings the fraction to its place and rounds it.
    if (magnitude < 0x38800000) {
      const float shifted = float_of_bits(magnitude) + 0.5f;
      return static_cast<std::uint16_t>(sign | (bits_of_float(shifted) - bits_of_float(0.5f)));
    }
    const std::uint32_t rounded = magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1);
    return static_cast<std::uint16_t>(sign | rounded >> 13);
  }
  static float decode(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16, magnitude = half & 0x7fff;
    if (magnitude >= 0x7c00) return float_of_bits(sign | 0x7f800000 | magnitude << 13);
    const float scaled =
        float_of_bits(magnitude << 13) * float_of_bits(0x77800000);  // 2^112: the exponents' bias
    return float_of_bits(sign | bits_of_float(scaled));
  }
};

/// The upper half of a float: 8 bits of exponent, 7 of fraction.
struct BrainFormat {
  static std::uint16_t encode(float value) {
    const std::uint32_t bits = bits_of_float(value);
    if (value != value) return 0x7fff;
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }
  static float decode(std::uint16_t brain) { return float_of_bits(static_cast<std::uint32_t>(brain) << 16); }
};

template <class Format>
struct SmallFloat {
  std::uint16_t bits;

  SmallFloat() = default;
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  SmallFloat(T value) : bits(Format::encode(static_cast<float>(value))) {}
  operator float() const { return Format::decode(bits); }

  friend SmallFloat operator+(SmallFloat a, SmallFloat b) { return float(a) + float(b); }
  friend SmallFloat operator-(SmallFloat a, SmallFloat b) { return float(a) - float(b); }
  friend SmallFloat operator*(SmallFloat a, SmallFloat b) { return float(a) * float(b); }
  friend SmallFloat operator/(SmallFloat a, SmallFloat b) { return float(a) / float(b); }
  friend SmallFloat operator-(SmallFloat a) { return -float(a); }
  friend SmallFloat& operator+=(SmallFloat& a, SmallFloat b) { return a = a + b; }
  friend SmallFloat& operator-=(SmallFloat& a, SmallFloat b) { return a = a - b; }
  friend SmallFloat& operator*=(SmallFloat& a, SmallFloat b) { return a = a * b; }
  friend SmallFloat& operator/=(SmallFloat& a, SmallFloat b) { return a = a / b; }
  friend bool operator==(SmallFloat a, SmallFloat b) { return float(a) == float(b); }
  friend bool operator!=(SmallFloat a, SmallFloat b) { return float(a) != float(b); }
  friend bool operator<(SmallFloat a, SmallFloat b) { return float(a) < float(b); }
  friend bool operator<=(SmallFloat a, SmallFloat b) { return float(a) <= float(b); }
  friend bool operator>(SmallFloat a, SmallFloat b) { return float(a) > float(b); }
  friend bool operator>=(SmallFloat a, SmallFloat b) { return float(a) >= float(b); }
};

/// Two of them, with which a device does the same at once.
template <class Format>
struct alignas(4) SmallFloatPair {
  SmallFloat<Format> x, y;

  friend SmallFloatPair operator+(SmallFloatPair a, SmallFloatPair b) { return {a.x + b.x, a.y + b.y}; }
  friend SmallFloatPair operator-(SmallFloatPair a, SmallFloatPair b) { return {a.x - b.x, a.y - b.y}; }
  friend SmallFloatPair operator*(SmallFloatPair a, SmallFloatPair b) { return {a.x * b.x, a.y * b.y}; }
  friend SmallFloatPair operator/(SmallFloatPair a, SmallFloatPair b) { return {a.x / b.x, a.y / b.y}; }
  friend SmallFloatPair& operator+=(SmallFloatPair& a, SmallFloatPair b) { return a = a + b; }
};

}  // namespace cuda_emulator

#define CUDA_EMULATOR_SMALL(name, type, arguments, value) \
  template <class Format>                                 \
  type name arguments {                                   \
    using Small = cuda_emulator::SmallFloat<Format>;      \
    using Pair = cuda_emulator::SmallFloatPair<Format>;   \
    (void)sizeof(Small);                                  \
    (void)sizeof(Pair);                                   \
    return value;                                         \
  }
#define CUDA_EMULATOR_S cuda_emulator::SmallFloat<Format>
#define CUDA_EMULATOR_P cuda_emulator::SmallFloatPair<Format>
#define CUDA_EMULATOR_BINARY(name, sign)                                                                 \
  CUDA_EMULATOR_SMALL(__h##name, CUDA_EMULATOR_S, (CUDA_EMULATOR_S a, CUDA_EMULATOR_S b), a sign b)      \
  CUDA_EMULATOR_SMALL(__h##name##_rn, CUDA_EMULATOR_S, (CUDA_EMULATOR_S a, CUDA_EMULATOR_S b), a sign b) \
  CUDA_EMULATOR_SMALL(__h##name##2, CUDA_EMULATOR_P, (CUDA_EMULATOR_P a, CUDA_EMULATOR_P b), a sign b)
#define CUDA_EMULATOR_COMPARISON(name, sign) \
  CUDA_EMULATOR_SMALL(__h##name, bool, (CUDA_EMULATOR_S a, CUDA_EMULATOR_S b), a sign b)
#define CUDA_EMULATOR_UNARY(name, expression) \
  CUDA_EMULATOR_SMALL(name, CUDA_EMULATOR_S, (CUDA_EMULATOR_S a), Small(expression))

CUDA_EMULATOR_BINARY(add, +)
CUDA_EMULATOR_BINARY(sub, -)
CUDA_EMULATOR_BINARY(mul, *)
CUDA_EMULATOR_SMALL(__hdiv, CUDA_EMULATOR_S, (CUDA_EMULATOR_S a, CUDA_EMULATOR_S b), a / b)
CUDA_EMULATOR_SMALL(__h2div, CUDA_EMULATOR_P, (CUDA_EMULATOR_P a, CUDA_EMULATOR_P b), a / b)
CUDA_EMULATOR_SMALL(__hfma, CUDA_EMULATOR_S, (CUDA_EMULATOR_S a, CUDA_EMULATOR_S b, CUDA_EMULATOR_S c),
                    Small(__builtin_fmaf(a, b, c)))
CUDA_EMULATOR_SMALL(__hfma2, CUDA_EMULATOR_P, (CUDA_EMULATOR_P a, CUDA_EMULATOR_P b, CUDA_EMULATOR_P c),
                    (Pair{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}))
CUDA_EMULATOR_COMPARISON(eq, ==)
CUDA_EMULATOR_COMPARISON(ne, !=)
CUDA_EMULATOR_COMPARISON(lt, <)
CUDA_EMULATOR_COMPARISON(le, <=)
CUDA_EMULATOR_COMPARISON(gt, >)
CUDA_EMULATOR_COMPARISON(ge, >=)
CUDA_EMULATOR_SMALL(__hmin, CUDA_EMULATOR_S, (CUDA_EMULATOR_S a, CUDA_EMULATOR_S b),
                    Small(__builtin_fminf(a, b)))
CUDA_EMULATOR_SMALL(__hmax, CUDA_EMULATOR_S, (CUDA_EMULATOR_S a, CUDA_EMULATOR_S b),
                    Small(__builtin_fmaxf(a, b)))
CUDA_EMULATOR_UNARY(__hneg, -float(a))
CUDA_EMULATOR_UNARY(__habs, __builtin_fabsf(a))
CUDA_EMULATOR_SMALL(__hisnan, bool, (CUDA_EMULATOR_S a), __builtin_isnan(float(a)))
CUDA_EMULATOR_SMALL(__hisinf, int, (CUDA_EMULATOR_S a), __builtin_isinf_sign(float(a)))
CUDA_EMULATOR_UNARY(hsqrt, __builtin_sqrtf(a))
CUDA_EMULATOR_UNARY(hrsqrt, 1 / __builtin_sqrtf(a))
CUDA_EMULATOR_UNARY(hrcp, 1 / float(a))
CUDA_EMULATOR_UNARY(hexp, __builtin_expf(a))
CUDA_EMULATOR_UNARY(hexp2, __builtin_exp2f(a))
CUDA_EMULATOR_UNARY(hlog, __builtin_logf(a))
CUDA_EMULATOR_UNARY(hlog2, __builtin_log2f(a))
CUDA_EMULATOR_UNARY(hsin, __builtin_sinf(a))
CUDA_EMULATOR_UNARY(hcos, __builtin_cosf(a))
CUDA_EMULATOR_UNARY(htanh, __builtin_tanhf(a))
CUDA_EMULATOR_UNARY(hfloor, __builtin_floorf(a))
CUDA_EMULATOR_UNARY(hceil, __builtin_ceilf(a))
CUDA_EMULATOR_UNARY(htrunc, __builtin_truncf(a))
CUDA_EMULATOR_UNARY(hrint, __builtin_rintf(a))

template <class Format>
CUDA_EMULATOR_S atomicAdd(CUDA_EMULATOR_S* address, CUDA_EMULATOR_S value) {
  return cuda_emulator::atomic_change(address, [value](CUDA_EMULATOR_S old) { return old + value; });
}
template <class Format>
CUDA_EMULATOR_P atomicAdd(CUDA_EMULATOR_P* address, CUDA_EMULATOR_P value) {
  return cuda_emulator::atomic_change(address, [value](CUDA_EMULATOR_P old) { return old + value; });
}

#undef CUDA_EMULATOR_UNARY
#undef CUDA_EMULATOR_COMPARISON
#undef CUDA_EMULATOR_BINARY
#undef CUDA_EMULATOR_SMALL
#undef CUDA_EMULATOR_P
#undef CUDA_EMULATOR_S

CUDA_EMULATOR_COMMON_CODE_END

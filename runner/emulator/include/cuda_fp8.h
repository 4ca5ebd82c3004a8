/// 8-bit floating-point numbers for storage: conversions, no arithmetic.
#pragma once

#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_emulator/small_float.h"
#include "cuda_fp16.h"
#include "vector_types.h"

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;

/// The result for values that are too large: infinity, which E4M3 lacks and replaces by NaN, or the largest
/// number.
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

CUDA_EMULATOR_COMMON_CODE_BEGIN

// ---- functions; the first number of a pair is in the low byte
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float value, __nv_saturation_t saturation,
                                                __nv_fp8_interpretation_t format) {
  const bool has_infinity = format == __NV_E5M2;
  const unsigned beyond =
      has_infinity ? cuda_emulator::E5M2Format::infinity : cuda_emulator::E4M3Format::infinity;
  const unsigned bits =
      has_infinity ? cuda_emulator::E5M2Format::encode(value) : cuda_emulator::E4M3Format::encode(value);
  const bool is_beyond = value == value && (bits & 0x7f) >= beyond;
  return static_cast<__nv_fp8_storage_t>(
      is_beyond && saturation == __NV_SATFINITE ? (bits & 0x80) | (beyond - 1) : bits);
}
inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double value, __nv_saturation_t saturation,
                                                 __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(cuda_emulator::odd_float(value), saturation, format);
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw value, __nv_saturation_t saturation,
                                                  __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__half(value), saturation, format);
}
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw value, __nv_saturation_t saturation,
                                                      __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__nv_bfloat16(value), saturation, format);
}
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t format) {
  const float value =
      format == __NV_E5M2 ? cuda_emulator::E5M2Format::decode(bits) : cuda_emulator::E4M3Format::decode(bits);
  return __half(value);
}

#define CUDA_EMULATOR_PAIR_TO_FP8(name, P, S)                                                   \
  inline __nv_fp8x2_storage_t __nv_cvt_##name##2_to_fp8x2(P pair, __nv_saturation_t saturation, \
                                                          __nv_fp8_interpretation_t format) {   \
    const unsigned low = __nv_cvt_##name##_to_fp8(S{pair.x}, saturation, format),               \
                   high = __nv_cvt_##name##_to_fp8(S{pair.y}, saturation, format);              \
    return static_cast<__nv_fp8x2_storage_t>(low | high << 8);                                  \
  }
CUDA_EMULATOR_PAIR_TO_FP8(float, float2, float)
CUDA_EMULATOR_PAIR_TO_FP8(double, double2, double)
CUDA_EMULATOR_PAIR_TO_FP8(halfraw, __half2_raw, __half_raw)
CUDA_EMULATOR_PAIR_TO_FP8(bfloat16raw, __nv_bfloat162_raw, __nv_bfloat16_raw)
#undef CUDA_EMULATOR_PAIR_TO_FP8
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t bits, __nv_fp8_interpretation_t format) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(bits), format).x,
          __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(bits >> 8), format).x};
}

// ---- classes, which saturate
namespace cuda_emulator {

template <__nv_fp8_interpretation_t format>
struct Float8 {
  __nv_fp8_storage_t __x;

  Float8() = default;
  explicit Float8(float value) : __x(__nv_cvt_float_to_fp8(value, __NV_SATFINITE, format)) {}
  explicit Float8(double value) : __x(__nv_cvt_double_to_fp8(value, __NV_SATFINITE, format)) {}
  explicit Float8(__half value) : Float8(float(value)) {}
  explicit Float8(__nv_bfloat16 value) : Float8(float(value)) {}
  template <class Integer, std::enable_if_t<std::is_integral<Integer>::value, int> = 0>
  explicit Float8(Integer value) : Float8(odd_float_of(value)) {}

  explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, format); }
  explicit operator __nv_bfloat16() const { return __nv_bfloat16(float(*this)); }
  explicit operator float() const { return float(__half(*this)); }
  explicit operator double() const { return float(*this); }
  explicit operator bool() const { return (__x & 0x7f) != 0; }
  template <class Integer, std::enable_if_t<std::is_integral<Integer>::value, int> = 0>
  explicit operator Integer() const {
    return integer_of<Integer>(__builtin_trunc(float(*this)));
  }
};

template <__nv_fp8_interpretation_t format>
struct alignas(2) Float8Pair {
  __nv_fp8x2_storage_t __x;

  Float8Pair() = default;
  explicit Float8Pair(float2 pair) : __x(__nv_cvt_float2_to_fp8x2(pair, __NV_SATFINITE, format)) {}
  explicit Float8Pair(double2 pair) : __x(__nv_cvt_double2_to_fp8x2(pair, __NV_SATFINITE, format)) {}
  explicit Float8Pair(__half2 pair) : __x(__nv_cvt_halfraw2_to_fp8x2(pair, __NV_SATFINITE, format)) {}
  explicit Float8Pair(__nv_bfloat162 pair)
      : __x(__nv_cvt_bfloat16raw2_to_fp8x2(pair, __NV_SATFINITE, format)) {}

  explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, format); }
  explicit operator float2() const { return __half22float2(__half2(*this)); }
};

template <__nv_fp8_interpretation_t format>
struct alignas(4) Float8Quad {
  using Pair = Float8Pair<format>;

  __nv_fp8x4_storage_t __x;

  Float8Quad() = default;
  explicit Float8Quad(Pair low, Pair high) : __x(low.__x | static_cast<unsigned>(high.__x) << 16) {}
  explicit Float8Quad(__half2 low, __half2 high) : Float8Quad(Pair(low), Pair(high)) {}
  explicit Float8Quad(__nv_bfloat162 low, __nv_bfloat162 high) : Float8Quad(Pair(low), Pair(high)) {}
  explicit Float8Quad(float4 four) : Float8Quad(Pair(float2{four.x, four.y}), Pair(float2{four.z, four.w})) {}
  explicit Float8Quad(double4 four)
      : Float8Quad(Pair(double2{four.x, four.y}), Pair(double2{four.z, four.w})) {}

  explicit operator float4() const {
    Pair low, high;
    low.__x = static_cast<__nv_fp8x2_storage_t>(__x);
    high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);
    const float2 first = float2(low), second = float2(high);
    return {first.x, first.y, second.x, second.y};
  }
};

}  // namespace cuda_emulator

#define CUDA_EMULATOR_FP8(kind, format)                          \
  struct __nv_fp8_##kind : cuda_emulator::Float8<format> {       \
    using Float8::Float8;                                        \
    __nv_fp8_##kind() = default;                                 \
  };                                                             \
  struct __nv_fp8x2_##kind : cuda_emulator::Float8Pair<format> { \
    using Float8Pair::Float8Pair;                                \
    __nv_fp8x2_##kind() = default;                               \
  };                                                             \
  struct __nv_fp8x4_##kind : cuda_emulator::Float8Quad<format> { \
    using Float8Quad::Float8Quad;                                \
    __nv_fp8x4_##kind() = default;                               \
  };
CUDA_EMULATOR_FP8(e4m3, __NV_E4M3)
CUDA_EMULATOR_FP8(e5m2, __NV_E5M2)
#undef CUDA_EMULATOR_FP8

CUDA_EMULATOR_COMMON_CODE_END

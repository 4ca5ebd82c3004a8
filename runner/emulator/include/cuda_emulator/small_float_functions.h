// Arithmetic on 16-bit numbers and pairs: each operation rounds once. Included once for each format, after
// small_float_conversions.h; small_float_class.h names the macros.

namespace cuda_emulator {

/// Clamps the value to [0, 1]; NaN becomes 0.
inline CUDA_EMULATOR_S saturated_small(CUDA_EMULATOR_S a) {
  const float value = a;
  return value > 0 ? value < 1 ? a : CUDA_EMULATOR_S(1.0f) : CUDA_EMULATOR_S(0.0f);
}
/// Clamps the value to at least 0; NaN stays.
inline CUDA_EMULATOR_S positive_small(CUDA_EMULATOR_S a) {
  return float(a) < 0 || (a.__x & 0x7fff) == 0 ? CUDA_EMULATOR_S(0.0f) : a;
}

}  // namespace cuda_emulator

// Defines a function of two numbers, and the one that applies it to the halves of two pairs.
#define CUDA_EMULATOR_BINARY(name, pair_name, expression)                  \
  inline CUDA_EMULATOR_S name(CUDA_EMULATOR_S a, CUDA_EMULATOR_S b) {      \
    return expression;                                                     \
  }                                                                        \
  inline CUDA_EMULATOR_P pair_name(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b) { \
    return {name(a.x, b.x), name(a.y, b.y)};                               \
  }
#define CUDA_EMULATOR_UNARY(name, pair_name, expression) \
  inline CUDA_EMULATOR_S name(CUDA_EMULATOR_S a) {       \
    return expression;                                   \
  }                                                      \
  inline CUDA_EMULATOR_P pair_name(CUDA_EMULATOR_P a) {  \
    return {name(a.x), name(a.y)};                       \
  }

#define CUDA_EMULATOR_OPERATION(name, sign)                                              \
  CUDA_EMULATOR_BINARY(__h##name, __h##name##2, CUDA_EMULATOR_S(float(a) sign float(b))) \
  CUDA_EMULATOR_BINARY(__h##name##_rn, __h##name##2_rn, __h##name(a, b))                 \
  CUDA_EMULATOR_BINARY(__h##name##_sat, __h##name##2_sat, cuda_emulator::saturated_small(__h##name(a, b)))
CUDA_EMULATOR_OPERATION(add, +)
CUDA_EMULATOR_OPERATION(sub, -)
CUDA_EMULATOR_OPERATION(mul, *)
#undef CUDA_EMULATOR_OPERATION
CUDA_EMULATOR_BINARY(__hdiv, __h2div, CUDA_EMULATOR_S(float(a) / float(b)))

#define CUDA_EMULATOR_FMA(suffix, expression)                                                       \
  inline CUDA_EMULATOR_S __hfma##suffix(CUDA_EMULATOR_S a, CUDA_EMULATOR_S b, CUDA_EMULATOR_S c) {  \
    return expression;                                                                              \
  }                                                                                                 \
  inline CUDA_EMULATOR_P __hfma2##suffix(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b, CUDA_EMULATOR_P c) { \
    return {__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y)};                          \
  }
CUDA_EMULATOR_FMA(, CUDA_EMULATOR_S(cuda_emulator::odd_fma(a, b, c)))
CUDA_EMULATOR_FMA(_sat, cuda_emulator::saturated_small(__hfma(a, b, c)))
CUDA_EMULATOR_FMA(_relu, cuda_emulator::positive_small(__hfma(a, b, c)))
#undef CUDA_EMULATOR_FMA

/// The product of two complex numbers, added to a third.
inline CUDA_EMULATOR_P __hcmadd(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b, CUDA_EMULATOR_P c) {
  const CUDA_EMULATOR_S minus = CUDA_EMULATOR_RAW{static_cast<unsigned short>(a.y.__x ^ 0x8000)};
  return {__hfma(minus, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

inline bool __hisnan(CUDA_EMULATOR_S a) {
  return (a.__x & 0x7fff) > CUDA_EMULATOR_FORMAT::infinity;
}
CUDA_EMULATOR_UNARY(__hneg, __hneg2,
                    (CUDA_EMULATOR_RAW{static_cast<unsigned short>(__hisnan(a) ? 0x7fff : a.__x ^ 0x8000)}))
CUDA_EMULATOR_UNARY(__habs, __habs2,
                    (CUDA_EMULATOR_RAW{static_cast<unsigned short>(__hisnan(a) ? 0x7fff : a.__x & 0x7fff)}))

inline CUDA_EMULATOR_P __hisnan2(CUDA_EMULATOR_P a) {
  return {CUDA_EMULATOR_S(__hisnan(a.x) ? 1.0f : 0.0f), CUDA_EMULATOR_S(__hisnan(a.y) ? 1.0f : 0.0f)};
}
/// 1 or -1 for the infinities, otherwise 0.
inline int __hisinf(CUDA_EMULATOR_S a) {
  return (a.__x & 0x7fff) != CUDA_EMULATOR_FORMAT::infinity ? 0 : a.__x & 0x8000 ? -1 : 1;
}

// ---- comparisons: those with `u` are true for a NaN, those without are false
#define CUDA_EMULATOR_COMPARISON_FORM(name, expression)                                   \
  inline bool __h##name(CUDA_EMULATOR_S a, CUDA_EMULATOR_S b) {                           \
    return expression;                                                                    \
  }                                                                                       \
  inline CUDA_EMULATOR_P __h##name##2(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b) {             \
    return {CUDA_EMULATOR_S(__h##name(a.x, b.x) ? 1.0f : 0.0f),                           \
            CUDA_EMULATOR_S(__h##name(a.y, b.y) ? 1.0f : 0.0f)};                          \
  }                                                                                       \
  inline unsigned __h##name##2_mask(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b) {               \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0); \
  }                                                                                       \
  inline bool __hb##name##2(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b) {                       \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                    \
  }
#define CUDA_EMULATOR_COMPARISON(name, sign)                                                  \
  CUDA_EMULATOR_COMPARISON_FORM(name, !__hisnan(a) && !__hisnan(b) && float(a) sign float(b)) \
  CUDA_EMULATOR_COMPARISON_FORM(name##u, __hisnan(a) || __hisnan(b) || float(a) sign float(b))
CUDA_EMULATOR_COMPARISON(eq, ==)
CUDA_EMULATOR_COMPARISON(ne, !=)
CUDA_EMULATOR_COMPARISON(lt, <)
CUDA_EMULATOR_COMPARISON(le, <=)
CUDA_EMULATOR_COMPARISON(gt, >)
CUDA_EMULATOR_COMPARISON(ge, >=)
#undef CUDA_EMULATOR_COMPARISON
#undef CUDA_EMULATOR_COMPARISON_FORM

// If one is NaN, returns the other; -0 is less than +0.
#define CUDA_EMULATOR_EXTREME(name, sign, zero)                                                           \
  CUDA_EMULATOR_BINARY(__h##name, __h##name##2,                                                           \
                       __hisnan(a) ? __hisnan(b) ? CUDA_EMULATOR_S(CUDA_EMULATOR_RAW{0x7fff}) : b         \
                       : __hisnan(b) || float(a) sign float(b) || (float(a) == float(b) && a.__x == zero) \
                           ? a                                                                            \
                           : b)                                                                           \
  CUDA_EMULATOR_BINARY(                                                                                   \
      __h##name##_nan, __h##name##2_nan,                                                                  \
      __hisnan(a) || __hisnan(b) ? CUDA_EMULATOR_S(CUDA_EMULATOR_RAW{0x7fff}) : __h##name(a, b))
CUDA_EMULATOR_EXTREME(min, <, 0x8000)
CUDA_EMULATOR_EXTREME(max, >, 0)
#undef CUDA_EMULATOR_EXTREME

// ---- mathematical functions
#define CUDA_EMULATOR_FUNCTION(name, expression) \
  CUDA_EMULATOR_UNARY(h##name, h2##name, CUDA_EMULATOR_S(expression))
CUDA_EMULATOR_FUNCTION(sqrt, __builtin_sqrtf(a))
CUDA_EMULATOR_FUNCTION(rsqrt, 1 / __builtin_sqrt(float(a)))
CUDA_EMULATOR_FUNCTION(rcp, 1 / float(a))
CUDA_EMULATOR_FUNCTION(exp, __builtin_exp(float(a)))
CUDA_EMULATOR_FUNCTION(exp2, __builtin_exp2(float(a)))
CUDA_EMULATOR_FUNCTION(exp10, __builtin_pow(10, float(a)))
CUDA_EMULATOR_FUNCTION(log, __builtin_log(float(a)))
CUDA_EMULATOR_FUNCTION(log2, __builtin_log2(float(a)))
CUDA_EMULATOR_FUNCTION(log10, __builtin_log10(float(a)))
CUDA_EMULATOR_FUNCTION(sin, __builtin_sin(float(a)))
CUDA_EMULATOR_FUNCTION(cos, __builtin_cos(float(a)))
CUDA_EMULATOR_FUNCTION(tanh, __builtin_tanh(float(a)))
CUDA_EMULATOR_FUNCTION(tanh_approx, __builtin_tanh(float(a)))
CUDA_EMULATOR_FUNCTION(floor, __builtin_floorf(a))
CUDA_EMULATOR_FUNCTION(ceil, __builtin_ceilf(a))
CUDA_EMULATOR_FUNCTION(trunc, __builtin_truncf(a))
CUDA_EMULATOR_FUNCTION(rint, __builtin_rintf(a))
#undef CUDA_EMULATOR_FUNCTION

// ---- operators
#define CUDA_EMULATOR_OPERATOR(T, sign, function)  \
  inline T operator sign(const T& a, const T& b) { \
    return function(a, b);                         \
  }                                                \
  inline T& operator sign##=(T & a, const T & b) { \
    return a = function(a, b);                     \
  }
#define CUDA_EMULATOR_OPERATORS(T, add, sub, mul, div, neg, one) \
  CUDA_EMULATOR_OPERATOR(T, +, add)                              \
  CUDA_EMULATOR_OPERATOR(T, -, sub)                              \
  CUDA_EMULATOR_OPERATOR(T, *, mul)                              \
  CUDA_EMULATOR_OPERATOR(T, /, div)                              \
  inline T operator+(const T& a) {                               \
    return a;                                                    \
  }                                                              \
  inline T operator-(const T& a) {                               \
    return neg(a);                                               \
  }                                                              \
  inline T& operator++(T& a) {                                   \
    return a = add(a, one);                                      \
  }                                                              \
  inline T& operator--(T& a) {                                   \
    return a = sub(a, one);                                      \
  }                                                              \
  inline T operator++(T& a, int) {                               \
    const T before = a;                                          \
    ++a;                                                         \
    return before;                                               \
  }                                                              \
  inline T operator--(T& a, int) {                               \
    const T before = a;                                          \
    --a;                                                         \
    return before;                                               \
  }
CUDA_EMULATOR_OPERATORS(CUDA_EMULATOR_S, __hadd, __hsub, __hmul, __hdiv, __hneg, CUDA_EMULATOR_S(1.0f))
CUDA_EMULATOR_OPERATORS(CUDA_EMULATOR_P, __hadd2, __hsub2, __hmul2, __h2div, __hneg2,
                        CUDA_EMULATOR_P(CUDA_EMULATOR_S(1.0f), CUDA_EMULATOR_S(1.0f)))
#define CUDA_EMULATOR_COMPARISON(sign, name, pair_name)                           \
  inline bool operator sign(const CUDA_EMULATOR_S& a, const CUDA_EMULATOR_S& b) { \
    return name(a, b);                                                            \
  }                                                                               \
  inline bool operator sign(const CUDA_EMULATOR_P& a, const CUDA_EMULATOR_P& b) { \
    return pair_name(a, b);                                                       \
  }
CUDA_EMULATOR_COMPARISON(==, __heq, __hbeq2)
CUDA_EMULATOR_COMPARISON(!=, __hneu, __hbneu2)
CUDA_EMULATOR_COMPARISON(<, __hlt, __hblt2)
CUDA_EMULATOR_COMPARISON(<=, __hle, __hble2)
CUDA_EMULATOR_COMPARISON(>, __hgt, __hbgt2)
CUDA_EMULATOR_COMPARISON(>=, __hge, __hbge2)
#undef CUDA_EMULATOR_COMPARISON
#undef CUDA_EMULATOR_OPERATORS
#undef CUDA_EMULATOR_OPERATOR
#undef CUDA_EMULATOR_UNARY
#undef CUDA_EMULATOR_BINARY

CUDA_EMULATOR_COMMON_CODE_END
CUDA_EMULATOR_DEVICE_CODE_BEGIN

inline CUDA_EMULATOR_S atomicAdd(CUDA_EMULATOR_S* address, CUDA_EMULATOR_S value) {
  return cuda_emulator::atomic_change(address, [value](CUDA_EMULATOR_S old) { return __hadd(old, value); });
}
/// Operates on each half separately, as a device does.
inline CUDA_EMULATOR_P atomicAdd(CUDA_EMULATOR_P* address, CUDA_EMULATOR_P value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}

CUDA_EMULATOR_DEVICE_CODE_END
CUDA_EMULATOR_COMMON_CODE_BEGIN

#undef CUDA_EMULATOR_P
#undef CUDA_EMULATOR_S
#undef CUDA_EMULATOR_PAIR_RAW
#undef CUDA_EMULATOR_RAW
#undef CUDA_EMULATOR_JOINED
#undef CUDA_EMULATOR_JOINED_

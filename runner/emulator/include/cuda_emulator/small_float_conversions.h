// Conversions to and from 16-bit numbers, and functions that make and split pairs. Included once for each
// format, after small_float_class.h, which names the macros.
#define CUDA_EMULATOR_FROM(type) CUDA_EMULATOR_JOINED(__##type##2, CUDA_EMULATOR_WORD, )
#define CUDA_EMULATOR_TO(rest) CUDA_EMULATOR_JOINED(__, CUDA_EMULATOR_WORD, rest)
#define CUDA_EMULATOR_PAIR_FROM(start, rest) CUDA_EMULATOR_JOINED(__##start, CUDA_EMULATOR_PAIR_WORD, rest)

namespace cuda_emulator {

inline CUDA_EMULATOR_S rounded_small(CUDA_EMULATOR_S, float odd, Direction direction) {
  return CUDA_EMULATOR_RAW{static_cast<unsigned short>(CUDA_EMULATOR_FORMAT::encode(odd, direction))};
}

}  // namespace cuda_emulator

#define CUDA_EMULATOR_ROUNDED(name, suffix, T, odd, direction)                                        \
  inline CUDA_EMULATOR_S CUDA_EMULATOR_JOINED(name, suffix, )(T a) {                                  \
    return cuda_emulator::rounded_small(CUDA_EMULATOR_S(), odd, cuda_emulator::Direction::direction); \
  }
#define CUDA_EMULATOR_IN_EACH_DIRECTION(name, T, odd)  \
  CUDA_EMULATOR_ROUNDED(name, _rn, T, odd, to_nearest) \
  CUDA_EMULATOR_ROUNDED(name, _rz, T, odd, to_zero)    \
  CUDA_EMULATOR_ROUNDED(name, _ru, T, odd, up)         \
  CUDA_EMULATOR_ROUNDED(name, _rd, T, odd, down)
CUDA_EMULATOR_IN_EACH_DIRECTION(CUDA_EMULATOR_FROM(float), float, a)
inline CUDA_EMULATOR_S CUDA_EMULATOR_FROM(float)(float a) {
  return a;
}
inline CUDA_EMULATOR_S CUDA_EMULATOR_FROM(double)(double a) {
  return a;
}
inline float CUDA_EMULATOR_TO(2float)(CUDA_EMULATOR_S a) {
  return a;
}

#define CUDA_EMULATOR_TO_INTEGER(name, suffix, T, rounding)       \
  inline T CUDA_EMULATOR_TO(2##name##suffix)(CUDA_EMULATOR_S a) { \
    return cuda_emulator::integer_of<T>(rounding(float(a)));      \
  }
#define CUDA_EMULATOR_INTEGER(name, T)                                                         \
  CUDA_EMULATOR_IN_EACH_DIRECTION(CUDA_EMULATOR_FROM(name), T, cuda_emulator::odd_float_of(a)) \
  CUDA_EMULATOR_TO_INTEGER(name, _rn, T, __builtin_rint)                                       \
  CUDA_EMULATOR_TO_INTEGER(name, _rz, T, __builtin_trunc)                                      \
  CUDA_EMULATOR_TO_INTEGER(name, _ru, T, __builtin_ceil)                                       \
  CUDA_EMULATOR_TO_INTEGER(name, _rd, T, __builtin_floor)
CUDA_EMULATOR_INTEGER(short, short)
CUDA_EMULATOR_INTEGER(ushort, unsigned short)
CUDA_EMULATOR_INTEGER(int, int)
CUDA_EMULATOR_INTEGER(uint, unsigned int)
CUDA_EMULATOR_INTEGER(ll, long long)
CUDA_EMULATOR_INTEGER(ull, unsigned long long)
CUDA_EMULATOR_TO_INTEGER(char, _rz, signed char, __builtin_trunc)
CUDA_EMULATOR_TO_INTEGER(uchar, _rz, unsigned char, __builtin_trunc)
#undef CUDA_EMULATOR_INTEGER
#undef CUDA_EMULATOR_TO_INTEGER
#undef CUDA_EMULATOR_IN_EACH_DIRECTION
#undef CUDA_EMULATOR_ROUNDED

inline unsigned short CUDA_EMULATOR_TO(_as_ushort)(CUDA_EMULATOR_S a) {
  return a.__x;
}
inline short CUDA_EMULATOR_TO(_as_short)(CUDA_EMULATOR_S a) {
  return static_cast<short>(a.__x);
}
inline CUDA_EMULATOR_S CUDA_EMULATOR_JOINED(__ushort_as_, CUDA_EMULATOR_WORD, )(unsigned short bits) {
  return CUDA_EMULATOR_RAW{bits};
}
inline CUDA_EMULATOR_S CUDA_EMULATOR_JOINED(__short_as_, CUDA_EMULATOR_WORD, )(short bits) {
  return CUDA_EMULATOR_RAW{static_cast<unsigned short>(bits)};
}

// ---- pairs
inline CUDA_EMULATOR_P CUDA_EMULATOR_JOINED(make_, CUDA_EMULATOR_PAIR_WORD, )(CUDA_EMULATOR_S x,
                                                                              CUDA_EMULATOR_S y) {
  return {x, y};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(halves2, )(CUDA_EMULATOR_S x, CUDA_EMULATOR_S y) {
  return {x, y};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_JOINED(CUDA_EMULATOR_TO(2),
                                            CUDA_EMULATOR_PAIR_WORD, )(CUDA_EMULATOR_S a) {
  return {a, a};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(float2, _rn)(float a) {
  return {a, a};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(floats2, _rn)(float x, float y) {
  return {x, y};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(float22, _rn)(float2 a) {
  return {a.x, a.y};
}
inline float2 CUDA_EMULATOR_PAIR_FROM(, 2float2)(CUDA_EMULATOR_P a) {
  return {a.x, a.y};
}
inline CUDA_EMULATOR_S CUDA_EMULATOR_JOINED(__low2, CUDA_EMULATOR_WORD, )(CUDA_EMULATOR_P a) {
  return a.x;
}
inline CUDA_EMULATOR_S CUDA_EMULATOR_JOINED(__high2, CUDA_EMULATOR_WORD, )(CUDA_EMULATOR_P a) {
  return a.y;
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(low2, )(CUDA_EMULATOR_P a) {
  return {a.x, a.x};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(high2, )(CUDA_EMULATOR_P a) {
  return {a.y, a.y};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(lows2, )(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b) {
  return {a.x, b.x};
}
inline CUDA_EMULATOR_P CUDA_EMULATOR_PAIR_FROM(highs2, )(CUDA_EMULATOR_P a, CUDA_EMULATOR_P b) {
  return {a.y, b.y};
}
inline float __low2float(CUDA_EMULATOR_P a) {
  return a.x;
}
inline float __high2float(CUDA_EMULATOR_P a) {
  return a.y;
}
inline CUDA_EMULATOR_P __lowhigh2highlow(CUDA_EMULATOR_P a) {
  return {a.y, a.x};
}

#undef CUDA_EMULATOR_PAIR_FROM
#undef CUDA_EMULATOR_TO
#undef CUDA_EMULATOR_FROM

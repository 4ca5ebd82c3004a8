// Implements floating-point arithmetic with PTX's rounding modes, and what LLVM has no intrinsic for.
#include <cmath>

#include "runner/emulator/runtime/ptx/rounding.hpp"

using cuda_emulator::opaque;
using cuda_emulator::Rounding;

#define ROUNDED(name, T, type, word, mode, parameters, expression) \
  T cuda_emulator_ptx_##name##_##word##_##type parameters {        \
    return Rounding(mode).of([&] { return expression; });          \
  }
#define ARITHMETIC(T, type, word, mode)                           \
  ROUNDED(add, T, type, word, mode, (T a, T b), opaque(a) + b)    \
  ROUNDED(sub, T, type, word, mode, (T a, T b), opaque(a) - b)    \
  ROUNDED(mul, T, type, word, mode, (T a, T b), opaque(a) * b)    \
  ROUNDED(div, T, type, word, mode, (T a, T b), opaque(a) / b)    \
  ROUNDED(rcp, T, type, word, mode, (T a), 1 / opaque(a))         \
  ROUNDED(sqrt, T, type, word, mode, (T a), std::sqrt(opaque(a))) \
  ROUNDED(fma, T, type, word, mode, (T a, T b, T c), std::fma(opaque(a), b, c))
#define DIRECTIONS(T, type)              \
  ARITHMETIC(T, type, rz, FE_TOWARDZERO) \
  ARITHMETIC(T, type, rm, FE_DOWNWARD)   \
  ARITHMETIC(T, type, rp, FE_UPWARD)

extern "C" {
DIRECTIONS(float, f32)
DIRECTIONS(double, f64)

float cuda_emulator_ptx_tanh_f32(float value) {
  return std::tanh(value);
}
}

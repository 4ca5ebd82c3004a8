// Implements PTX conversions that the processor has no instruction for.
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>

#include "runner/emulator/runtime/ptx/rounding.hpp"
#include "runner/emulator/runtime/ptx/small_floats.hpp"

using cuda_emulator::opaque;
using cuda_emulator::Rounding;
using cuda_emulator::RoundingMode;

#define SMALL_FLOAT_OF_F64(word, mode)                               \
  std::uint16_t cuda_emulator_ptx_f16_of_f64_##word(double value) {  \
    return cuda_emulator::half_bits(value, RoundingMode::mode);      \
  }                                                                  \
  std::uint16_t cuda_emulator_ptx_bf16_of_f64_##word(double value) { \
    return cuda_emulator::brain_bits(value, RoundingMode::mode);     \
  }
#define TF32_OF_F32(word, mode)                                                               \
  std::uint32_t cuda_emulator_ptx_tf32_of_f32_##word(float value) {                           \
    return std::bit_cast<std::uint32_t>(static_cast<float>(                                   \
        cuda_emulator::rounded_to(cuda_emulator::tensor_format, value, RoundingMode::mode))); \
  }
#define TO_FLOATS(word, mode)                                                     \
  float cuda_emulator_ptx_f32_of_f64_##word(double value) {                       \
    return Rounding(mode).of([&] { return static_cast<float>(opaque(value)); });  \
  }                                                                               \
  float cuda_emulator_ptx_f32_of_s64_##word(std::int64_t value) {                 \
    return Rounding(mode).of([&] { return static_cast<float>(opaque(value)); });  \
  }                                                                               \
  double cuda_emulator_ptx_f64_of_s64_##word(std::int64_t value) {                \
    return Rounding(mode).of([&] { return static_cast<double>(opaque(value)); }); \
  }                                                                               \
  float cuda_emulator_ptx_f32_of_u64_##word(std::uint64_t value) {                \
    return of_unsigned<float>(value, mode);                                       \
  }                                                                               \
  double cuda_emulator_ptx_f64_of_u64_##word(std::uint64_t value) {               \
    return of_unsigned<double>(value, mode);                                      \
  }

namespace {

/// The processor only converts signed integers. A larger number is halved first, and its last bit stands for
/// all lost bits.
template <class Float>
Float of_unsigned(std::uint64_t value, int mode) {
  const bool is_large = value >> 63;
  const auto part = static_cast<std::int64_t>(is_large ? value >> 1 | (value & 1) : value);
  return Rounding(mode).of([&] { return static_cast<Float>(opaque(part)) * (is_large ? 2 : 1); });
}

}  // namespace

extern "C" {
float cuda_emulator_ptx_f32_of_f16(std::uint16_t bits) {
  return static_cast<float>(cuda_emulator::half_value(bits));
}
SMALL_FLOAT_OF_F64(rn, nearest)
SMALL_FLOAT_OF_F64(rz, to_zero)
SMALL_FLOAT_OF_F64(rm, down)
SMALL_FLOAT_OF_F64(rp, up)
TF32_OF_F32(rn, nearest)
TF32_OF_F32(rz, to_zero)
TF32_OF_F32(rna, nearest_away)
TO_FLOATS(rz, FE_TOWARDZERO)
TO_FLOATS(rm, FE_DOWNWARD)
TO_FLOATS(rp, FE_UPWARD)
}

/// Arithmetic on two halves or four bytes of a word at once.
#pragma once

#include <cstdint>

#include "qualifiers.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cuda_emulator {

/// The parts of a word, of the type `Part`, one after another from the lowest.
template <class Part, class Operation>
unsigned int each_part(unsigned int a, unsigned int b, Operation operation) {
  constexpr unsigned bits = 8 * sizeof(Part), mask = (1u << bits) - 1;
  unsigned int result = 0;
  for (unsigned at = 0; at < 32; at += bits) {
    result |= (static_cast<unsigned int>(
                   operation(int{static_cast<Part>(a >> at)}, int{static_cast<Part>(b >> at)})) &
               mask)
              << at;
  }
  return result;
}

template <class Part>
int saturated_part(int value) {
  constexpr bool is_signed = static_cast<Part>(-1) < 0;
  constexpr int highest = (1 << (8 * sizeof(Part) - is_signed)) - 1, lowest = is_signed ? -highest - 1 : 0;
  return value < lowest ? lowest : value > highest ? highest : value;
}

template <class Part>
unsigned int sum_of_differences(unsigned int a, unsigned int b) {
  unsigned int sum = 0;
  each_part<Part>(a, b, [&sum](int x, int y) {
    sum += static_cast<unsigned int>(x < y ? y - x : x - y);
    return 0;
  });
  return sum;
}

}  // namespace cuda_emulator

#define CUDA_EMULATOR_PARTS(name, Part, expression)                                       \
  inline unsigned int name(unsigned int a, unsigned int b) {                              \
    return cuda_emulator::each_part<Part>(a, b, [](int x, int y) { return expression; }); \
  }
#define CUDA_EMULATOR_PARTS_OF_ONE(name, Part, expression)                              \
  inline unsigned int name(unsigned int a) {                                            \
    return cuda_emulator::each_part<Part>(a, 0, [](int x, int) { return expression; }); \
  }
#define CUDA_EMULATOR_COMPARISON(name, count, Part, sign)           \
  CUDA_EMULATOR_PARTS(__vcmp##name##count, Part, x sign y ? -1 : 0) \
  CUDA_EMULATOR_PARTS(__vset##name##count, Part, x sign y ? 1 : 0)
#define CUDA_EMULATOR_VIDEO(count, Signed, Unsigned)                                                         \
  CUDA_EMULATOR_PARTS(__vadd##count, Unsigned, x + y)                                                        \
  CUDA_EMULATOR_PARTS(__vaddss##count, Signed, cuda_emulator::saturated_part<Signed>(x + y))                 \
  CUDA_EMULATOR_PARTS(__vaddus##count, Unsigned, cuda_emulator::saturated_part<Unsigned>(x + y))             \
  CUDA_EMULATOR_PARTS(__vsub##count, Unsigned, x - y)                                                        \
  CUDA_EMULATOR_PARTS(__vsubss##count, Signed, cuda_emulator::saturated_part<Signed>(x - y))                 \
  CUDA_EMULATOR_PARTS(__vsubus##count, Unsigned, cuda_emulator::saturated_part<Unsigned>(x - y))             \
  /* to the nearest, away from zero in the middle; down */                                                   \
  CUDA_EMULATOR_PARTS(__vavgs##count, Signed, (x + y + (x + y >= 0)) >> 1)                                   \
  CUDA_EMULATOR_PARTS(__vavgu##count, Unsigned, (x + y + 1) >> 1)                                            \
  CUDA_EMULATOR_PARTS(__vhaddu##count, Unsigned, (x + y) >> 1)                                               \
  CUDA_EMULATOR_PARTS(__vabsdiffs##count, Signed, x < y ? y - x : x - y)                                     \
  CUDA_EMULATOR_PARTS(__vabsdiffu##count, Unsigned, x < y ? y - x : x - y)                                   \
  CUDA_EMULATOR_PARTS(__vmaxs##count, Signed, x < y ? y : x)                                                 \
  CUDA_EMULATOR_PARTS(__vmaxu##count, Unsigned, x < y ? y : x)                                               \
  CUDA_EMULATOR_PARTS(__vmins##count, Signed, y < x ? y : x)                                                 \
  CUDA_EMULATOR_PARTS(__vminu##count, Unsigned, y < x ? y : x)                                               \
  CUDA_EMULATOR_PARTS_OF_ONE(__vabs##count, Signed, x < 0 ? -x : x)                                          \
  CUDA_EMULATOR_PARTS_OF_ONE(__vabsss##count, Signed, cuda_emulator::saturated_part<Signed>(x < 0 ? -x : x)) \
  CUDA_EMULATOR_PARTS_OF_ONE(__vneg##count, Signed, -x)                                                      \
  CUDA_EMULATOR_PARTS_OF_ONE(__vnegss##count, Signed, cuda_emulator::saturated_part<Signed>(-x))             \
  CUDA_EMULATOR_COMPARISON(eq, count, Unsigned, ==)                                                          \
  CUDA_EMULATOR_COMPARISON(ne, count, Unsigned, !=)                                                          \
  CUDA_EMULATOR_COMPARISON(ges, count, Signed, >=)                                                           \
  CUDA_EMULATOR_COMPARISON(geu, count, Unsigned, >=)                                                         \
  CUDA_EMULATOR_COMPARISON(gts, count, Signed, >)                                                            \
  CUDA_EMULATOR_COMPARISON(gtu, count, Unsigned, >)                                                          \
  CUDA_EMULATOR_COMPARISON(les, count, Signed, <=)                                                           \
  CUDA_EMULATOR_COMPARISON(leu, count, Unsigned, <=)                                                         \
  CUDA_EMULATOR_COMPARISON(lts, count, Signed, <)                                                            \
  CUDA_EMULATOR_COMPARISON(ltu, count, Unsigned, <)                                                          \
  inline unsigned int __vsads##count(unsigned int a, unsigned int b) {                                       \
    return cuda_emulator::sum_of_differences<Signed>(a, b);                                                  \
  }                                                                                                          \
  inline unsigned int __vsadu##count(unsigned int a, unsigned int b) {                                       \
    return cuda_emulator::sum_of_differences<Unsigned>(a, b);                                                \
  }

CUDA_EMULATOR_VIDEO(2, std::int16_t, std::uint16_t)
CUDA_EMULATOR_VIDEO(4, std::int8_t, std::uint8_t)

#undef CUDA_EMULATOR_VIDEO
#undef CUDA_EMULATOR_COMPARISON
#undef CUDA_EMULATOR_PARTS_OF_ONE
#undef CUDA_EMULATOR_PARTS

CUDA_EMULATOR_DEVICE_CODE_END

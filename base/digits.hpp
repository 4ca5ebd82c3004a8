#pragma once

// Decimal digits, many at a time in one register ("SIMD within a register"). Reading: Lemire, "Number parsing
// at a gigabyte per second", Software: Practice and Experience 51, 2021. Printing runs the same steps
// backwards, with the divisions done as multiplications (Warren, "Hacker's Delight", chapter 10).

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace base {

static_assert(std::endian::native == std::endian::little,
              "the first character must be the lowest byte of a word");

__extension__ using Wide = unsigned __int128;

/// The number of characters from their start, without a sign, that the functions here may look at.
inline constexpr std::size_t lookahead_bytes = 16;

inline constexpr std::uint64_t eight_zeros = 0x30303030'30303030;  ///< the text "00000000"

inline constexpr auto integer_powers_of_ten = [] {
  std::array<std::uint64_t, 20> powers = {1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

inline std::uint64_t load_eight(const char* text) {
  std::uint64_t word;
  std::memcpy(&word, text, sizeof word);
  return word;
}

inline void store_eight(char* text, std::uint64_t word) {
  std::memcpy(text, &word, sizeof word);
}

/// The highest bit of each byte up to the first one that is not a digit: whether it is not one. `digits` are
/// characters xor '0'. Later bytes are corrupted by a carry.
inline std::uint64_t first_non_digit(std::uint64_t digits) {
  return ((digits + 0x76767676'76767676) | digits) & 0x80808080'80808080;
}

/// The number whose eight digits (0 to 9, not characters) are the bytes of `digits`.
inline std::uint64_t number_of_eight(std::uint64_t digits) {
  const std::uint64_t pairs = digits * 10 + (digits >> 8);
  constexpr std::uint64_t every_other_pair = 0x000000FF'000000FF;
  return ((pairs & every_other_pair) * (100 + (1'000'000ULL << 32)) +
          ((pairs >> 16) & every_other_pair) * (1 + (10'000ULL << 32))) >>
         32;
}

/// The number in the first `length` characters at `text`, 1 to 8 digits; the first one may be a sign.
inline std::uint64_t number_in_eight(const char* text, int length, bool has_sign) {
  // Arithmetic, because signs are hard to predict: a branch would cost more than all the rest.
  const std::uint64_t sign_mask = (0 - static_cast<std::uint64_t>(has_sign)) & 0xFF;
  return number_of_eight(((load_eight(text) ^ eight_zeros) & ~sign_mask) << (64 - 8 * length));
}

/// number_around_point() without vector instructions.
[[gnu::always_inline]] inline std::uint64_t number_around_point_portable(const char* text, int whole,
                                                                         int digits) {
  const std::uint64_t first = load_eight(text) ^ eight_zeros;
  const std::uint64_t second = load_eight(text + 8) ^ eight_zeros;
  Wide characters = first | static_cast<Wide>(second) << 64;
  if (whole < digits) {
    const Wide before_point = (Wide{1} << (8 * whole)) - 1;
    characters = (characters & before_point) | (characters >> 8 & ~before_point);
  }
  const Wide aligned = characters << (128 - 8 * digits);
  return number_of_eight(static_cast<std::uint64_t>(aligned)) * 100'000'000 +
         number_of_eight(static_cast<std::uint64_t>(aligned >> 64));
}

#ifdef __SSE2__
/// Masks, from place 16 - n on, that keep the digits of the first n of 16 characters.
alignas(32) inline constexpr auto digit_masks = [] {
  std::array<unsigned char, 32> masks = {};
  for (std::size_t i = 0; i < 16; ++i) masks[i] = 0x0F;
  return masks;
}();

inline __m128i digit_mask(int characters) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(digit_masks.data() + 16 - characters));
}

/// Number n times 5^n is 1 modulo 2^64.
inline constexpr auto inverse_powers_of_five = [] {
  std::array<std::uint64_t, 17> inverses = {1};
  for (std::size_t i = 1; i < inverses.size(); ++i) inverses[i] = inverses[i - 1] * 0xCCCCCCCC'CCCCCCCD;
  return inverses;
}();

/// The number in the first `count` of these digits (0 to 9), behind which are zeros.
[[gnu::always_inline]] inline std::uint64_t number_of_sixteen(__m128i digits, int count) {
  const __m128i tens = _mm_mullo_epi16(_mm_and_si128(digits, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10));
  const __m128i pairs = _mm_add_epi16(tens, _mm_srli_epi16(digits, 8));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
  const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10'000 | 1 << 16));
  const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
  const std::uint64_t sixteen = (both & 0xFFFFFFFF) * 100'000'000 + (both >> 32);
  // It is divisible by this power of ten: by that of two by a shift, by that of five by a multiplication.
  const int zeros = 16 - count;
  return (sixteen >> zeros) * inverse_powers_of_five[static_cast<std::size_t>(zeros)];
}
#endif

/// The number in 1 to 16 digits, up to 15 if `whole` of them precede another character and the rest follow
/// it. No branch depends on how many they are.
[[gnu::always_inline]] inline std::uint64_t number_around_point(const char* text, int whole, int digits) {
#ifdef __SSE2__
  const __m128i characters = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i before_point = digit_mask(whole);
  const __m128i others = _mm_and_si128(_mm_srli_si128(characters, 1), digit_mask(digits));
  return number_of_sixteen(
      _mm_or_si128(_mm_and_si128(characters, before_point), _mm_andnot_si128(before_point, others)), digits);
#else
  return number_around_point_portable(text, whole, digits);
#endif
}

/// Reads as number_in_eight() does, for 1 to 16 digits.
[[gnu::always_inline]] inline std::uint64_t number_in_sixteen(const char* text, int length, bool has_sign) {
  const int digits = length - static_cast<int>(has_sign);
#ifdef __SSE2__
  const __m128i characters = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + has_sign));
  return number_of_sixteen(_mm_and_si128(characters, digit_mask(digits)), digits);
#else
  return number_around_point_portable(text + has_sign, digits, digits);
#endif
}

/// The inverse of number_of_eight: the digits of `number` < 10^8, leading zeros included.
inline std::uint64_t digits_of_eight(std::uint32_t number) {
  const std::uint64_t fours = number / 10'000 | (static_cast<std::uint64_t>(number % 10'000) << 32);
  const std::uint64_t hundreds = ((fours * 10486) >> 20) & 0x0000007F'0000007F;
  const std::uint64_t twos = hundreds | ((fours - hundreds * 100) << 16);
  const std::uint64_t tens = ((twos * 103) >> 10) & 0x000F000F'000F000F;
  return tens | ((twos - tens * 10) << 8);
}

/// The flags of eight bytes, 0x80 or 0 each, as the lowest eight bits.
inline std::uint32_t gathered(std::uint64_t flags) {
  return static_cast<std::uint32_t>(((flags >> 7) * 0x01020408'10204080) >> 56);
}

/// The highest bit of each byte of `word`: whether it is at least `bound`, 1 to 128. No carry crosses bytes.
inline std::uint64_t at_least(std::uint64_t word, unsigned bound) {
  constexpr std::uint64_t every_byte = 0x01010101'01010101;
  return (((word & (0x7F * every_byte)) + (0x80 - bound) * every_byte) | word) & (0x80 * every_byte);
}

/// non_digits() without vector instructions.
inline std::uint32_t non_digits_portable(const char* text) {
  return gathered(at_least(load_eight(text) ^ eight_zeros, 10)) |
         gathered(at_least(load_eight(text + 8) ^ eight_zeros, 10)) << 8;
}

/// spaces_and_controls() without vector instructions.
inline std::uint32_t spaces_and_controls_portable(const char* text) {
  return (gathered(at_least(load_eight(text), ' ' + 1)) | gathered(at_least(load_eight(text + 8), ' ' + 1))
                                                              << 8) ^
         0xFFFF;
}

/// differences() without vector instructions.
inline std::uint32_t differences_portable(const char* text, const char* other) {
  return gathered(at_least(load_eight(text) ^ load_eight(other), 1)) |
         gathered(at_least(load_eight(text + 8) ^ load_eight(other + 8), 1)) << 8;
}

/// Bit i: whether text[i] is not a digit, for the 16 characters at `text`.
inline std::uint32_t non_digits(const char* text) {
#ifdef __SSE2__
  const __m128i characters = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i digits = _mm_xor_si128(characters, _mm_set1_epi8('0'));
  const __m128i is_digit = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(is_digit)) ^ 0xFFFF;
#else
  return non_digits_portable(text);
#endif
}

/// Bit i: whether text[i] is a space or a character below it, for the 16 characters at `text`.
inline std::uint32_t spaces_and_controls(const char* text) {
#ifdef __SSE2__
  const __m128i characters = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i is_low = _mm_cmpeq_epi8(_mm_min_epu8(characters, _mm_set1_epi8(' ')), characters);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(is_low));
#else
  return spaces_and_controls_portable(text);
#endif
}

/// Bit i: whether text[i] and other[i] differ, for the 16 characters at both.
inline std::uint32_t differences(const char* text, const char* other) {
#ifdef __SSE2__
  const __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(text)),
                                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(other)));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(equal)) ^ 0xFFFF;
#else
  return differences_portable(text, other);
#endif
}

inline bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

/// Appends all the decimal digits at `text` to `number` (modulo 2^64); returns the first character that is
/// not one. Looks at up to lookahead_bytes after it.
[[gnu::noinline]] inline const char* append_digits(const char* text, std::uint64_t& number) {
  for (;;) {
    const std::uint64_t digits = load_eight(text) ^ eight_zeros;
    const std::uint64_t others = first_non_digit(digits);
    if (others != 0) {
      const int length = std::countr_zero(others) / 8;
      number = number * integer_powers_of_ten[static_cast<std::size_t>(length)] +
               number_of_eight((digits << 8) << (56 - 8 * length));
      return text + length;
    }
    number = number * 100'000'000 + number_of_eight(digits);
    text += 8;
  }
}

/// Appends the digits of a text that ends at `end`, and looks at nothing beyond.
inline const char* append_digits(const char* text, const char* end, std::uint64_t& number) {
  while (end - text >= 8) {
    const std::uint64_t digits = load_eight(text) ^ eight_zeros;
    const auto length = static_cast<std::size_t>(std::countr_zero(first_non_digit(digits))) / 8;
    if (length == 0) return text;
    number = number * integer_powers_of_ten[length] + number_of_eight(digits << (64 - 8 * length));
    text += length;
    if (length < 8) return text;
  }
  for (; text != end && is_digit(*text); ++text)
    number = number * 10 + static_cast<std::uint64_t>(*text - '0');
  return text;
}

}  // namespace base

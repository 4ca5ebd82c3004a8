#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace validator {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Passes the digits at `p`, returns where they end and appends them to `mantissa`, modulo 2^64. Takes eight
/// at a time and asks for their number without a branch (method: D. Lemire, "Number Parsing at a Gigabyte per
/// Second", Software: Practice and Experience 51, 2021).
inline const char* take_digits(const char* p, const char* end, std::uint64_t& mantissa) {
  static_assert(std::endian::native == std::endian::little, "the first digit is the lowest byte");
  constexpr std::array<std::uint64_t, 9> powers_of_ten = {1,      10,      100,      1000,     10000,
                                                          100000, 1000000, 10000000, 100000000};
  while (end - p >= 8) {
    std::uint64_t eight;
    std::memcpy(&eight, p, 8);
    eight ^= 0x3030303030303030;  // a digit becomes its value, everything else more than 9
    const std::uint64_t others = ((eight + 0x7676767676767676) | eight) & 0x8080808080808080;
    const auto count = static_cast<std::size_t>(std::countr_zero(others)) / 8;
    if (count == 0) return p;
    eight <<= 64 - 8 * count;  // zeros move in before the digits
    eight = eight * 10 + (eight >> 8);
    eight = ((eight & 0x000000ff000000ff) * 0x000f424000000064 +
             ((eight >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >>
            32;
    mantissa = mantissa * powers_of_ten[count] + eight;
    p += count;
    if (count < 8) return p;
  }
  for (; p != end && is_digit(*p); ++p) mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
  return p;
}

}  // namespace validator

#pragma once

// A float32 as text, as std::to_chars: the shortest that reads back to it, plain or scientific, whichever is shorter.

#include <cstdint>
#include <cstring>

#include "kernels/common/both_sides.hpp"
#include "kernels/text/plain_integer.hpp"
#include "kernels/text/shortest_decimal.hpp"

namespace kernels {

template <>
inline constexpr unsigned most_characters<float> = 15;  // "-1.17549435e-38"

/// A number with the length of its text, which is worked out once.
class PrintedFloat {
 public:
  WARP_JUDGE_BOTH_SIDES PrintedFloat(float number, const HighestBitsOfPowersOfTen& powers) {
    constexpr std::uint32_t infinity = 0x7F800000;
    std::uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    negative_ = bits >> 31 != 0;
    bits &= 0x7FFFFFFF;
    if (bits >= infinity) {
      notation_ = bits == infinity ? Notation::infinity : Notation::not_a_number;
      length_ = 3;
    } else if (bits == 0) {
      notation_ = Notation::integer;
      digits_ = 0;
      count_ = length_ = 1;
    } else {
      set(shortest_decimal(bits, powers), bits);
    }
    length_ += negative_;
  }

  WARP_JUDGE_BOTH_SIDES unsigned length() const { return length_; }

  WARP_JUDGE_BOTH_SIDES void print(char* text) const {
    if (negative_) *text++ = '-';
    switch (notation_) {
      case Notation::infinity:
        return copy(text, 'i', 'n', 'f');
      case Notation::not_a_number:
        return copy(text, 'n', 'a', 'n');
      case Notation::integer:
        return print_digits(text, digits_, count_);
      case Notation::plain:
        return print_plain(text);
      case Notation::scientific:
        return print_scientific(text);
    }
  }

 private:
  enum class Notation : unsigned char { integer, plain, scientific, infinity, not_a_number };

  WARP_JUDGE_BOTH_SIDES void set(ShortestDecimal decimal, std::uint32_t bits) {
    std::uint32_t digits = decimal.digits;
    int exponent = decimal.exponent;
    for (; digits % 10 == 0; digits /= 10) ++exponent;
    digits_ = digits;
    count_ = digits_in(digits);
    const int count = static_cast<int>(count_);
    point_ = count + exponent;
    if (!takes_plain_notation(count, exponent)) {
      notation_ = Notation::scientific;
      length_ = count_ + (count_ > 1) + 4;
    } else if (exponent >= 0) {
      // All digits of what the float is, of which the shortest are only the first.
      float number;
      std::memcpy(&number, &bits, sizeof number);
      notation_ = Notation::integer;
      digits_ = static_cast<std::uint64_t>(number);
      count_ = length_ = digits_in(digits_);
    } else {
      notation_ = Notation::plain;
      length_ = point_ > 0 ? count_ + 1 : count_ + 2 - static_cast<unsigned>(point_);
    }
  }

  WARP_JUDGE_BOTH_SIDES static void copy(char* text, char first, char second, char third) {
    text[0] = first;
    text[1] = second;
    text[2] = third;
  }

  /// "0.0015" or "1.5" from the digits "15".
  WARP_JUDGE_BOTH_SIDES void print_plain(char* text) const {
    if (point_ > 0) {
      print_digits(text + 1, digits_, count_);
      for (int i = 0; i < point_; ++i) text[i] = text[i + 1];
      text[point_] = '.';
      return;
    }
    text[0] = '0';
    text[1] = '.';
    const int zeros = -point_;
    for (int i = 0; i < zeros; ++i) text[2 + i] = '0';
    print_digits(text + 2 + zeros, digits_, count_);
  }

  /// "1.5e-07" from the digits "15".
  WARP_JUDGE_BOTH_SIDES void print_scientific(char* text) const {
    print_digits(text + 1, digits_, count_);
    text[0] = text[1];
    text[1] = '.';
    text += count_ > 1 ? count_ + 1 : 1;
    const int exponent = point_ - 1;
    const int magnitude = exponent < 0 ? -exponent : exponent;
    text[0] = 'e';
    text[1] = exponent < 0 ? '-' : '+';
    text[2] = static_cast<char>('0' + magnitude / 10);
    text[3] = static_cast<char>('0' + magnitude % 10);
  }

  std::uint64_t digits_;  ///< as an integer, of `count_` digits
  unsigned count_, length_;
  int point_ = 0;  ///< this many digits precede the point
  Notation notation_;
  bool negative_;
};

}  // namespace kernels

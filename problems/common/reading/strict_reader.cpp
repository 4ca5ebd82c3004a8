// An exported input validator consists of this, what it includes, and the program, in one file that every
// other judge compiles. So it includes little: without {fmt} and Writer that takes 3 s of CPU time in place
// of 11.
#include "problems/common/reading/strict_reader.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <exception>
#include <system_error>
#include <utility>

#include "base/digits.hpp"
#include "problems/common/printing/standard_streams.hpp"
#include "problems/common/reading/choice.hpp"

namespace problems {
namespace {

constexpr int exit_valid = 42;
constexpr int exit_invalid = 43;
constexpr int exit_wrong_use = 2;

bool is_printable(char character) {
  return character > ' ' && character <= '~';
}
std::size_t digits_at(std::string_view text, std::size_t position) {
  std::size_t end = position;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  return end - position;
}

/// Whether `text` is -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?
bool is_strict_decimal(std::string_view text) {
  std::size_t position = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits_at(text, position);
  if (whole == 0 || (whole > 1 && text[position] == '0')) return false;
  position += whole;
  if (position < text.size() && text[position] == '.') {
    const std::size_t fraction = digits_at(text, position + 1);
    if (fraction == 0) return false;
    position += 1 + fraction;
  }
  if (position < text.size() && (text[position] == 'e' || text[position] == 'E')) {
    ++position;
    if (position < text.size() && (text[position] == '+' || text[position] == '-')) ++position;
    const std::size_t exponent = digits_at(text, position);
    if (exponent == 0) return false;
    position += exponent;
  }
  return position == text.size();
}

/// Whether `text` is the one spelling of an integer: 0|-?[1-9][0-9]*
bool is_strict_integer(std::string_view text) {
  if (text == "0") return true;
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  return text.size() > sign && text[sign] != '0' && digits_at(text, sign) == text.size() - sign;
}

/// The shortest text that is read as this value, without an exponent where that is usual.
std::string decimal_text(double value) {
  const double magnitude = std::abs(value);
  const bool is_plain = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  std::array<char, 40> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 is_plain ? std::chars_format::fixed : std::chars_format::scientific);
  return {text.data(), end.ptr};
}

}  // namespace

StrictReader::StrictReader(std::string_view text) : text_(text) {}

StrictReader::StrictReader(int descriptor) {
  struct stat facts = {};
  if (::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode))
    text_.reserve(static_cast<std::size_t>(facts.st_size));
  std::array<char, 64 * 1024> block;
  for (;;) {
    const ssize_t got = ::read(descriptor, block.data(), block.size());
    if (got == 0) return;
    if (got > 0) {
      text_.append(block.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      throw InputError(location_after({}, text_), "an input that can be read",
                       std::string("a read error: ") + std::strerror(errno));
    }
  }
}

/// The printable characters that come next, perhaps none.
std::string_view StrictReader::item() const {
  std::size_t end = position_;
  while (end < text_.size() && is_printable(text_[end])) ++end;
  return std::string_view(text_).substr(position_, end - position_);
}

/// Throws: `expected` is not what stands at the current position.
void StrictReader::fail(std::string expected) const {
  std::string found(end_of_input);
  if (!at_end()) {
    const std::string_view next = item();
    found = quoted(next.empty() ? std::string_view(text_).substr(position_, 1) : next);
  }
  throw InputError(location_after({}, std::string_view(text_).substr(0, position_)), std::move(expected),
                   std::move(found));
}

template <class T>
T StrictReader::integer(T min, T max, std::string_view what) {
  const std::string_view text = item();
  T value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!is_strict_integer(text) || error != std::errc() || value < min || value > max) {
    fail(std::string(what) + " (an integer from " + std::to_string(min) + " to " + std::to_string(max) + ")");
  }
  position_ += text.size();
  return value;
}

double StrictReader::decimal(double min, double max, std::string_view what) {
  const std::string_view text = item();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!is_strict_decimal(text) || error != std::errc() || !(value >= min && value <= max)) {
    fail(std::string(what) + " (a decimal number from " + decimal_text(min) + " to " + decimal_text(max) +
         ")");
  }
  position_ += text.size();
  return value;
}

double StrictReader::fixed_point(double min, double max, std::size_t max_fraction_digits,
                                 std::string_view what) {
  const std::string_view text = item();
  const std::size_t point = text.find('.');
  const std::size_t fraction_digits = point == std::string_view::npos ? 0 : text.size() - point - 1;
  if (fraction_digits > max_fraction_digits || text.find_first_of("eE") != std::string_view::npos) {
    fail(std::string(what) + " (a number without exponent, at most " + std::to_string(max_fraction_digits) +
         " digits after the point)");
  }
  return decimal(min, max, what);
}

std::string_view StrictReader::word(std::string_view what) {
  const std::string_view text = item();
  if (text.empty()) fail(std::string(what));
  position_ += text.size();
  return text;
}

std::size_t StrictReader::choice(std::span<const std::string_view> words, std::string_view what) {
  const std::string_view text = item();
  const auto index = find_word(words, text);
  if (!index) fail(one_of(what, words));
  position_ += text.size();
  return *index;
}

bool StrictReader::next_is_letter() const {
  if (at_end()) return false;
  const char lower = static_cast<char>(text_[position_] | 0x20);
  return lower >= 'a' && lower <= 'z';
}

char StrictReader::character(std::string_view allowed, std::string_view what) {
  if (at_end() || allowed.find(text_[position_]) == std::string_view::npos) {
    fail(std::string(what) + " (one of " + quoted(allowed) + ")");
  }
  return text_[position_++];
}

void StrictReader::space() {
  if (at_end() || text_[position_] != ' ') fail("a space");
  ++position_;
}

void StrictReader::newline() {
  if (at_end() || text_[position_] != '\n') fail("a newline");
  ++position_;
}

void StrictReader::end() {
  if (!at_end()) fail(std::string(end_of_input));
}

bool StrictReader::at_end() const {
  return position_ == text_.size();
}

template signed char StrictReader::integer(signed char, signed char, std::string_view);
template unsigned char StrictReader::integer(unsigned char, unsigned char, std::string_view);
template short StrictReader::integer(short, short, std::string_view);
template unsigned short StrictReader::integer(unsigned short, unsigned short, std::string_view);
template int StrictReader::integer(int, int, std::string_view);
template unsigned StrictReader::integer(unsigned, unsigned, std::string_view);
template long StrictReader::integer(long, long, std::string_view);
template unsigned long StrictReader::integer(unsigned long, unsigned long, std::string_view);
template long long StrictReader::integer(long long, long long, std::string_view);
template unsigned long long StrictReader::integer(unsigned long long, unsigned long long, std::string_view);

int validate_input(int argc, char** argv, void (*check)(StrictReader&), void (*check_large)(StrictReader&)) {
  const bool is_large = check_large != nullptr && argc == 2 && std::string_view(argv[1]) == "--large";
  if (argc != 1 && !is_large) {
    const std::string_view flags = check_large != nullptr ? "no arguments but --large" : "no arguments";
    print_error_line(std::string("usage: ") + argv[0] + " < INPUT\nIt takes " + std::string(flags) +
                     ", but found " + quoted(argv[argc - 1]) + ".");
    return exit_wrong_use;
  }
  try {
    StrictReader reader(STDIN_FILENO);
    (is_large ? check_large : check)(reader);
    reader.end();
    return exit_valid;
  } catch (const InputError& error) {
    print_error_line(error.what());
    return exit_invalid;
  }
}

}  // namespace problems

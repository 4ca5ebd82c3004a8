// Decimals are rounded correctly: checked against strtof and strtod.

#include <fmt/core.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "problems/common/frame/random.hpp"
#include "problems/common/reading/parse_decimal.hpp"
#include "problems/common/reading/reader.hpp"
#include "problems/common/reading/spelled_number.hpp"
#include "problems/common/tests/input.hpp"
#include CATCH2_HEADER

using problems::Random;
using problems::Reader;
using problems::test::message_of;

namespace {

template <class T>
T expected_value(const std::string& text) {
  if constexpr (sizeof(T) == 4) return std::strtof(text.c_str(), nullptr);
  return static_cast<T>(std::strtod(text.c_str(), nullptr));
}

template <class T>
auto bits_of(T value) {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::uint32_t>(value);
  } else {
    return std::bit_cast<std::uint64_t>(value);
  }
}

/// Reads `text` with a blank after it, which is the fast way, and without. Counts as a check only what fails:
/// there are millions.
template <class T>
void check_value(const std::string& text) {
  const T expected = expected_value<T>(text);
  for (const char* ending : {" ", ""}) {
    const T value = Reader(text + ending).decimal<T>("x");
    if (bits_of(value) != bits_of(expected)) {
      CAPTURE(text, ending, expected, value);
      FAIL("rounded wrongly");
    }
  }
}

void check_both(const std::string& text) {
  check_value<float>(text);
  check_value<double>(text);
  check_value<float>(fmt::format("-{}", text));
  check_value<double>(fmt::format("-{}", text));
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[2000];
  const int length = std::snprintf(text, sizeof text, format, values...);
  return {text, static_cast<std::size_t>(length)};
}

std::string random_digits(Random& random, int count) {
  std::string digits;
  for (int i = 0; i < count; ++i) digits += static_cast<char>('0' + random.integer(0, 9));
  return digits;
}

}  // namespace

TEST_CASE("decimals of every spelling are read") {
  const char* const text =
      GENERATE("0", "0.0", "00", "5", "5.", ".5", "0.5", "12.5", "1e3", "1E3", "1e+3", "1.e3", "25e-1",
               "00000000000000000000000000.5", "0.1234567890123456789012345", "12345678", "123456789",
               "1234567.125", "12345678.125", "123456789.125", "0.00000000000001", "0.000000000000001",
               "0.0000000000000001", "1e00000000000000000003", "16777217", "1234567890123456",
               "12345678901234567", "999999999999999999", "9999999999999999999");
  check_both(text);
}

TEST_CASE("what contest files hold is rounded correctly") {
  Random random(11);
  for (int i = 0; i < 30'000; ++i) {
    const std::string sign = random.integer(0, 1) == 0 ? "" : "-";
    const std::string whole =
        std::to_string(random.integer<std::uint64_t>(0, 99999) >> random.integer(0, 16));
    const std::string text =
        fmt::format("{}{}.{}", sign, whole, random_digits(random, random.integer(1, 12)));
    check_value<float>(text);
    check_value<double>(text);
  }
}

TEST_CASE("every length of mantissa with every small exponent is rounded correctly") {
  Random random(12);
  for (int digits = 1; digits <= 25; ++digits) {
    for (int exponent = -70; exponent <= 45; ++exponent) {
      std::string text = random_digits(random, digits);
      const int point = random.integer(0, digits);
      text.insert(static_cast<std::size_t>(point), 1, '.');
      const std::string with_exponent = text + "e" + std::to_string(exponent);
      if (std::isinf(expected_value<float>(with_exponent))) continue;
      check_both(with_exponent);
    }
  }
}

TEST_CASE("the text of random bit patterns reads back, and its neighbours round correctly") {
  Random random(13);
  for (int i = 0; i < 60'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    if (!std::isfinite(value)) continue;
    check_value<float>(formatted("%.9g", static_cast<double>(value)));
    check_value<float>(formatted("%.*g", random.integer(1, 8), static_cast<double>(value)));
  }
  for (int i = 0; i < 30'000; ++i) {
    const auto value = std::bit_cast<double>(random.next());
    if (!std::isfinite(value)) continue;
    check_value<double>(formatted("%.17g", value));
  }
}

TEST_CASE("subnormal numbers are rounded correctly") {
  Random random(14);
  for (int i = 0; i < 10'000; ++i) {
    const auto single = std::bit_cast<float>(random.integer<std::uint32_t>(1, 0x00FFFFFF));
    check_value<float>(formatted("%.9g", static_cast<double>(single)));
    const auto twice = std::bit_cast<double>(random.integer<std::uint64_t>(1, 0x001FFFFFFFFFFFFF));
    check_value<double>(formatted("%.17g", twice));
  }
}

TEST_CASE("ties and what is next to them are rounded correctly") {
  // The number half-way between two neighbouring floats, exactly, and the same with its last digit one off.
  Random random(15);
  for (int i = 0; i < 5'000; ++i) {
    const std::uint32_t largest = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::max());
    const std::uint32_t bits =
        i < 1000 ? static_cast<std::uint32_t>(i) : random.integer<std::uint32_t>(0, largest - 1);
    const auto below = static_cast<double>(std::bit_cast<float>(bits));
    const auto above = static_cast<double>(std::bit_cast<float>(bits + 1));
    std::string tie = formatted("%.150f", below + (above - below) / 2);
    check_value<float>(tie);
    check_value<float>(tie + "1");
    tie.erase(tie.find_last_not_of('0') + 1);
    if (tie.ends_with('.')) continue;
    check_value<float>(tie);
    --tie.back();
    check_value<float>(tie + "9");
  }
  // Between 2^24 and 2^25 the odd integers are ties; they are short enough for the fast way.
  for (int odd = 16777217; odd < 16777217 + 2000; odd += 2) {
    check_both(std::to_string(odd));
    check_both(std::to_string(odd) + ".0000001");
    check_both(std::to_string(odd - 1) + ".9999999");
  }
}

TEST_CASE("ties shortened to what the fast way reads are rounded correctly") {
  // Double holds these ties exactly, so that their nearest decimals are nearer to a tie than its precision.
  Random random(17);
  constexpr std::uint32_t first_normal = 0x00800000;
  for (int i = 0; i < 20'000; ++i) {
    const auto bits = random.integer<std::uint32_t>(0, i % 2 == 0 ? 2 * first_normal : 0x7F7FFFFE);
    const auto below = static_cast<double>(std::bit_cast<float>(bits));
    const auto above = static_cast<double>(std::bit_cast<float>(bits + 1));
    check_value<float>(formatted("%.*g", random.integer(14, 18), below + (above - below) / 2));
  }
}

TEST_CASE("what the fast way reads is what the careful way reads, and where it ends") {
  const auto check = []<class T>(const std::string& token, T) {
    const std::string text = token + ' ' + std::string(problems::parse_padding_bytes, '\0');
    T value;
    const char* const next = problems::parse_plain_decimal(text.data(), value);
    if (next == nullptr) return;
    const std::optional<T> spelled = problems::spelled_decimal<T>(token);
    if (!spelled || bits_of(*spelled) != bits_of(value) || next != text.data() + token.size() + 1) {
      CAPTURE(token, value);
      FAIL("read otherwise");
    }
  };
  constexpr std::string_view characters = "07.-+eE,/:\v";
  std::string token;
  std::size_t read = 0;
  SECTION("every short text") {
    for (std::size_t length = 1, texts = 1; length <= 5; ++length) {
      texts *= characters.size();
      for (std::size_t text = 0; text < texts; ++text, ++read) {
        token.clear();
        for (std::size_t rest = text; token.size() < length; rest /= characters.size())
          token += characters[rest % characters.size()];
        check(token, 0.0F);
        check(token, 0.0);
      }
    }
  }
  SECTION("numbers with a point or something else anywhere") {
    Random random(18);
    for (; read < 200'000; ++read) {
      token = random_digits(random, random.integer(1, 20));
      for (int more = random.integer(0, 2); more > 0; --more)
        token.insert(random.integer<std::size_t>(0, token.size()), 1,
                     random.integer(0, 2) != 0 ? '.' : characters[random.integer<std::size_t>(0, 10)]);
      check(token, 0.0F);
      check(token, 0.0);
    }
  }
  CHECK(read > 100'000);
}

TEST_CASE("long strings of digits are rounded correctly") {
  Random random(16);
  for (int i = 0; i < 300; ++i) {
    const std::string text =
        random_digits(random, random.integer(1, 30)) + "." + random_digits(random, random.integer(100, 900));
    check_both(text);
  }
}

TEST_CASE("a number that is too small is zero and keeps its sign") {
  const char* const text = GENERATE("1e-46", "1e-400", "0.000001e-400", "1e-99999999999999999999", "7e-46");
  check_value<float>(text);
  check_value<float>(fmt::format("-{}", text));
  check_value<double>(fmt::format("0.{:0>400}", 1));
  check_value<double>("0e99999999999999999999");
}

TEST_CASE("the largest numbers are read, and larger ones are errors") {
  CHECK(Reader("3.4028235e38").decimal<float>("x") == std::numeric_limits<float>::max());
  CHECK(Reader("340282356779733661637539395458142568447").decimal<float>("x") ==
        std::numeric_limits<float>::max());
  CHECK(Reader("1.7976931348623157e308").decimal<double>("x") == std::numeric_limits<double>::max());
  const std::string text = GENERATE("3.4028236e38", "1e39", "-1e39", "1e400", "1e99999999999999999999",
                                    "340282356779733661637539395458142568448", "0.0001e500");
  const std::string message = message_of([&] { Reader(text).decimal<float>("x"); });
  CHECK(message ==
        "line 1, column 1: expected x (a decimal number up to 3.4028235e+38), found \"" + text + "\"");
  CHECK(message_of([] { Reader("1e309").decimal<double>("x"); }) ==
        "line 1, column 1: expected x (a decimal number up to 1.7976931e+308), found \"1e309\"");
}

TEST_CASE("what is no decimal number is an error that shows it") {
  const std::string text = GENERATE("x", ".", "-", "+", "-.", "e5", ".e5", "1e", "1e+", "1e-", "1e+-5", "--1",
                                    "+-1", "-+1", "1-", "1.2.3", "1..2", "1,5", "0x10", "0x1p3", "nan", "NaN",
                                    "inf", "-inf", "infinity", "1f", "1.5abc", "1e5.5", "1_000");
  const std::string ending = GENERATE("", " ", " 7");
  CAPTURE(text, ending);
  CHECK(message_of([&] { Reader(text + ending).decimal<float>("x"); }) ==
        "line 1, column 1: expected x (a decimal number), found \"" + text + "\"");
  CHECK(message_of([&] { Reader("1.5 " + text + ending).decimals<double>(2, "A"); }) ==
        "line 1, column 5: expected element 2 of 2 of A (a decimal number), found \"" + text + "\"");
}

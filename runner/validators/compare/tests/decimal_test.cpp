#include "runner/validators/compare/decimal.hpp"

#include CATCH2_HEADER

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "runner/validators/compare/number.hpp"

namespace {

validator::Decimal decimal(const std::string& text) {
  return validator::Decimal::parse(text);
}

std::size_t scanned_bytes(const std::string& text) {
  const validator::Number number = validator::scan_number(text.data(), text.data() + text.size());
  return number.end == nullptr ? 0 : static_cast<std::size_t>(number.end - text.data());
}

}  // namespace

TEST_CASE("the longest number at the start of a text is taken") {
  for (const std::string whole :
       {"0", "7", "-7", "+7", "7.", ".7", "-.7", "7.7", "7e7", "7E+07", "7.e-7", ".7e0", "12345678",
        "123456789012345678901234567890", "1234567.12345678e12345678901234567890"}) {
    CAPTURE(whole);
    CHECK(scanned_bytes(whole) == whole.size());
    for (const char* const rest : {" ", "\n1", "x", "e", "e+", "..", "-1", ",5"}) {
      if (rest[0] == 'e' && whole.find_first_of("eE") != std::string::npos) continue;
      if (rest[0] == '.' && whole.find_first_of(".eE") == std::string::npos) continue;
      CHECK(scanned_bytes(whole + rest) == whole.size());
    }
  }
  for (const std::string none : {"", " 1", ".", "-", "+.", ".e1", "e1", "nan", "inf", "--1", "x"}) {
    CAPTURE(none);
    CHECK(scanned_bytes(none) == 0);
  }
}

TEST_CASE("the true value lies within the error that scan_number states") {
  const std::uint64_t seed = GENERATE(21u, 22u, 23u);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20000; ++round) {
    std::string text = round % 2 == 0 ? "-" : "";
    const std::uint64_t digits = random() % 40 + 1, point = random() % (digits + 1);
    for (std::uint64_t i = 0; i < digits; ++i) {
      if (i == point) text += '.';
      text += static_cast<char>('0' + random() % (random() % 4 == 0 ? 1 : 10));
    }
    const int exponent_range = round % 3 == 0 ? 20 : 250;
    text += fmt::format(
        "e{}", static_cast<int>(random() % static_cast<unsigned>(2 * exponent_range)) - exponent_range);
    double rounded_once = 0;
    std::from_chars(text.data(), text.data() + text.size(), rounded_once);
    const validator::Number number = validator::scan_number(text.data(), text.data() + text.size());
    CAPTURE(seed, text, rounded_once, number.value, number.error);
    REQUIRE(number.end == text.data() + text.size());
    // The true value lies within half a unit in the last place of the one that was rounded once.
    if (std::isinf(number.error)) continue;
    REQUIRE(std::abs(number.value - rounded_once) <= number.error + std::abs(rounded_once) * 0x1p-53);
    REQUIRE(number.error <= std::abs(rounded_once) * 0x1p-46);
  }
}

TEST_CASE("a number out of range says that its error is unbounded") {
  for (const std::string text : {"1e400", "-1e-400", "1e99999999999999999999", "4.9e-324"}) {
    CAPTURE(text);
    CHECK(std::isinf(validator::scan_number(text.data(), text.data() + text.size()).error));
  }
  const std::string zero = "-0.000e-400";
  CHECK(validator::scan_number(zero.data(), zero.data() + zero.size()).error == 0);
}

TEST_CASE("decimals keep their digits without the zeros around them") {
  const auto parts = [](const std::string& text) {
    const validator::Decimal d = decimal(text);
    return fmt::format("{} {} {}", d.sign, d.digits, d.top);
  };
  CHECK(parts("0") == "0  0");
  CHECK(parts("-0.00e5") == "0  0");
  CHECK(parts("1") == "1 1 0");
  CHECK(parts("+00120.0300") == "1 12003 2");
  CHECK(parts("-.0045E+1") == "-1 45 -2");
  CHECK(parts("7.e-3") == "1 7 -3");
  CHECK(parts("1e99999999999999999999") == "1 1 99999999999999999999");
}

TEST_CASE("sums and products of decimals are exact") {
  std::mt19937_64 random(31);
  const auto number = [&random] {
    const int bits = static_cast<int>(random() % 40);
    return static_cast<std::int64_t>(random() & ((std::uint64_t{1} << bits) - 1)) *
           (random() % 2 == 0 ? 1 : -1);
  };
  for (int round = 0; round < 20000; ++round) {
    const std::int64_t a = number(), b = number();
    const std::int64_t c = round % 3 == 0 ? -(a + b) : round % 3 == 1 ? 1 - (a + b) : number();
    const std::array terms = {decimal(fmt::format("{}e-7", a)), decimal(fmt::format("{}.0e-7", b)),
                              decimal(fmt::format("{}e-7", c))};
    CAPTURE(a, b, c);
    REQUIRE(sign_of_sum(terms) == (a + b + c > 0) - (a + b + c < 0));
    const std::int64_t x = a % 1000000007, y = b % 1000000007;
    const std::array difference = {product(decimal(fmt::format("{}", x)), decimal(fmt::format("{}e-9", y))),
                                   decimal(fmt::format("{}e-9", -x * y))};
    REQUIRE(sign_of_sum(difference) == 0);
  }
}

TEST_CASE("numbers of a million digits and of far apart powers of ten are compared in little time") {
  const std::string digits(1'000'000, '9');
  const std::array one_apart = {decimal(digits), decimal("1"), decimal("-1e1000000")};
  CHECK(sign_of_sum(one_apart) == 0);
  const std::array beyond = {decimal(digits), decimal("1.01"), decimal("-1e1000000")};
  CHECK(sign_of_sum(beyond) == 1);
  const std::array apart = {decimal("1e1000000000"), decimal("-1e-1000000000"), decimal("-1e1000000000")};
  CHECK(sign_of_sum(apart) == -1);
  const std::array beyond_64_bits = {decimal("1e99999999999999999999"), decimal("-10e88888888888888888888"),
                                     decimal("-1e99999999999999999999")};
  CHECK(sign_of_sum(beyond_64_bits) == -1);
  const std::array alike = {decimal("1e99999999999999999999"), decimal("-10e99999999999999999998")};
  CHECK(sign_of_sum(alike) == 0);
}

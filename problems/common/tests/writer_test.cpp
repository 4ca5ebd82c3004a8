#include "problems/common/printing/writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "problems/common/frame/random.hpp"
#include "problems/common/reading/reader.hpp"
#include "problems/common/tests/input.hpp"
#include CATCH2_HEADER

using problems::Random;
using problems::Reader;
using problems::Writer;
using problems::test::MemoryFile;

namespace {

template <class T>
std::string integer_text(T value) {
  std::string text;
  Writer(text).integer(value);
  return text;
}

template <class T>
std::string decimal_text(T value) {
  std::string text;
  Writer(text).decimal(value);
  return text;
}

template <class T>
void check_extremes() {
  using Limits = std::numeric_limits<T>;
  for (const T value : {Limits::min(), static_cast<T>(Limits::min() + 1), T{0},
                        static_cast<T>(Limits::max() - 1), Limits::max()}) {
    CHECK(integer_text(value) == std::to_string(value));
  }
}

/// The text must be that of std::to_chars and read back to the same bits.
template <class T, class Bits>
void check_decimals(const std::vector<T>& values) {
  std::string text;
  Writer writer(text);
  writer.row<T>(values);
  writer.flush();
  std::string expected;
  for (const T value : values) {
    char shortest[64];
    expected.append(shortest, std::to_chars(shortest, shortest + sizeof shortest, value).ptr);
    expected += ' ';
  }
  expected.back() = '\n';
  CHECK((text == expected));
  const base::LargeVector<T> read = Reader(text).decimals<T>(values.size(), "A");
  std::size_t different = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    different += std::bit_cast<Bits>(read[i]) != std::bit_cast<Bits>(values[i]);
  }
  CHECK(different == 0);
}

}  // namespace

TEST_CASE("integers of every type are printed") {
  check_extremes<unsigned char>();
  check_extremes<int>();
  check_extremes<unsigned>();
  check_extremes<long>();
  check_extremes<unsigned long>();
  check_extremes<long long>();
  check_extremes<unsigned long long>();
}

TEST_CASE("integers of every length are printed") {
  std::uint64_t power = 1;
  for (int digits = 1; digits <= 20; ++digits) {
    for (const std::uint64_t value : {power - 1, power, power + 1, power * 9 / 7}) {
      CHECK(integer_text(value) == std::to_string(value));
      const auto negative = static_cast<std::int64_t>(0 - value);
      CHECK(integer_text(negative) == std::to_string(negative));
    }
    power *= 10;
  }
  Random random(21);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = static_cast<std::int64_t>(random.next()) >> random.integer(0, 63);
    if (integer_text(value) != std::to_string(value)) FAIL("printed wrongly: " << value);
  }
}

TEST_CASE("float32 decimals are the shortest that read back") {
  SECTION("random bit patterns") {
    Random random(22);
    std::vector<float> values;
    while (values.size() < 300'000) {
      const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
      if (std::isfinite(value)) values.push_back(value);
    }
    check_decimals<float, std::uint32_t>(values);
  }
  SECTION("what contests print") {
    Random random(23);
    std::vector<float> values(100'000);
    for (float& value : values)
      value = static_cast<float>(random.real(-1, 1) * std::pow(10, random.integer(-6, 9)));
    check_decimals<float, std::uint32_t>(values);
  }
  SECTION("subnormal numbers") {
    Random random(24);
    std::vector<float> values;
    for (std::uint32_t bits = 0; bits < 2000; ++bits) values.push_back(std::bit_cast<float>(bits));
    for (int i = 0; i < 20'000; ++i)
      values.push_back(std::bit_cast<float>(random.integer<std::uint32_t>(1, 0x00800001)));
    check_decimals<float, std::uint32_t>(values);
  }
  SECTION("powers of two and of ten, integers, and their neighbours") {
    std::vector<float> values;
    for (int exponent = -149; exponent <= 127; ++exponent) values.push_back(std::ldexp(1.0F, exponent));
    for (int exponent = -45; exponent <= 38; ++exponent)
      values.push_back(static_cast<float>(std::pow(10.0, exponent)));
    for (float integer = 0; integer < 2000; ++integer) values.push_back(integer);
    for (std::size_t i = 0, count = values.size(); i < count; ++i) {
      values.push_back(std::nextafter(values[i], 0.0F));
      values.push_back(std::nextafter(values[i], std::numeric_limits<float>::max()));
      values.push_back(-values[i]);
    }
    check_decimals<float, std::uint32_t>(values);
  }
}

TEST_CASE("double decimals are the shortest that read back") {
  Random random(25);
  std::vector<double> values = {0.0, -0.0, 0.1, 1e300, 5e-324, std::numeric_limits<double>::max()};
  for (int exponent = -1074; exponent <= 1023; ++exponent) values.push_back(std::ldexp(1.0, exponent));
  while (values.size() < 50'000) {
    const auto value = std::bit_cast<double>(random.next());
    if (std::isfinite(value)) values.push_back(value);
  }
  check_decimals<double, std::uint64_t>(values);
}

TEST_CASE("decimals are plain or scientific, whichever is shorter") {
  CHECK(decimal_text(0.0F) == "0");
  CHECK(decimal_text(-0.0F) == "-0");
  CHECK(decimal_text(1.0F) == "1");
  CHECK(decimal_text(-12.5F) == "-12.5");
  CHECK(decimal_text(0.7316589F) == "0.7316589");
  CHECK(decimal_text(0.001F) == "0.001");
  CHECK(decimal_text(1e-5F) == "1e-05");
  CHECK(decimal_text(100000.0F) == "1e+05");
  CHECK(decimal_text(123456.0F) == "123456");
  CHECK(decimal_text(16777216.0F) == "16777216");
  CHECK(decimal_text(3.4028235e38F) == "3.4028235e+38");
  CHECK(decimal_text(1e-45F) == "1e-45");
}

TEST_CASE("a row has single spaces and a newline") {
  std::string text;
  Writer writer(text);
  writer.row<int>(std::vector<int>{1, -22, 333});
  writer.row<int>({});
  writer.row<float>(std::vector<float>{0.5F});
  writer.text("PUZZLE #");
  writer.integer(7);
  writer.character('\n');
  writer.text("");
  writer.flush();
  CHECK(text == "1 -22 333\n\n0.5\nPUZZLE #7\n");
}

TEST_CASE("what is longer than the buffer arrives whole and in order") {
  const MemoryFile file;
  Writer writer(file.descriptor());
  std::string expected;
  const std::string text(200'000, 'x');
  for (int i = 0; i < 3; ++i) {
    std::vector<int> values(30'000, i - 1);
    writer.row<int>(values);
    for (const int value : values) expected += std::to_string(value) + " ";
    expected.back() = '\n';
    writer.text(text);
    expected += text;
    for (int k = 0; k < 70'000; ++k) writer.character('c');
    expected += std::string(70'000, 'c');
  }
  writer.flush();
  CHECK((file.text() == expected));
}

TEST_CASE("an output that cannot be written is an error that says why") {
  const int full = ::open("/dev/full", O_WRONLY);
  REQUIRE(full >= 0);
  SECTION("at the flush") {
    Writer writer(full);
    writer.integer(5);
    try {
      writer.flush();
      FAIL("no error");
    } catch (const std::system_error& error) {
      CHECK(error.code().value() == ENOSPC);
    }
    CHECK_NOTHROW(writer.flush());  // nothing is left to be written
  }
  SECTION("as soon as the buffer is full") {
    Writer writer(full);
    CHECK_THROWS_AS(writer.row<int>(std::vector<int>(100'000, 1)), std::system_error);
  }
  SECTION("but not in the destructor") {
    CHECK_NOTHROW(Writer(full).integer(5));
  }
  ::close(full);
}

TEST_CASE("a writer that is left by an exception prints nothing more") {
  const MemoryFile file;
  try {
    Writer writer(file.descriptor());
    writer.text("half an answer");
    throw std::runtime_error("the rest cannot be known");
  } catch (const std::runtime_error&) {
  }
  CHECK(file.text().empty());
  { Writer(file.descriptor()).text("all"); }
  CHECK(file.text() == "all");
}

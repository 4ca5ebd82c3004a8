#include CATCH2_HEADER

#include <bit>

#include "runner/emulator/front_end/ptx/constants.hpp"

using namespace cuda_front_end::ptx;

namespace {

Constant constant(std::string_view text) {
  Cursor cursor(tokens_of(text));
  const Constant read = read_constant(cursor);
  CHECK(cursor.at_end());
  return read;
}

std::uint64_t integer(std::string_view text) {
  INFO(text);
  const Constant read = constant(text);
  CHECK(read.kind == Constant::Kind::integer);
  return read.bits;
}

double real(std::string_view text) {
  INFO(text);
  return std::bit_cast<double>(constant(text).as(f64));
}

}  // namespace

TEST_CASE("integers of PTX") {
  CHECK(integer("0x1F") == 31);
  CHECK(integer("0b101U") == 5);
  CHECK(integer("017") == 15);
  CHECK(integer("0") == 0);
  CHECK(integer("-1") == ~0ull);
  CHECK(integer("18446744073709551617") == 1);
  CHECK(integer("WARP_SZ") == 32);
}

TEST_CASE("floats of PTX are read whatever their digits are") {
  CHECK(constant("0f3F800000").as(b32) == 0x3f800000);
  CHECK(constant("0fFFFFFFFF").as(b32) == 0xffffffff);
  CHECK(constant("0d3FF0000000000000").as(f64) == 0x3ff0000000000000);
  CHECK(constant("0d3FF0000000000000").as(f32) == 0x3f800000);
  CHECK(constant("0DFFEFFFFFFFFFFFFF").as(b64) == 0xffefffffffffffff);
  CHECK(constant("0f3F800000").as(f64) == 0x3f800000);
  CHECK(constant("0x0F0D").as(b32) == 0x0f0d);
  CHECK(real("1.5") == 1.5);
  CHECK(real("1.") == 1);
  CHECK(real(".5") == 0.5);
  CHECK(real("1e3") == 1000);
  CHECK(real("1.5E+3") == 1500);
  CHECK(real("25e-2") == 0.25);
}

TEST_CASE("expressions of constants are computed as in C, but for a remainder of unsigned numbers") {
  CHECK(integer("!1") == 0);
  CHECK(integer("!0") == 1);
  CHECK(integer("!!7") == 1);
  CHECK(integer("~1") == ~1ull);
  CHECK(integer("1+2*3") == 7);
  CHECK(integer("(1 + 2)*3") == 9);
  CHECK(integer("1 << 4 | 1") == 17);
  CHECK(integer("7 / 2 + 7 % 4") == 6);
  CHECK(integer("-5 / 2") == 0 - 2ull);
  CHECK(integer("-5 % 3") == 2);
  CHECK(integer("1000007 % -1000") == 1000007);
  CHECK(integer("-1 >> 1") == ~0ull);
  CHECK(integer("(.u64)-1 >> 63") == 1);
  CHECK(integer("-1 < 0") == 1);
  CHECK(integer("-1 < 0U") == 0);
  CHECK(integer("1 ? 2 : 3") == 2);
  CHECK(integer("0 ? 2 : 1 == 1 ? 4 : 5") == 4);
  CHECK(integer("1 || 0 && 0") == 1);
  CHECK(integer("1.5 < 2.0") == 1);
  CHECK(integer("--1") == 1);
  CHECK(real("1.0 / 4.0") == 0.25);
  CHECK(real("-(1.5)") == -1.5);
}

TEST_CASE("what is no constant of PTX is refused") {
  for (const char* text :
       {"08", "0b12", "0f3F80", "0f3F8000001", "0d3FF", "0x", "12q3", "1/0", "1 % 0", "-0f3F800000",
        "0f3F800000+1.0", "1.0+1", "!1.5", "~1.5", "1.5 ? 2 : 3", "(1", "1 ? 2", "1 +"}) {
    INFO(text);
    const auto read = [&] {
      Cursor cursor(tokens_of(text));
      read_constant(cursor);
      if (!cursor.at_end()) cursor.refuse();
    };
    CHECK_THROWS_AS(read(), Invalid);
  }
  CHECK_THROWS_AS(constant(std::string(100'000, '(') + "1"), Invalid);
  std::string choices;
  for (int i = 0; i < 100'000; ++i) choices += "1?1:";
  CHECK_THROWS_AS(constant(choices + "1"), Invalid);
}

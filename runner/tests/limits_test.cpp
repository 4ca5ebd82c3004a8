#include "runner/sandbox/run/limits.hpp"

#include <stdexcept>

#include CATCH2_HEADER

using runner::parse_cores;
using runner::parse_limit;

TEST_CASE("a limit is a whole number from 1 to the largest") {
  CHECK(parse_limit("1", 1) == 1);
  CHECK(parse_limit("0010", 10) == 10);
  CHECK(parse_limit("9223372036854775807", INT64_MAX) == INT64_MAX);
}

TEST_CASE("what is no limit is refused and shown") {
  const auto text = GENERATE("", "0", "-1", "+1", " 1", "1 ", "1e3", "0x10", "1.5", "10s", "eleven", "11",
                             "9223372036854775808", "99999999999999999999");
  CAPTURE(text);
  try {
    parse_limit(text, 10);
    FAIL("accepted");
  } catch (const std::invalid_argument& error) {
    CHECK(error.what() == "expected a whole number from 1 to 10, found '" + std::string(text) + "'");
  }
}

TEST_CASE("cores are numbers and ranges, listed once each and in order") {
  CHECK(parse_cores("0") == std::vector<int>{0});
  CHECK(parse_cores("3,0-1,1") == std::vector<int>{0, 1, 3});
  CHECK(parse_cores("5-5") == std::vector<int>{5});
  CHECK(parse_cores("1048575") == std::vector<int>{1048575});
}

TEST_CASE("what is no list of cores is refused") {
  const auto text = GENERATE("", ",", "0,", ",0", "1-0", "-1", "1-", "0-1-2", "a", "1048576", "0 1", "0, 1");
  CAPTURE(text);
  CHECK_THROWS_AS(parse_cores(text), std::invalid_argument);
}

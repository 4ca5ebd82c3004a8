// Large files, which several cores compare in chunks: as one core does.
#include CATCH2_HEADER

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "runner/validators/compare/tests/judged.hpp"

namespace {

// Three megabytes of decimals, ten a line; those at `places` are written otherwise.
std::string decimals(int digits, const std::vector<int>& places = {}, const std::string& there = "") {
  std::mt19937_64 random(3);
  std::string text;
  for (int i = 1; i <= 300'000; ++i) {
    const double value = static_cast<double>(random()) * 0x1p-64 * 1000;
    const bool changed = std::find(places.begin(), places.end(), i) != places.end();
    text += changed ? there : fmt::format("{:.{}f}", value, digits);
    text += i % 10 == 0 ? '\n' : ' ';
  }
  return text;
}

void check_all_cores(const std::string& answer, const std::string& output, const std::string& flags,
                     const std::string& part) {
  const std::string message = judged_file(answer, output, flags, 1);
  CAPTURE(flags, message);
  CHECK((part.empty() ? message.empty() : message.find(part) != std::string::npos));
  for (const unsigned cores : {2U, 3U, 16U}) CHECK(judged_file(answer, output, flags, cores) == message);
  CHECK(judged(answer, output, flags) == message);
}

}  // namespace

TEST_CASE("several cores find what one core finds") {
  const std::string flags = "float_tolerance 1e-6";
  const std::string answer = decimals(9);
  check_all_cores(answer, decimals(8), flags, "");
  check_all_cores(answer, decimals(7), "float_tolerance 1e-9", "tolerance 1e-9)");
  check_all_cores(answer, decimals(8, {3, 150'007, 299'999}, "x"), flags, "line 1, token 3: ");
  check_all_cores(answer, decimals(8, {150'007, 299'999}, "7 7"), flags, "line 15001, token 7: ");
  check_all_cores(answer, decimals(8, {300'000}, "1"), flags, "line 30000, token 10: ");
  check_all_cores(answer, decimals(8, {150'007}, ""), flags, "line 15001, token 7: ");
  check_all_cores(answer, decimals(8) + "1", flags, "line 30001, token 1: expected the end of the output");
  check_all_cores(decimals(9, {150'007}, std::string(700'000, '1')),
                  decimals(8, {150'007}, std::string(700'000, '1') + ".0"), flags, "");
}

TEST_CASE("a difference is found in whichever chunk it is") {
  const std::string answer = decimals(9);
  for (std::size_t at = 100'000; at < answer.size(); at += 200'000) {  // in each chunk of 2^18 bytes
    std::string output = answer;
    output[output.find(' ', at) + 1] = 'x';
    CAPTURE(at);
    CHECK(judged_file(answer, output, "float_tolerance 1e-6", 3).find("which is not a decimal number") !=
          std::string::npos);
  }
}

TEST_CASE("several cores see white space and case as one core does") {
  const std::string answer = decimals(9, {150'007}, "Word");
  check_all_cores(answer, decimals(9, {150'007}, "wORD"), "", "");
  check_all_cores(answer, decimals(9, {150'007}, "wORD"), "case_sensitive", "line 15001, token 7: ");
  check_all_cores(answer, decimals(9, {150'007}, " Word"), "space_change_sensitive",
                  "line 15001, after token 6: ");
  check_all_cores(answer, decimals(9, {150'007}, "Word\n"), "space_change_sensitive",
                  "line 15001, after token 7: ");
  check_all_cores(" " + answer, "  " + answer, "space_change_sensitive", "line 1, before token 1: ");
  check_all_cores(" " + answer, "\n" + answer, "", "");
}

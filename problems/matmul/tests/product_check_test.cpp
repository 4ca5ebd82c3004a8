#include "problems/matmul/output_validator/product_check.hpp"

#include CATCH2_HEADER

#include <limits>
#include <optional>
#include <string>
#include <string_view>

using namespace problems;
using matmul::find_mistake;
using matmul::is_within;
using matmul::ProductResidues;

namespace {

matmul::Bounds bounds_of(Reader& input, ProductResidues* residues = nullptr) {
  const matmul::Sizes sizes = matmul::read_sizes(input);
  return matmul::read_bounds(input, sizes, residues);
}

/// The first mistake that is found in `output`, or "" when there is none.
std::string mistake(std::string_view input, std::string_view answer, std::string_view output) {
  Reader input_reader(input);
  Reader answer_reader(answer);
  Reader output_reader(output);
  const matmul::Bounds bounds = bounds_of(input_reader);
  const std::string found = find_mistake(bounds, answer_reader, output_reader).value_or("");
  Reader answer_again(answer), output_again(output);
  CHECK(is_within(bounds, answer_again, output_again) == found.empty());
  return found;
}

/// C is 2 x 3; the rows of A have norm 5 and 13, the columns of B norm 1, 2 and 0.
constexpr std::string_view input = "2 2 3\n3 4\n-5 12\n1 0 0\n0 2 0\n";
constexpr std::string_view answer = "3 8 0\n-5 24 0\n";

std::string mistake_in(std::string_view output) {
  return mistake(input, answer, output);
}

}  // namespace

TEST_CASE("an output like the answer is accepted, however it is laid out and spelt") {
  CHECK(mistake_in(answer) == "");
  CHECK(mistake_in("3 8 0 -5 24 0") == "");
  CHECK(mistake_in("3\r\n8\r\n0 \r\n\r\n-5\t24  0\r\n\r\n") == "");
  CHECK(mistake_in("3.0 +8 -0\n-5e0 .24E+2 0.000\n") == "");
}

TEST_CASE("an element may differ by its own bound and no more") {
  // K = 2: 18 * 2^-24 = 1.0728836e-06 times the norms 13 and 2 is 2.7895e-05.
  CHECK(mistake_in("3 8 0\n-5 24.0000278 0\n") == "");
  CHECK(mistake_in("3 8 0\n-5 23.9999722 0\n") == "");
  CHECK(mistake_in("3 8 0\n-5 24.0000280 0\n") ==
        "line 2, token 2: expected 24, found 24.000028 (difference 2.8e-05, bound 2.79e-05)");
  CHECK(mistake_in("3 8 0\n-5 23.9999720 0\n") ==
        "line 2, token 2: expected 24, found 23.999972 (difference 2.8e-05, bound 2.79e-05)");
  SECTION("an element of smaller norms has a smaller bound") {
    CHECK(mistake_in("3.000005 8 0\n-5 24 0\n") == "");
    CHECK(mistake_in("3.000028 8 0\n-5 24 0\n") ==
          "line 1, token 1: expected 3, found 3.000028 (difference 2.8e-05, bound 5.36e-06)");
  }
  SECTION("an element of a column of zeros must be zero") {
    CHECK(mistake_in("3 8 1e-300\n-5 24 0\n") ==
          "line 1, token 3: expected 0, found 1e-300 (difference 1e-300, bound 0)");
  }
}

TEST_CASE("what is no finite decimal number is wrong, where it stands") {
  const std::string text = GENERATE("nan", "NaN", "-nan", "inf", "-Infinity", "0x18", "24,0", "1e999", "24f",
                                    "--24", "e5", ".", "1e");
  CAPTURE(text);
  const std::string found = mistake_in("3 8 0\n-5 " + text + " 0\n");
  CHECK(found.starts_with("line 2, token 2: expected 24, found \""));
  CHECK(found.ends_with("\", which is not a finite decimal number"));
}

TEST_CASE("a missing number is wrong") {
  CHECK(mistake_in("3 8 0\n-5 24") == "line 2, token 3: expected 0, found the end of the output");
  CHECK(mistake_in("") == "line 1, token 1: expected 3, found the end of the output");
  CHECK(mistake_in(" \n") == "line 1, token 1: expected 3, found the end of the output");
}

TEST_CASE("anything after the last number is wrong") {
  CHECK(mistake_in("3 8 0\n-5 24 0\n7\n") == "line 3, token 1: expected the end of the output, found \"7\"");
  CHECK(mistake_in("3 8 0\n-5 24 0 done") ==
        "line 3, token 1: expected the end of the output, found \"done\"");
}

TEST_CASE("of several mistakes the first is reported") {
  CHECK(mistake_in("3 9 0\n-6 nan\n").starts_with("line 1, token 2: expected 8, found 9 "));
}

TEST_CASE("the judge's own files are never the output's fault") {
  CHECK_THROWS_AS(mistake("2 2 3\n3 4\n-5 12\n1 0 0\n0 2\n", answer, answer), InputError);
  CHECK_THROWS_AS(mistake("2 2 3\n3 4\n-5 12\n1 0 0\n0 2 0 0\n", answer, answer), InputError);
  CHECK_THROWS_AS(mistake("2 -2 3\n", answer, answer), InputError);
  CHECK_THROWS_AS(mistake(input, "3 8 0\n-5 24\n", answer), InputError);
  CHECK_THROWS_AS(mistake(input, "3 8 0\n-5 24 0 1\n", answer), InputError);
  CHECK_THROWS_AS(mistake(input, "3 8 0\n-5 nan 0\n", answer), InputError);
}

TEST_CASE("an answer is the exact product, or residues tell") {
  constexpr std::string_view factors = "2 3 2\n0.5 -1.25 3\n10 0.1 -0\n-3.75 0.01\n1.5 -2\n0 999.99\n";
  const auto is_product = [&](std::string_view product) {
    Random random(1);
    Reader input_reader(factors);
    Reader answer_reader(product), output_reader(product);
    ProductResidues residues(2, 3, 2, 2, random);
    const matmul::Bounds bounds = bounds_of(input_reader, &residues);
    CHECK(is_within(bounds, answer_reader, output_reader, &residues));
    return residues.agree();
  };
  CHECK(is_product("-3.75 3002.475\n-37.35 -0.1\n"));
  CHECK(is_product("-3.7500 3002.4750\n-37.3500 -0.1000\n"));
  CHECK_FALSE(is_product("-3.75 3002.4751\n-37.35 -0.1\n"));
  CHECK_FALSE(is_product("-3.75 3002.475\n-37.35 0.1\n"));
  CHECK_FALSE(is_product("3002.475 -3.75\n-37.35 -0.1\n"));
}

TEST_CASE("residues are only of multiples of the unit") {
  Random random(1);
  ProductResidues residues(1, 1, 1, 2, random);
  const double element = 0.125;
  CHECK_THROWS_WITH(residues.row_of_a(0, {&element, 1}), "0.125 is not a multiple of 0.01, or too large");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS(residues.row_of_a(0, {&infinity, 1}));
}

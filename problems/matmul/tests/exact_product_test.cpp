#include "problems/matmul/generators/exact_product.hpp"

#include CATCH2_HEADER

#include <stdexcept>
#include <string>

#include "problems/matmul/output_validator/product_check.hpp"

using namespace problems;
using namespace problems::matmul;

namespace {

std::string text_of(const DecimalMatrix& matrix) {
  std::string text;
  Writer writer(text);
  matrix.write(writer);
  writer.flush();
  return text;
}

}  // namespace

TEST_CASE("an exact product is one to the last digit, which its validator confirms") {
  constexpr std::uint64_t seed = 7;
  Random random(seed);
  constexpr Shape shape = {33, 70, 17};
  const Factors factors = drawn(random, shape, 3, either_sign(999'999));
  std::string answer = text_of(exact_product(factors));
  const auto agrees = [&] {
    Random row(seed);
    ProductResidues residues(shape.m, shape.k, shape.n, 3, row);
    const std::string input = "33 70 17\n" + text_of(factors.a) + text_of(factors.b);
    Reader input_reader(input), answer_reader(answer), output_reader(answer);
    const Bounds bounds = read_bounds(input_reader, read_sizes(input_reader), &residues);
    CHECK(is_within(bounds, answer_reader, output_reader, &residues));
    return residues.agree();
  };
  CHECK(agrees());
  char& last_digit = answer[answer.size() - 2];
  last_digit = last_digit == '9' ? '8' : static_cast<char>(last_digit + 1);
  CHECK_FALSE(agrees());
}

TEST_CASE("a product whose sums may not be exact is refused") {
  Random random(1);
  CHECK_THROWS_AS(exact_product(drawn(random, {1, 10, 1}, 6, either_sign(1'000'000'000))), std::logic_error);
}

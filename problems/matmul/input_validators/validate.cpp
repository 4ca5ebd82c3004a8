#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#include "problems/common/reading/strict_reader.hpp"

namespace {

using problems::StrictReader;

constexpr std::size_t contest_elements = 1 << 20;
constexpr std::size_t large_elements = 1 << 26;
constexpr double max_magnitude = 1000;
constexpr std::size_t max_fraction_digits = 6;

void check_matrix(StrictReader& in, std::size_t rows, std::size_t columns, std::string_view what) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      if (column > 0) in.space();
      in.fixed_point(-max_magnitude, max_magnitude, max_fraction_digits, what);
    }
    in.newline();
  }
}

template <std::size_t max_elements>
void check(StrictReader& in) {
  const std::string most = "up to 2^" + std::to_string(std::countr_zero(max_elements));
  const auto m = in.integer<std::size_t>(1, max_elements, "M");
  in.space();
  const auto k = in.integer<std::size_t>(1, max_elements / m, "K, with M K " + most);
  in.space();
  const auto n = in.integer<std::size_t>(1, max_elements / (m < k ? k : m), "N, with K N and M N " + most);
  in.newline();
  check_matrix(in, m, k, "element of A");
  check_matrix(in, k, n, "element of B");
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check<contest_elements>, check<large_elements>);
}

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "problems/common/reading/strict_reader.hpp"

namespace {

using problems::StrictReader;

constexpr std::array<std::string_view, 4> reductions = {"sum", "product", "max", "min"};
constexpr std::size_t contest_elements = 1'000'000;
constexpr std::size_t large_elements = 100'000'000;
constexpr std::int32_t max_magnitude = 1'000'000'000;

template <std::size_t max_elements>
void check(StrictReader& in) {
  if (in.next_is_letter()) {
    in.choice(reductions, "the reduction");
    in.space();
  }
  const auto n = in.integer<std::size_t>(1, max_elements, "N");
  in.newline();
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0) in.space();
    in.integer<std::int32_t>(-max_magnitude, max_magnitude, "element of the vector");
  }
  in.newline();
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check<contest_elements>, check<large_elements>);
}

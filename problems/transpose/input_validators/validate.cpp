#include <cstddef>
#include <cstdint>
#include <limits>

#include "problems/common/reading/strict_reader.hpp"

namespace {

using problems::StrictReader;

constexpr std::size_t contest_elements = 1'000'000;
constexpr std::size_t large_elements = 300'000'000;

template <std::size_t max_elements>
void check(StrictReader& in) {
  const auto rows = in.integer<std::size_t>(1, max_elements, "R");
  in.space();
  const auto columns = in.integer<std::size_t>(1, max_elements / rows, "C");
  in.newline();
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      if (c > 0) in.space();
      in.integer<std::int32_t>(std::numeric_limits<std::int32_t>::min(),
                               std::numeric_limits<std::int32_t>::max(), "element of the matrix");
    }
    in.newline();
  }
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check<contest_elements>, check<large_elements>);
}

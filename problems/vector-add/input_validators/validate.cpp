#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "problems/common/reading/strict_reader.hpp"

namespace {

using problems::StrictReader;

constexpr std::size_t contest_elements = 1'000'000;
constexpr std::size_t large_elements = 100'000'000;

void check_vector(StrictReader& in, std::size_t count, std::string_view what) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) in.space();
    in.integer<std::int32_t>(std::numeric_limits<std::int32_t>::min(),
                             std::numeric_limits<std::int32_t>::max(), what);
  }
  in.newline();
}

template <std::size_t max_elements>
void check(StrictReader& in) {
  const auto n = in.integer<std::size_t>(1, max_elements, "N");
  in.newline();
  check_vector(in, n, "element of A");
  check_vector(in, n, "element of B");
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check<contest_elements>, check<large_elements>);
}

#include <cstddef>
#include <cstdint>
#include <limits>

#include "problems/common/reading/strict_reader.hpp"

namespace {

using problems::StrictReader;

constexpr std::size_t contest_numbers = 100'000;
constexpr std::size_t large_numbers = 1'000'000;

template <std::size_t max_numbers>
void check(StrictReader& in) {
  std::size_t numbers = 0;
  do {
    in.integer<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max(), "N");
    in.newline();
    ++numbers;
  } while (numbers < max_numbers && !in.at_end());
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check<contest_numbers>, check<large_numbers>);
}

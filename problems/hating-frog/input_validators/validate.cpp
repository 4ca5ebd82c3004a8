#include <cstddef>
#include <string>
#include <vector>

#include "problems/common/reading/strict_reader.hpp"

namespace {

using problems::InputError;
using problems::StrictReader;

/// The most of a field, and of what is flattened in it.
struct Most {
  int side, plants;
};

constexpr Most contest = {5000, 5000};
constexpr Most large = {30'000, 200'000};
constexpr int min_plants = 3;
constexpr int lines_before_plants = 2;

template <Most most>
void check(StrictReader& in) {
  const int rows = in.integer(1, most.side, "R");
  in.space();
  const int columns = in.integer(1, most.side, "C");
  in.newline();
  const int count = in.integer(min_plants, most.plants, "N");
  in.newline();

  std::vector<bool> flat(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int k = 0; k < count; ++k) {
    const int row = in.integer(1, rows, "row");
    in.space();
    const int column = in.integer(1, columns, "column");
    in.newline();
    const std::size_t place = static_cast<std::size_t>(row - 1) * static_cast<std::size_t>(columns) +
                              static_cast<std::size_t>(column - 1);
    if (flat[place]) {
      const auto line = static_cast<std::size_t>(lines_before_plants + k + 1);
      throw InputError({line, 1}, "a plant that did not come before",
                       "row " + std::to_string(row) + ", column " + std::to_string(column) + " again");
    }
    flat[place] = true;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check<contest>, check<large>);
}

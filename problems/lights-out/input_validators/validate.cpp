#include "problems/common/reading/strict_reader.hpp"

namespace {

using problems::StrictReader;

constexpr int contest_boards = 100'000;
constexpr int large_boards = 1'000'000;
constexpr int rows = 5;
constexpr int columns = 6;

template <int max_boards>
void check(StrictReader& in) {
  const int count = in.integer(1, max_boards, "T");
  in.newline();
  for (int row = 0; row < count * rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (column > 0) in.space();
      in.character("01", "light");
    }
    in.newline();
  }
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check<contest_boards>, check<large_boards>);
}

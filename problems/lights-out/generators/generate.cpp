#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "problems/common/frame/generator.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;

constexpr int rows = 5;
constexpr int columns = 6;

/// Bit 6 * row + column is one light, or one button.
using Board = std::uint32_t;
using Boards = std::vector<Board>;

constexpr Board all = (Board{1} << rows * columns) - 1;
constexpr Board none = 0;

/// The board of the places (row, column) for which `holds` is true.
template <class Predicate>
constexpr Board where(Predicate holds) {
  Board board = 0;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (holds(row, column)) board |= Board{1} << (row * columns + column);
    }
  }
  return board;
}

constexpr Board one(int at_row, int at_column) {
  return where([=](int row, int column) { return row == at_row && column == at_column; });
}

constexpr bool on_border(int row, int column) {
  return row == 0 || row == rows - 1 || column == 0 || column == columns - 1;
}

constexpr Board border = where(on_border);
constexpr Board even_squares = where([](int row, int column) { return (row + column) % 2 == 0; });
constexpr Board first_row = where([](int row, int) { return row == 0; });
constexpr Board last_row = where([](int row, int) { return row == rows - 1; });

/// The places of `picture`, row after row, that hold '1'.
Board drawn(std::string_view picture) {
  return where([=](int row, int column) {
    return picture[static_cast<std::size_t>(row * (columns + 1) + column)] == '1';
  });
}

/// The board that pressing these buttons puts out.
Board put_out_by(Board presses) {
  return where([=](int row, int column) {
    bool lit = false;
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const int distance = (r < row ? row - r : r - row) + (c < column ? column - c : c - column);
        if (distance <= 1 && (presses >> (r * columns + c) & 1) != 0) lit = !lit;
      }
    }
    return lit;
  });
}

Boards put_out_by(const Boards& presses) {
  Boards boards;
  for (const Board pressed : presses) boards.push_back(put_out_by(pressed));
  return boards;
}

Boards each_place(bool on_border_only = false) {
  Boards boards;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (!on_border_only || on_border(row, column)) boards.push_back(one(row, column));
    }
  }
  return boards;
}

Boards each_row() {
  Boards boards;
  for (int k = 0; k < rows; ++k) boards.push_back(where([=](int row, int) { return row == k; }));
  return boards;
}

Boards each_column() {
  Boards boards;
  for (int k = 0; k < columns; ++k) boards.push_back(where([=](int, int column) { return column == k; }));
  return boards;
}

Boards each_diagonal() {
  Boards boards;
  for (int k = 0; k < rows + columns - 1; ++k) {
    boards.push_back(where([=](int row, int column) { return row + column == k; }));
    boards.push_back(where([=](int row, int column) { return row - column + columns - 1 == k; }));
  }
  return boards;
}

Boards complements(Boards boards) {
  for (Board& board : boards) board ^= all;
  return boards;
}

/// The boards as they stand.
auto literal(const Boards& boards) {
  return [=](Writer& out, Random&) {
    out.integer(boards.size());
    out.character('\n');
    for (const Board board : boards) {
      for (int bit = 0; bit < rows * columns; ++bit) {
        out.character((board >> bit & 1) != 0 ? '1' : '0');
        out.character(bit % columns + 1 < columns ? ' ' : '\n');
      }
    }
  };
}

/// `count` boards, each made by `make` from its number, counted from 0.
auto made(std::size_t count, const std::function<Board(std::size_t, Random&)>& make) {
  return [=](Writer& out, Random& random) {
    Boards boards;
    for (std::size_t k = 0; k < count; ++k) boards.push_back(make(k, random));
    literal(boards)(out, random);
  };
}

/// Every board equally likely.
auto uniform(std::size_t count) {
  return made(count, [](std::size_t, Random& random) { return random.integer(none, all); });
}

/// `lit` lights are on, anywhere.
auto lights(std::size_t count, int lit) {
  return made(count, [=](std::size_t, Random& random) {
    Board board = none;
    for (int left = lit; left > 0;) {
      const Board light = Board{1} << random.integer(0, rows * columns - 1);
      if ((board & light) == 0) --left;
      board |= light;
    }
    return board;
  });
}

/// Boards whose answer presses these buttons of the first row, and any others.
auto first_row_pressed(std::size_t count, const std::function<Board(std::size_t)>& pressed) {
  return made(count, [=](std::size_t k, Random& random) {
    return put_out_by((random.integer(none, all) & ~first_row) | pressed(k));
  });
}

const TestCase cases[] = {
    {"sample/01-two-panels", 0,
     literal({drawn("010010/111001/000110/101100/001011"), drawn("100000/000000/001100/001100/000001")})},
    {"sample/02-one-light", 0, literal({drawn("000000/000000/000100/000000/000000")})},

    {"secret/01-one-panel", 0, literal({drawn("110101/001110/100010/011001/111010")})},
    {"secret/02-all-off", 0, literal({none})},
    {"secret/03-all-on", 0, literal({all})},
    {"secret/04-light-top-left", 0, literal({one(0, 0)})},
    {"secret/05-light-top-right", 0, literal({one(0, columns - 1)})},
    {"secret/06-light-bottom-left", 0, literal({one(rows - 1, 0)})},
    {"secret/07-light-bottom-right", 0, literal({one(rows - 1, columns - 1)})},
    {"secret/08-one-light-on-the-border", 0, literal(each_place(true))},
    {"secret/09-one-light-anywhere", 0, literal(each_place())},
    {"secret/10-all-but-one-light", 0, literal(complements(each_place()))},
    {"secret/11-chessboards", 0, literal({even_squares, all ^ even_squares})},
    {"secret/12-border-and-inside", 0, literal({border, all ^ border})},
    {"secret/13-single-rows", 0, literal(each_row())},
    {"secret/14-single-columns", 0, literal(each_column())},
    {"secret/15-diagonals", 0, literal(each_diagonal())},
    {"secret/16-all-but-a-row-or-column", 0,
     [](Writer& out, Random& random) {
       Boards boards = complements(each_row());
       for (const Board board : complements(each_column())) boards.push_back(board);
       literal(boards)(out, random);
     }},
    {"secret/17-presses-everything", 0, literal({put_out_by(all)})},
    {"secret/18-presses-one", 0, literal(put_out_by(each_place()))},
    {"secret/19-presses-all-but-one", 0, literal(put_out_by(complements(each_place())))},
    {"secret/20-presses-chessboards", 0, literal(put_out_by({even_squares, all ^ even_squares}))},
    {"secret/21-presses-a-row", 0, literal(put_out_by(each_row()))},
    {"secret/22-presses-a-column", 0, literal(put_out_by(each_column()))},
    {"secret/23-presses-first-or-last-row", 0,
     literal(put_out_by({first_row, last_row, first_row | last_row, all ^ first_row, all ^ last_row}))},
    {"secret/24-every-first-row", 24,
     first_row_pressed(64, [](std::size_t k) { return static_cast<Board>(k); })},
    {"secret/25-first-row-not-pressed", 25, first_row_pressed(50, [](std::size_t) { return none; })},
    {"secret/26-on-off-on-off", 0, literal({all, none, all, none, none, all})},
    {"secret/27-same-panel-again", 27,
     [](Writer& out, Random& random) { literal(Boards(20, random.integer(none, all)))(out, random); }},
    {"secret/28-nine-panels", 28, uniform(9)},
    {"secret/29-ten-panels", 29, uniform(10)},
    {"secret/30-two-lights", 30, lights(60, 2)},
    {"secret/31-few-lights", 31, lights(60, 5)},
    {"secret/32-most-lights", 32, lights(60, 26)},
    {"secret/33-hundred", 33, uniform(100)},
    {"secret/34-thousand", 34, uniform(1000)},
    {"secret/35-hundred-thousand", 35, uniform(100'000)},
    // The last of the 64 first rows: trying them in order takes longest.
    {"secret/36-hundred-thousand-whole-first-row", 36,
     first_row_pressed(100'000, [](std::size_t) { return first_row; })},
    {"secret/37-hundred-thousand-less-one", 37, lights(99'999, 15)},

    {"large/01-million", 101, uniform(1'000'000)},
    {"large/02-million-less-one-of-few-lights", 102, lights(999'999, 5)},
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases,
                            {"T", [](std::span<const std::uint64_t> size) { return uniform(size[0]); }});
}

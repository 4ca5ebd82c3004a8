#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/lights_out/lights_out.hpp"
#include "kernels/lights_out/lights_out_text.hpp"
#include "problems/common/frame/program.hpp"
#include "problems/common/reading/input_error.hpp"

namespace {

constexpr int rows = kernels::lights_out_rows;
constexpr int columns = kernels::lights_out_columns;
constexpr std::uint32_t row_mask = (1U << columns) - 1;

constexpr std::size_t line_bytes = 2 * columns;
using RowLines = std::array<std::array<char, line_bytes>, row_mask + 1>;

/// The line to print for each of the 64 rows. Printing takes longer than solving, so it is worth a table.
constexpr RowLines make_row_lines() {
  RowLines lines{};
  for (std::size_t row = 0; row < lines.size(); ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      lines[row][2 * column] = (row >> column & 1) != 0 ? '1' : '0';
      lines[row][2 * column + 1] = column + 1 < columns ? ' ' : '\n';
    }
  }
  return lines;
}

constexpr RowLines row_lines = make_row_lines();

struct LightsOut {
  static constexpr std::string_view id = "lights-out";
  static constexpr std::string_view summary =
      "For boards of 5 x 6 lights, finds the buttons to press to put all lights out.";
  static constexpr std::string_view size_unit = kernels::lights_out_size_unit;
  using Boards = std::vector<std::uint32_t>;  // bit 6 * row + column of a board is one light, or one button
  using Output = Boards;

  struct Head {
    std::uint64_t boards;
  };
  using Shape = Head;
  struct Input {
    Boards boards;
    std::size_t first = 1;                   ///< number of the first of them
    std::size_t left = 0;                    ///< boards that come after them
    std::exception_ptr malformed = nullptr;  ///< what comes after them, in a later part of a stream
  };
  using Variant = kernels::LightsOutVariant;

  static std::span<const Variant> variants() { return kernels::lights_out_variants(); }

  static constexpr bool is_read_by_parts = false;
  static constexpr kernels::IntegerTokens tokens = {0, 1};

  static Head read_head(problems::Reader& reader) {
    return {reader.integer<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max(), "T")};
  }

  /// Reads as many boards as are here; read_on() reads the others.
  static Input read_numbers(problems::Reader& reader, const Head& head) {
    Input input;
    input.left = head.boards;
    read_boards(reader, input);
    return input;
  }

  /// More than any text has are 0, for the host, which says so.
  static std::size_t count_numbers(const Head& head) {
    constexpr std::uint64_t most =
        std::numeric_limits<std::size_t>::max() / (rows * columns * sizeof(std::int32_t));
    return head.boards <= most ? rows * columns * head.boards : 0;
  }

  /// What precedes malformed input is answered before that is reported.
  static bool read_on(problems::Reader& reader, Input& input) {
    if (input.malformed) std::rethrow_exception(input.malformed);
    if (input.left == 0) return false;
    input.first += input.boards.size();
    input.boards.clear();
    try {
      read_boards(reader, input);
    } catch (const problems::InputError&) {
      if (input.boards.empty()) throw;
      input.malformed = std::current_exception();
    }
    return true;
  }

  /// Reads as many as are here, at least one, if any are left. The end is expected with the last, unless that waits.
  static void read_boards(problems::Reader& reader, Input& input) {
    constexpr std::size_t most_at_once = 1 << 22;
    constexpr int lights = rows * columns;
    for (; input.left > 0 && input.boards.size() < most_at_once; --input.left) {
      if (!input.boards.empty() && !reader.items_are_here(lights)) return;
      if (const auto board = reader.plain_bits(lights)) {
        input.boards.push_back(static_cast<std::uint32_t>(*board));
        continue;
      }
      std::uint32_t board = 0;
      for (int bit = 0; bit < lights; ++bit)
        board |= static_cast<std::uint32_t>(reader.integer<std::uint8_t>(0, 1, "light")) << bit;
      input.boards.push_back(board);
    }
    if (input.left == 0 && reader.items_are_here()) reader.expect_end();
  }

  static Shape shape(const Input& input) { return {input.boards.size()}; }

  static std::uint64_t size(const Shape& shape) { return shape.boards; }

  static std::uint64_t size_of_both(std::uint64_t one, std::uint64_t other) { return one + other; }

  static constexpr std::string_view dimensions = "T";
  static Shape shape_of_size(std::span<const std::uint64_t> size) { return {size[0]}; }
  static problems::TextSize text(const Shape& shape) {
    const auto boards = static_cast<double>(shape.boards);
    return {.read_bytes = rows * columns * 2 * boards, .printed_items = boards};
  }

  static problems::Counts counts(std::string_view, const Shape& shape, unsigned) {
    return {{"run", 1}, {"board", static_cast<double>(shape.boards)}};
  }

  static Output solve(const Variant& variant, const Input& input) {
    Output presses(input.boards.size());
    variant.run(input.boards, presses);
    return presses;
  }

  static kernels::TextItems solve_on_device(const Variant& variant, const Head& head,
                                            std::span<const std::int32_t> lights, kernels::GpuText& gpu) {
    const std::span<std::uint32_t> boards = gpu.room<std::uint32_t>(head.boards);
    kernels::pack_lights(lights, boards, gpu.stream());
    variant.run_on_device(boards, boards, gpu.stream());
    return kernels::lights_out_text(boards);
  }

  static void print(const Input& input, const Output& presses, problems::Writer& writer) {
    writer.items(presses.size(), [&](problems::Writer& out, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        out.text("PUZZLE #");
        out.integer(input.first + k);
        out.character('\n');
        for (int row = 0; row < rows; ++row) {
          out.text({row_lines[presses[k] >> (row * columns) & row_mask].data(), line_bytes});
        }
      }
    });
  }

  static problems::Work work(const Shape& shape) {
    return {.flop = 0, .least_bytes = shape.boards * 2 * sizeof(std::uint32_t)};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<LightsOut>(argc, argv);
}

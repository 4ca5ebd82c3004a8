#include "kernels/transpose/transpose.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include CATCH2_HEADER

#include "kernels/tests/guarded_matrix.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::MatrixView;
using kernels::TransposeFunction;
using kernels::TransposeVariant;
using kernels_tests::GuardedMatrix;

namespace {

using Source = MatrixView<const std::int32_t>;
using Target = MatrixView<std::int32_t>;

struct Case {
  std::size_t rows, columns, in_gap, out_gap;
};

/// What is wrong with `run` on a random matrix, or nothing.
std::string complaint(TransposeFunction* run, const Case& c, unsigned seed) {
  GuardedMatrix<std::int32_t> in(c.rows, c.columns, c.in_gap);
  std::mt19937 random(seed);
  for (std::size_t r = 0; r < c.rows; ++r) {
    for (std::int32_t& element : in.view().row(r)) element = static_cast<std::int32_t>(random());
  }
  if (c.rows > 0 && c.columns > 0) {
    in.view().at(0, 0) = std::numeric_limits<std::int32_t>::min();
    in.view().at(c.rows - 1, c.columns - 1) = std::numeric_limits<std::int32_t>::max();
  }
  const GuardedMatrix<std::int32_t> in_before = in;
  GuardedMatrix<std::int32_t> out(c.columns, c.rows, c.out_gap);
  out.fill(0x5EED);

  run(in.view(), out.view());

  if (!in.same_bytes(in_before)) return "the input changed";
  if (!out.guards_intact()) return "a guard around the output changed";
  for (std::size_t row = 0; row < c.columns; ++row) {
    for (std::size_t column = 0; column < c.rows; ++column) {
      const std::int32_t expected = in.view().at(column, row);
      const std::int32_t found = out.view().at(row, column);
      if (found != expected) {
        return "row " + std::to_string(row) + ", column " + std::to_string(column) + ": expected " +
               std::to_string(expected) + ", found " + std::to_string(found);
      }
    }
  }
  return "";
}

// The blocked variants work in tiles of 16 or 32 and bands of 512 rows.
const Case cases[] = {
    {0, 0, 0, 0},    {0, 5, 0, 1},     {5, 0, 1, 0},    {1, 1, 0, 0},     {1, 1, 3, 5},     {1, 17, 0, 0},
    {17, 1, 0, 0},   {2, 3, 1, 1},     {4, 4, 0, 0},    {7, 11, 0, 0},    {15, 15, 0, 0},   {16, 16, 0, 0},
    {17, 17, 0, 0},  {15, 16, 2, 0},   {16, 17, 0, 2},  {17, 15, 3, 1},   {31, 33, 0, 0},   {32, 32, 7, 9},
    {33, 31, 1, 1},  {127, 131, 0, 0}, {1, 5003, 0, 0}, {5003, 1, 0, 0},  {3, 2000, 5, 0},  {2000, 3, 0, 5},
    {511, 47, 1, 0}, {512, 48, 0, 1},  {513, 49, 1, 1}, {1030, 20, 0, 0}, {256, 256, 0, 0},
};

// Each of these is wrong in one way.

void one_row_short(Source in, Target out) {
  for (std::size_t r = 0; r + 1 < in.rows; ++r) {
    for (std::size_t c = 0; c < in.columns; ++c) out.at(c, r) = in.at(r, c);
  }
}

void whole_tiles_only(Source in, Target out) {
  for (std::size_t r = 0; r < in.rows / 16 * 16; ++r) {
    for (std::size_t c = 0; c < in.columns / 16 * 16; ++c) out.at(c, r) = in.at(r, c);
  }
}

void assumes_rows_lie_close(Source in, Target out) {
  for (std::size_t r = 0; r < in.rows; ++r) {
    for (std::size_t c = 0; c < in.columns; ++c) out.data[c * out.columns + r] = in.at(r, c);
  }
}

void one_column_past_the_end(Source in, Target out) {
  for (std::size_t r = 0; r < in.rows; ++r) {
    for (std::size_t c = 0; c < in.columns; ++c) out.at(c, r) = in.at(r, c);
  }
  out.at(0, out.columns) = 0;
}

void copies(Source in, Target out) {
  for (std::size_t r = 0; r < in.rows; ++r) std::ranges::copy(in.row(r), out.row(r).data());
}

void clears_its_input(Source in, Target out) {
  for (std::size_t r = 0; r < in.rows; ++r) {
    for (std::size_t c = 0; c < in.columns; ++c) out.at(c, r) = in.at(r, c);
  }
  const_cast<std::int32_t&>(in.at(0, 0)) = 0;
}

}  // namespace

TEST_CASE("transpose: the table") {
  CHECK(kernels_tests::table_complaint(kernels::transpose_variants(), "cpu-naive") == "");
}

TEST_CASE("transpose: every variant, awkward shapes and strides") {
  for (const TransposeVariant& variant : kernels::transpose_variants()) {
    if (!variant.supported().available) continue;
    unsigned seed = 4101;
    for (const Case& c : cases) {
      ++seed;
      CAPTURE(variant.name, c.rows, c.columns, c.in_gap, c.out_gap, seed);
      CHECK(complaint(variant.run, c, seed) == "");
    }
  }
}

TEST_CASE("transpose: the check finds what is wrong") {
  CHECK(complaint(&one_row_short, {3, 2, 0, 0}, 1).starts_with("row 0, column 2: expected"));
  CHECK(complaint(&whole_tiles_only, {17, 16, 0, 0}, 2).starts_with("row 0, column 16: expected"));
  CHECK(complaint(&whole_tiles_only, {16, 32, 0, 0}, 2) == "");
  CHECK(complaint(&assumes_rows_lie_close, {16, 16, 1, 0}, 3) == "");
  CHECK(complaint(&assumes_rows_lie_close, {16, 16, 0, 1}, 3) == "a guard around the output changed");
  CHECK(complaint(&one_column_past_the_end, {5, 4, 0, 2}, 4) == "a guard around the output changed");
  CHECK(complaint(&copies, {9, 9, 0, 0}, 5).starts_with("row 0, column 1: expected"));
  CHECK(complaint(&clears_its_input, {9, 9, 0, 0}, 6) == "the input changed");
}

#include "kernels/transpose/transpose.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include CATCH2_HEADER

#include "kernels/tests/table_check.hpp"
#include "kernels/tests/transpose_check.hpp"

using kernels::MatrixView;
using kernels::TransposeFunction;
using kernels_tests::GuardedMatrix;
using kernels_tests::poisoned_transpose;
using kernels_tests::random_matrix;
using kernels_tests::transpose_complaint;
using kernels_tests::TransposeCase;

namespace {

using Source = MatrixView<const std::int32_t>;
using Target = MatrixView<std::int32_t>;

/// What is wrong with `run` on a random matrix, or nothing.
template <class T>
std::string complaint(TransposeFunction<T>* run, const TransposeCase& c, unsigned seed) {
  GuardedMatrix<T> in = random_matrix<T>(c, seed);
  const GuardedMatrix<T> in_before = in;
  GuardedMatrix<T> out = poisoned_transpose<T>(c);

  run(in.view(), out.view());

  if (!in.same_bytes(in_before)) return "the input changed";
  return transpose_complaint(in, out);
}

// The blocked variants work in tiles of 16 or 32 and bands of 512 rows.
const TransposeCase cases[] = {
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

template <class T>
void check_table(const char* type) {
  CAPTURE(type);
  CHECK(kernels_tests::table_complaint(kernels::transpose_variants<T>(), "cpu-naive") == "");
}

template <class T>
void check_cpu_variants(const char* type) {
  for (const auto& variant : kernels::transpose_variants<T>()) {
    if (kernels::is_gpu_variant(variant.name) || !variant.supported().available) continue;
    unsigned seed = 4101;
    for (const TransposeCase& c : cases) {
      ++seed;
      CAPTURE(type, variant.name, c.rows, c.columns, c.in_gap, c.out_gap, seed);
      CHECK(complaint<T>(variant.run, c, seed) == "");
    }
  }
}

}  // namespace

TEST_CASE("transpose: the tables") {
  check_table<std::uint8_t>("uint8");
  check_table<std::uint16_t>("uint16");
  check_table<std::int32_t>("int32");
  check_table<std::uint64_t>("uint64");
  check_table<kernels::Element16>("16 bytes");
}

TEST_CASE("transpose: every CPU variant, awkward shapes and strides") {
  check_cpu_variants<std::uint8_t>("uint8");
  check_cpu_variants<std::uint16_t>("uint16");
  check_cpu_variants<std::int32_t>("int32");
  check_cpu_variants<std::uint64_t>("uint64");
  check_cpu_variants<kernels::Element16>("16 bytes");
}

TEST_CASE("transpose: the check finds what is wrong") {
  CHECK(complaint<std::int32_t>(&one_row_short, {3, 2, 0, 0}, 1) == "row 0, column 2");
  CHECK(complaint<std::int32_t>(&whole_tiles_only, {17, 16, 0, 0}, 2) == "row 0, column 16");
  CHECK(complaint<std::int32_t>(&whole_tiles_only, {16, 32, 0, 0}, 2) == "");
  CHECK(complaint<std::int32_t>(&assumes_rows_lie_close, {16, 16, 1, 0}, 3) == "");
  CHECK(complaint<std::int32_t>(&assumes_rows_lie_close, {16, 16, 0, 1}, 3) ==
        "a guard around the output changed");
  CHECK(complaint<std::int32_t>(&one_column_past_the_end, {5, 4, 0, 2}, 4) ==
        "a guard around the output changed");
  CHECK(complaint<std::int32_t>(&copies, {9, 9, 0, 0}, 5) == "row 0, column 1");
  CHECK(complaint<std::int32_t>(&clears_its_input, {9, 9, 0, 0}, 6) == "the input changed");
}

#include <string>

#include CATCH2_HEADER

#include "kernels/tests/matmul_batch_check.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::MatrixBatch;
using kernels_tests::BatchShape;
using kernels_tests::Data;
using kernels_tests::MatmulBatchProblem;

namespace {

const BatchShape shapes[] = {
    {{0, 3, 5}, 2}, {{3, 0, 5}, 2},       {{3, 5, 0}, 2},          {{2, 3, 4}, 0},
    {{1, 1, 1}, 1}, {{2, 3, 5}, 7, 1, 2}, {{13, 17, 19}, 3, 0, 1}, {{33, 31, 32}, 2, 3, 0},
};

// Each of these is wrong in one way.

void all_but_the_last(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c) {
  a.count = b.count = c.count = c.count - 1;
  kernels::matmul_batch_variants()[0].run(a, b, c);
}

void always_the_first_factor(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c) {
  a.distance = 0;
  kernels::matmul_batch_variants()[0].run(a, b, c);
}

void one_row_too_many(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c) {
  kernels::matmul_batch_variants()[0].run(a, b, c);
  c.at(0).row(c.first.rows)[0] = 0;
}

void clears_an_input(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c) {
  kernels::matmul_batch_variants()[0].run(a, b, c);
  const_cast<float&>(b.at(1).at(0, 0)) = 0;
}

}  // namespace

TEST_CASE("matmul_batch: the table") {
  CHECK(kernels_tests::table_complaint(kernels::matmul_batch_variants(), "cpu-float64") == "");
}

TEST_CASE("matmul_batch: the reference, awkward shapes, strides and distances") {
  unsigned seed = 5101;
  for (const BatchShape& shape : shapes) {
    for (const Data data : {Data::fractions, Data::specials, Data::integers}) {
      ++seed;
      CAPTURE(shape.each.m, shape.each.k, shape.each.n, shape.count, static_cast<int>(data), seed);
      const bool shares_b = seed % 2 == 0;
      MatmulBatchProblem problem(shape, data, seed, shares_b);
      if (data == Data::fractions) problem.set_bound(&kernels_tests::bound_rounded_once);
      CHECK(problem.complaint(kernels::matmul_batch_variants()[0].run) == "");
    }
  }
}

TEST_CASE("matmul_batch: the check finds what is wrong") {
  const MatmulBatchProblem problem({{2, 3, 4}, 3, 1, 1}, Data::fractions, 5201);
  CHECK(problem.complaint(&all_but_the_last).starts_with("product 2, row 0, column 0: "));
  CHECK(problem.complaint(&always_the_first_factor).starts_with("product 1, row 0, column 0: "));
  CHECK(problem.complaint(&one_row_too_many) == "a row between two products changed");
  CHECK(problem.complaint(&clears_an_input) == "an input changed");
}

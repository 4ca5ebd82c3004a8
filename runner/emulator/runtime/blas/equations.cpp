// Solves systems of equations in batches of small matrices, each by Gaussian elimination.
#include <cmath>
#include <utility>
#include <vector>

#include "runner/emulator/runtime/blas/operands.hpp"

using namespace cuda_emulator;

namespace {

/// A column-major matrix.
template <class T>
struct Square {
  T* elements;
  std::ptrdiff_t leading;
  T& operator()(int row, int column) const { return elements[row + column * leading]; }
};

template <class T>
void exchange_rows(Square<T> a, int columns, int one, int other) {
  for (int column = 0; column < columns; ++column) std::swap(a(one, column), a(other, column));
}

/// Returns 0, or the number of the first column without a pivot.
template <class T>
int factor(Square<T> a, int n, int* pivots) {
  int info = 0;
  for (int step = 0; step < n; ++step) {
    int pivot = step;
    for (int row = step + 1; pivots && row < n; ++row) {
      if (std::abs(a(row, step)) > std::abs(a(pivot, step))) pivot = row;
    }
    if (pivots) {
      pivots[step] = pivot + 1;
      exchange_rows(a, n, step, pivot);
    }
    if (a(step, step) == 0) {
      if (!info) info = step + 1;
      continue;
    }
    for (int row = step + 1; row < n; ++row) {
      const T part = a(row, step) /= a(step, step);
      for (int column = step + 1; column < n; ++column) a(row, column) -= part * a(step, column);
    }
  }
  return info;
}

void solve_triangle(CBLAS_UPLO fill, CBLAS_TRANSPOSE op, CBLAS_DIAG diagonal, int n, int columns,
                    Square<const float> a, Square<float> b) {
  cblas_strsm(CblasColMajor, CblasLeft, fill, op, diagonal, n, columns, 1, a.elements,
              static_cast<int>(a.leading), b.elements, static_cast<int>(b.leading));
}
void solve_triangle(CBLAS_UPLO fill, CBLAS_TRANSPOSE op, CBLAS_DIAG diagonal, int n, int columns,
                    Square<const double> a, Square<double> b) {
  cblas_dtrsm(CblasColMajor, CblasLeft, fill, op, diagonal, n, columns, 1, a.elements,
              static_cast<int>(a.leading), b.elements, static_cast<int>(b.leading));
}

template <class T>
void solve(CBLAS_TRANSPOSE op, int n, int columns, Square<const T> a, const int* pivots, Square<T> b) {
  const bool plain = op == CblasNoTrans;
  for (int step = 0; plain && pivots && step < n; ++step) exchange_rows(b, columns, step, pivots[step] - 1);
  if (plain) {
    solve_triangle(CblasLower, op, CblasUnit, n, columns, a, b);
    solve_triangle(CblasUpper, op, CblasNonUnit, n, columns, a, b);
  } else {
    solve_triangle(CblasUpper, op, CblasNonUnit, n, columns, a, b);
    solve_triangle(CblasLower, op, CblasUnit, n, columns, a, b);
  }
  for (int step = n; !plain && pivots && step-- > 0;) exchange_rows(b, columns, step, pivots[step] - 1);
}

/// Returns 0, or the number of the first column whose pivot is 0.
template <class T>
int invert(int n, Square<const T> a, const int* pivots, Square<T> inverse) {
  for (int step = 0; step < n; ++step) {
    if (a(step, step) == 0) return step + 1;
  }
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < n; ++row) inverse(row, column) = row == column;
  }
  solve<T>(CblasNoTrans, n, n, a, pivots, inverse);
  return 0;
}

/// An array in device memory, of pointers to matrices.
template <class T>
struct Matrices {
  T* const* pointers;
  int rows, columns, leading;
};

/// Calls `operation(i)` if the arrays, and the matrices that they point to, can be used.
template <class Operation, class... T>
cublasStatus_t for_each_matrix(cublasHandle_t handle, int count, Operation operation,
                               const Matrices<T>&... all) {
  cublasStatus_t status = check(handle, vector(all.pointers, count, 1)...);
  const DeviceAccess access;
  for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) {
    status = check(handle, matrix(all.pointers[i], all.rows, all.columns, all.leading)...);
    if (status == CUBLAS_STATUS_SUCCESS) operation(i);
  }
  return status;
}

}  // namespace

#define BLAS(S, T)                                                                                          \
  cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const a[], int lda, int* pivots,  \
                                         int* info, int count) {                                            \
    const cublasStatus_t status =                                                                           \
        check(handle, vector(pivots, pivots ? n * count : 0, 1), vector(info, count, 1));                   \
    if (status != CUBLAS_STATUS_SUCCESS) return status;                                                     \
    return for_each_matrix(                                                                                 \
        handle, count,                                                                                      \
        [=](int i) { info[i] = factor(Square<T>{a[i], lda}, n, pivots ? pivots + i * n : nullptr); },       \
        Matrices<T>{a, n, n, lda});                                                                         \
  }                                                                                                         \
  cublasStatus_t cublas##S##getrsBatched(cublasHandle_t handle, cublasOperation_t op, int n, int columns,   \
                                         const T* const a[], int lda, const int* pivots, T* const b[],      \
                                         int ldb, int* info, int count) {                                   \
    *info = 0;                                                                                              \
    return for_each_matrix(                                                                                 \
        handle, count,                                                                                      \
        [=](int i) {                                                                                        \
          solve<T>(to_blas(op), n, columns, {a[i], lda}, pivots ? pivots + i * n : nullptr, {b[i], ldb});   \
        },                                                                                                  \
        Matrices<const T>{a, n, n, lda}, Matrices<T>{b, n, columns, ldb});                                  \
  }                                                                                                         \
  cublasStatus_t cublas##S##getriBatched(cublasHandle_t handle, int n, const T* const a[], int lda,         \
                                         const int* pivots, T* const inverse[], int ld_inverse, int* info,  \
                                         int count) {                                                       \
    const cublasStatus_t status = check(handle, vector(info, count, 1));                                    \
    if (status != CUBLAS_STATUS_SUCCESS) return status;                                                     \
    return for_each_matrix(                                                                                 \
        handle, count,                                                                                      \
        [=](int i) {                                                                                        \
          info[i] = invert<T>(n, {a[i], lda}, pivots ? pivots + i * n : nullptr, {inverse[i], ld_inverse}); \
        },                                                                                                  \
        Matrices<const T>{a, n, n, lda}, Matrices<T>{inverse, n, n, ld_inverse});                           \
  }                                                                                                         \
  cublasStatus_t cublas##S##matinvBatched(cublasHandle_t handle, int n, const T* const a[], int lda,        \
                                          T* const inverse[], int ld_inverse, int* info, int count) {       \
    if (n > 32) return CUBLAS_STATUS_INVALID_VALUE;                                                         \
    const cublasStatus_t status = check(handle, vector(info, count, 1));                                    \
    if (status != CUBLAS_STATUS_SUCCESS) return status;                                                     \
    return for_each_matrix(                                                                                 \
        handle, count,                                                                                      \
        [=](int i) {                                                                                        \
          std::vector<T> copy(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));                   \
          std::vector<int> pivots(static_cast<std::size_t>(n));                                             \
          for (int k = 0; k < n * n; ++k)                                                                   \
            copy[static_cast<std::size_t>(k)] = a[i][k % n + k / n * std::ptrdiff_t{lda}];                  \
          info[i] = factor(Square<T>{copy.data(), n}, n, pivots.data());                                    \
          if (info[i] == 0) invert<T>(n, {copy.data(), n}, pivots.data(), {inverse[i], ld_inverse});        \
        },                                                                                                  \
        Matrices<const T>{a, n, n, lda}, Matrices<T>{inverse, n, n, ld_inverse});                           \
  }
BLAS(S, float)
BLAS(D, double)
#undef BLAS

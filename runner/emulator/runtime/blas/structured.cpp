#include "runner/emulator/runtime/blas/operands.hpp"

using namespace cuda_emulator;

namespace {

template <class T>
void copy_matrix(int m, int n, const T* from, int from_leading, T* to, int to_leading) {
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < m; ++row) {
      to[row + std::ptrdiff_t{column} * to_leading] = from[row + std::ptrdiff_t{column} * from_leading];
    }
  }
}

template <class T>
void scale_by_diagonal(cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x, int incx, T* c,
                       int ldc) {
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  const T* const first = incx < 0 ? x - std::ptrdiff_t{order - 1} * incx : x;
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < m; ++row) {
      const T factor = first[std::ptrdiff_t{side == CUBLAS_SIDE_LEFT ? row : column} * incx];
      c[row + std::ptrdiff_t{column} * ldc] = factor * a[row + std::ptrdiff_t{column} * lda];
    }
  }
}

}  // namespace

#define BLAS(S, T, s)                                                                                        \
  cublasStatus_t cublas##S##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c,    \
                                const T* sine) {                                                             \
    return with(                                                                                             \
        handle, [=] { cblas_##s##rot(n, x, incx, y, incy, *c, *sine); }, vector(x, n, incx),                 \
        vector(y, n, incy));                                                                                 \
  }                                                                                                          \
  cublasStatus_t cublas##S##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* sine) {                         \
    return with(handle, [=] { cblas_##s##rotg(a, b, c, sine); });                                            \
  }                                                                                                          \
  cublasStatus_t cublas##S##symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,        \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) { \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] { cblas_##s##symv(CblasColMajor, to_blas(fill), n, *alpha, a, lda, x, incx, *beta, y, incy); },  \
        matrix(a, n, n, lda), vector(x, n, incx), vector(y, n, incy));                                       \
  }                                                                                                          \
  cublasStatus_t cublas##S##gbmv(cublasHandle_t handle, cublasOperation_t op, int m, int n, int lower,       \
                                 int upper, const T* alpha, const T* a, int lda, const T* x, int incx,       \
                                 const T* beta, T* y, int incy) {                                            \
    const bool plain = op == CUBLAS_OP_N;                                                                    \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##gbmv(CblasColMajor, to_blas(op), m, n, lower, upper, *alpha, a, lda, x, incx, *beta, y, \
                          incy);                                                                             \
        },                                                                                                   \
        matrix(a, lower + upper + 1, n, lda), vector(x, plain ? n : m, incx),                                \
        vector(y, plain ? m : n, incy));                                                                     \
  }                                                                                                          \
  cublasStatus_t cublas##S##trmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,         \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx) {    \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##trmv(CblasColMajor, to_blas(fill), to_blas(op), to_blas(diagonal), n, a, lda, x, incx); \
        },                                                                                                   \
        matrix(a, n, n, lda), vector(x, n, incx));                                                           \
  }                                                                                                          \
  cublasStatus_t cublas##S##trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,         \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx) {    \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##trsv(CblasColMajor, to_blas(fill), to_blas(op), to_blas(diagonal), n, a, lda, x, incx); \
        },                                                                                                   \
        matrix(a, n, n, lda), vector(x, n, incx));                                                           \
  }                                                                                                          \
  cublasStatus_t cublas##S##syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,         \
                                const T* x, int incx, T* a, int lda) {                                       \
    return with(                                                                                             \
        handle, [=] { cblas_##s##syr(CblasColMajor, to_blas(fill), n, *alpha, x, incx, a, lda); },           \
        vector(x, n, incx), matrix(a, n, n, lda));                                                           \
  }                                                                                                          \
  cublasStatus_t cublas##S##syr2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,        \
                                 const T* x, int incx, const T* y, int incy, T* a, int lda) {                \
    return with(                                                                                             \
        handle, [=] { cblas_##s##syr2(CblasColMajor, to_blas(fill), n, *alpha, x, incx, y, incy, a, lda); }, \
        vector(x, n, incx), vector(y, n, incy), matrix(a, n, n, lda));                                       \
  }                                                                                                          \
  cublasStatus_t cublas##S##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, \
                                 int n, const T* alpha, const T* a, int lda, const T* b, int ldb,            \
                                 const T* beta, T* c, int ldc) {                                             \
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;                                                      \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##symm(CblasColMajor, to_blas(side), to_blas(fill), m, n, *alpha, a, lda, b, ldb, *beta,  \
                          c, ldc);                                                                           \
        },                                                                                                   \
        matrix(a, order, order, lda), matrix(b, m, n, ldb), matrix(c, m, n, ldc));                           \
  }                                                                                                          \
  cublasStatus_t cublas##S##syr2k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, \
                                  int k, const T* alpha, const T* a, int lda, const T* b, int ldb,           \
                                  const T* beta, T* c, int ldc) {                                            \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##syr2k(CblasColMajor, to_blas(fill), to_blas(op), n, k, *alpha, a, lda, b, ldb, *beta,   \
                           c, ldc);                                                                          \
        },                                                                                                   \
        operand(a, op, n, k, lda), operand(b, op, n, k, ldb), matrix(c, n, n, ldc));                         \
  }                                                                                                          \
  cublasStatus_t cublas##S##trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,        \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,              \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc) {  \
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;                                                      \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          if (b != c) copy_matrix(m, n, b, ldb, c, ldc);                                                     \
          cblas_##s##trmm(CblasColMajor, to_blas(side), to_blas(fill), to_blas(op), to_blas(diagonal), m, n, \
                          *alpha, a, lda, c, ldc);                                                           \
        },                                                                                                   \
        matrix(a, order, order, lda), matrix(b, m, n, ldb), matrix(c, m, n, ldc));                           \
  }                                                                                                          \
  cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a,     \
                                 int lda, const T* x, int incx, T* c, int ldc) {                             \
    return with(                                                                                             \
        handle, [=] { scale_by_diagonal(side, m, n, a, lda, x, incx, c, ldc); }, matrix(a, m, n, lda),       \
        vector(x, side == CUBLAS_SIDE_LEFT ? m : n, incx), matrix(c, m, n, ldc));                            \
  }

BLAS(S, float, s)
BLAS(D, double, d)
#undef BLAS

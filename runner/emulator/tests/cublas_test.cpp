#include CATCH2_HEADER
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <unistd.h>

#include "device_array.hpp"
#include "findings_of.hpp"

namespace {

class Handle {
 public:
  Handle() { REQUIRE(cublasCreate(&handle_) == CUBLAS_STATUS_SUCCESS); }
  ~Handle() { cublasDestroy(handle_); }
  operator cublasHandle_t() const { return handle_; }

 private:
  cublasHandle_t handle_ = nullptr;
};

}  // namespace

TEST_CASE("a product of column-major matrices, with and without transposing") {
  const Handle handle;
  DeviceArray<float> a({1, 2, 3, 4, 5, 6}), b({1, 0, 2, 0, 1, 1}), c(std::vector<float>(4, -1));
  const float one = 1, zero = 0;
  // A is 2 x 3, B is 3 x 2.
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, a.data(), 2, b.data(), 3, &zero,
                    c.data(), 2) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<float>{11, 14, 8, 10});
  CHECK(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, 2, 2, 3, &one, a.data(), 3, b.data(), 2, &zero,
                    c.data(), 2) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<float>{1 * 1 + 2 * 2 + 3 * 1, 4 * 1 + 5 * 2 + 6 * 1, 0 + 0 + 3 * 1, 6 * 1});
}

TEST_CASE("vectors, in doubles") {
  const Handle handle;
  DeviceArray<double> x({1, -5, 3}), y({2, 2, 2});
  const double two = 2;
  CHECK(cublasDaxpy(handle, 3, &two, x.data(), 1, y.data(), 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(y.values() == std::vector<double>{4, -8, 8});
  double dot = 0;
  CHECK(cublasDdot(handle, 3, x.data(), 1, y.data(), 1, &dot) == CUBLAS_STATUS_SUCCESS);
  CHECK(dot == 4 + 40 + 24);
  int largest = 0, least = 0;
  cublasIdamax(handle, 3, x.data(), 1, &largest);
  cublasIdamin(handle, 3, x.data(), 1, &least);
  CHECK(largest == 2);
  CHECK(least == 1);
}

TEST_CASE("a product of any types is told how to compute by a type or by a name of its own") {
  const Handle handle;
  DeviceArray<float> a({1, 2, 3, 4}), b({1, 0, 2, 1}), c(std::vector<float>(4)), d(std::vector<float>(4));
  const float one = 1, zero = 0;
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a.data(), CUDA_R_32F, 2, b.data(),
                     CUDA_R_32F, 2, &zero, c.data(), CUDA_R_32F, 2, CUDA_R_32F,
                     CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<float>{1, 2, 5, 8});
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a.data(), CUDA_R_32F, 2, b.data(),
                     CUDA_R_32F, 2, &zero, d.data(), CUDA_R_32F, 2, CUBLAS_COMPUTE_32F,
                     CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
  CHECK(d.values() == c.values());
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a.data(), CUDA_R_32F, 2, b.data(),
                     CUDA_R_32F, 2, &zero, d.data(), CUDA_R_32F, 2, CUDA_R_32I,
                     CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
}

TEST_CASE("geam transposes") {
  const Handle handle;
  DeviceArray<float> a({1, 2, 3, 4, 5, 6}), c(std::vector<float>(6));
  const float one = 1, zero = 0;
  CHECK(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, a.data(), 2, &zero, nullptr, 3, c.data(),
                    3) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<float>{1, 3, 5, 2, 4, 6});
}

TEST_CASE("what is no handle, or no device memory, is refused") {
  Findings findings;
  const Handle handle;
  float host[4] = {};
  const float one = 1;
  CHECK(cublasSscal(nullptr, 4, &one, host, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasSscal(handle, 4, &one, host, 1) == CUBLAS_STATUS_EXECUTION_FAILED);
  CHECK(findings.all().at(0).kind == "host-memory-on-device");
}

TEST_CASE("products in batches need their pointers on the device") {
  const Handle handle;
  DeviceArray<double> a({1, 2, 3, 4}), c(std::vector<double>(4));
  const double one = 1, zero = 0;
  const double* from[] = {a.data()};
  double* to[] = {c.data()};
  CHECK(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, from, 2, from, 2, &zero, to, 2,
                           1) == CUBLAS_STATUS_EXECUTION_FAILED);
  DeviceArray<const double*> on_from({a.data()});
  DeviceArray<double*> on_to({c.data()});
  CHECK(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, on_from.data(), 2, on_from.data(),
                           2, &zero, on_to.data(), 2, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values() == std::vector<double>{7, 10, 15, 22});
}

TEST_CASE("a complex product takes the conjugate where that is asked for") {
  const Handle handle;
  DeviceArray<cuDoubleComplex> a({{1, 2}}), b({{3, -1}}), c(std::vector<cuDoubleComplex>(1));
  const cuDoubleComplex one{1, 0}, zero{0, 0};
  CHECK(cublasZgemm(handle, CUBLAS_OP_C, CUBLAS_OP_T, 1, 1, 1, &one, a.data(), 1, b.data(), 1, &zero,
                    c.data(), 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(c.values().at(0).x == 1);
  CHECK(c.values().at(0).y == -7);
}

TEST_CASE("systems of equations in batches") {
  const Handle handle;
  DeviceArray<float> a({0, 2, 1, 3}), b({3, 11}), singular({1, 2, 2, 4}), inverse(std::vector<float>(4));
  DeviceArray<float*> matrices({a.data(), singular.data()}), right({b.data()}), inverses({inverse.data()});
  DeviceArray<int> pivots(std::vector<int>(4)), info({-1, -1});
  CHECK(cublasSgetrfBatched(handle, 2, matrices.data(), 2, pivots.data(), info.data(), 2) ==
        CUBLAS_STATUS_SUCCESS);
  CHECK(info.values() == std::vector<int>{0, 2});
  CHECK(pivots.values() == std::vector<int>{2, 2, 2, 2});
  int status = -1;
  CHECK(cublasSgetrsBatched(handle, CUBLAS_OP_N, 2, 1, matrices.data(), 2, pivots.data(), right.data(), 2,
                            &status, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(b.values() == std::vector<float>{1, 3});
  CHECK(cublasSgetriBatched(handle, 2, matrices.data(), 2, pivots.data(), inverses.data(), 2, info.data(),
                            1) == CUBLAS_STATUS_SUCCESS);
  CHECK(inverse.values() == std::vector<float>{-1.5f, 1, 0.5f, 0});
}

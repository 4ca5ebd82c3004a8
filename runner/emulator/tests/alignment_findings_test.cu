#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <cstring>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"

namespace {

/// The one finding of `body`, which a thread runs on device memory of zeroes; empty if there is none. Tells
/// too how the grid ended.
template <class Body>
Finding finding_of(Body body, cudaError_t expected) {
  DeviceArray<int> array(std::vector<int>(64));
  Findings findings;
  launch({1, 1, 64}, body, reinterpret_cast<char*>(array.data()));
  CHECK(cudaDeviceSynchronize() == expected);
  CHECK(cudaGetLastError() == expected);
  CHECK(cudaGetLastError() == expected);
  cuda_emulator::forget_errors();
  const auto all = findings.all();
  CHECK(all.size() <= 1);
  return all.empty() ? Finding() : all[0];
}

template <class Body>
std::string message_of(Body body) {
  const auto finding = finding_of(body, cudaErrorMisalignedAddress);
  CHECK(finding.kind == "misaligned-access");
  return finding.message;
}

template <class Body>
bool is_right(Body body) {
  return finding_of(body, cudaSuccess).kind.empty();
}

template <class T>
__device__ T* at(char* p, int offset) {
  return reinterpret_cast<T*>(p + offset);
}

}  // namespace

TEST_CASE("an address that is no multiple of its type's size ends the grid") {
  CHECK(message_of([](char* p) { *at<double>(p, 4) = 1; }).find(" at offset 4 in the 256 bytes") !=
        std::string::npos);
  CHECK(message_of([](char* p) { *at<int>(p, 0) = *at<short>(p, 7); }).find("not a multiple of 2") !=
        std::string::npos);
  CHECK(message_of([](char* p) { *at<volatile float>(p, 6) = 1; }).find("not a multiple of 4") !=
        std::string::npos);
  CHECK(message_of([](char* p) { atomicAdd(at<unsigned long long>(p, 12), 1ull); }).find("of 8") !=
        std::string::npos);
  CHECK(message_of([](char*) {
          auto* s = dynamic_shared_memory();
          *at<double>(s, 20) = 1;
        }).find("at offset 20 in the 64 bytes of dynamic shared memory") != std::string::npos);
}

TEST_CASE("vector types have the alignments of CUDA") {
  CHECK(message_of([](char* p) {
          const int4 v = *at<int4>(p, 4);
          *at<int>(p, 64) = v.x + v.w;
        }).find("read of 16 bytes at offset 4 in") != std::string::npos);
  CHECK(message_of([](char* p) { *at<int4>(p, 16) = *at<int4>(p, 8); }).find("of 16") != std::string::npos);
  CHECK(message_of([](char* p) { *at<double2>(p, 8) = double2{1, 2}; }).find("of 16") != std::string::npos);
  CHECK(message_of([](char* p) { *at<float2>(p, 4) = float2{1, 2}; }).find("of 8") != std::string::npos);
}

TEST_CASE("what may lie at any address is no finding there") {
  CHECK(is_right([](char* p) { *at<float3>(p, 4) = *at<float3>(p, 16); }));
  CHECK(is_right([](char* p) { *at<int3>(p, 28) = int3{1, 2, 3}; }));
  CHECK(is_right([](char* p) { *at<uchar3>(p, 1) = *at<uchar3>(p, 16); }));
  CHECK(is_right([](char* p) {
    double d;
    std::memcpy(&d, at<char>(p, 3), sizeof d);
    std::memcpy(at<char>(p, 13), &d, sizeof d);
  }));
  struct [[gnu::packed]] Packed {
    char c;
    double d;
    int i;
  };
  CHECK(is_right([](char* p) {
    at<Packed>(p, 0)->d = at<Packed>(p, 13)->i;
    *at<Packed>(p, 26) = *at<Packed>(p, 0);
  }));
  typedef int AnyInt __attribute__((aligned(1)));
  CHECK(is_right([](char* p) { *reinterpret_cast<AnyInt*>(at<char>(p, 3)) = 1; }));
  struct TwoDoubles {
    double a, b;
  };
  CHECK(is_right([](char* p) { *at<TwoDoubles>(p, 8) = *at<TwoDoubles>(p, 24); }));
  CHECK(is_right([](char* p) { *at<int>(p, 0) = at<int4>(p, 4)->y; }));  // a device may load that part alone
}

TEST_CASE("a pointer to nowhere is reported as such, aligned or not") {
  const auto finding = finding_of([](char*) { *at<double>(nullptr, 3) = 1; }, cudaErrorIllegalAddress);
  CHECK(finding.kind == "host-memory-on-device");
}

#include CATCH2_HEADER
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <limits>
#include <vector>

#include "device_array.hpp"
#include "launch.hpp"

namespace {

/// What a thread of the device gets from `function()`.
template <class Function>
auto on_device(Function function) {
  using Result = decltype(function());
  DeviceArray<Result> result(std::vector<Result>(1));
  launch({1, 1}, [function](Result* to) { *to = function(); }, result.data());
  return result.values()[0];
}

#define DEVICE(...) on_device([] { return __VA_ARGS__; })

}  // namespace

TEST_CASE("every half survives the way through float") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const __half value = __ushort_as_half(static_cast<unsigned short>(bits));
    const bool nan = (bits & 0x7fff) > 0x7c00;
    if (nan ? __hisnan(value) : __half_as_ushort(__float2half(value)) == bits) continue;
    CAPTURE(bits);
    FAIL_CHECK("changed");
  }
}

TEST_CASE("floats round to the nearest half, to even ones in between") {
  CHECK(float(__half(65504.f)) == 65504);
  CHECK(std::isinf(float(__half(65520.f))));
  CHECK(float(__half(65519.9f)) == 65504);
  CHECK(float(__half(2049.f)) == 2048);
  CHECK(float(__half(2051.f)) == 2052);
  CHECK(float(__half(std::ldexp(1.f, -24))) == std::ldexp(1.f, -24));
  CHECK(float(__half(std::ldexp(1.f, -25))) == 0);
  CHECK(float(__half(-std::ldexp(3.f, -25))) == -std::ldexp(2.f, -24));
  CHECK(float(__nv_bfloat16(257.f)) == 256);
  CHECK(float(__nv_bfloat16(259.f)) == 260);
}

TEST_CASE("half arithmetic rounds each result") {
  const __half big = 2048, one = 1;
  CHECK(float(big + one) == 2048);
  CHECK(float(__hfma(big, one, __half(2.f))) == 2050);
  CHECK(float(__hadd2(__half2{big, one}, __half2{one, one}).y) == 2);
}

TEST_CASE("directed rounding") {
  CHECK(DEVICE(__fadd_rn(1, 1e-9f)) == 1);
  CHECK(DEVICE(__fadd_ru(1, 1e-9f)) == std::nextafter(1.f, 2.f));
  CHECK(DEVICE(__fadd_rd(-1, -1e-9f)) == std::nextafter(-1.f, -2.f));
  CHECK(DEVICE(__fadd_rz(-1, -1e-9f)) == -1);
  CHECK(DEVICE(__fmul_rd(3, 1.f / 3)) == 1);  // 1/3 is rounded up
  CHECK(DEVICE(__fmul_ru(3, 1.f / 3)) == std::nextafter(1.f, 2.f));
  CHECK(DEVICE(__ddiv_rd(1, 3)) < DEVICE(__ddiv_ru(1, 3)));
  CHECK(DEVICE(__double2float_rd(0.1)) < DEVICE(__double2float_ru(0.1)));
}

TEST_CASE("arithmetic beside a directed rounding is rounded to the nearest") {
  struct Results {
    float up, down, to_zero;
    double wide_up, wide_down;
  };
  const float a = 1, b = 7, c = 3;
  const auto results = on_device([a, b, c] {
    return Results{__fadd_ru(a, 0) + b / c, __fadd_rd(a, 0) + b / c, __fmul_rz(a, a) + b / c,
                   __dadd_ru(a, 0) + double(b) / c, __dadd_rd(a, 0) + double(b) / c};
  });
  CHECK(results.up == a + b / c);
  CHECK(results.down == a + b / c);
  CHECK(results.to_zero == a + b / c);
  CHECK(results.wide_up == a + double(b) / c);
  CHECK(results.wide_down == a + double(b) / c);
  // As here: no product is fused with what is rounded by its name.
  const float p = 1 + 0x1p-12f, q = -(p * p);
  CHECK(on_device([p, q] { return __fadd_rn(p * p, q); }) == 0);
  CHECK(on_device([p, q] { return __fadd_rn(q, p * p); }) == 0);
}

TEST_CASE("functions of the normal distribution are exact in their tails") {
  struct Value {
    double x, exact;
  };
  const auto check = [](auto function, std::initializer_list<Value> values) {
    for (const Value& value : values) {
      const double x = value.x, result = on_device([function, x] { return function(x); });
      CAPTURE(x);
      CHECK(std::abs(result / value.exact - 1) < 4 * std::numeric_limits<double>::epsilon());
    }
  };
  check([] __device__(double x) { return normcdf(x); }, {{-30.5, 1.3029379131780763509e-204},
                                                         {-12.3, 4.5287069561587846514e-35},
                                                         {-1.5, 0.066807201268858066004},
                                                         {0.7, 0.75803634777692697138}});
  check([] __device__(double x) { return erfcx(x); }, {{3.9, 0.14031418160068973568},
                                                       {2.7, 0.1968741273319557657},
                                                       {-5.3, 3164914574749.3398176},
                                                       {-20.1, 5.7589542626497851061e+175},
                                                       {10.5, 0.053491899746564116726}});
}

TEST_CASE("conversions to integers saturate") {
  CHECK(DEVICE(__float2int_rn(2.5f)) == 2);
  CHECK(DEVICE(__float2int_rn(3.5f)) == 4);
  CHECK(DEVICE(__float2int_ru(2.1f)) == 3);
  CHECK(DEVICE(__float2int_rd(-2.1f)) == -3);
  CHECK(DEVICE(__float2int_rz(-2.9f)) == -2);
  CHECK(DEVICE(__float2int_rz(1e20f)) == std::numeric_limits<int>::max());
  CHECK(DEVICE(__float2uint_rz(-3.f)) == 0);
  CHECK(DEVICE(__float2int_rn(nanf(""))) == 0);
}

TEST_CASE("integer intrinsics") {
  CHECK(DEVICE(__popc(0xf0f0u)) == 8);
  CHECK(DEVICE(__clz(1)) == 31);
  CHECK(DEVICE(__clz(0)) == 32);
  CHECK(DEVICE(__clzll(0)) == 64);
  CHECK(DEVICE(__ffs(0)) == 0);
  CHECK(DEVICE(__ffs(8)) == 4);
  CHECK(DEVICE(__ffsll(1LL << 40)) == 41);
  CHECK(DEVICE(__brev(1u)) == 0x80000000u);
  CHECK(DEVICE(__brevll(2ull)) == 0x4000000000000000ull);
  CHECK(DEVICE(__umulhi(0xffffffffu, 0xffffffffu)) == 0xfffffffeu);
  CHECK(DEVICE(__mulhi(-1, 1)) == -1);
  CHECK(DEVICE(__umul64hi(~0ull, 2)) == 1);
  CHECK(DEVICE(__mul24(-3, 5)) == -15);
  CHECK(DEVICE(__byte_perm(0x33221100u, 0x77665544u, 0x7410u)) == 0x77441100u);
  CHECK(DEVICE(__byte_perm(0x000000ffu, 0, 0x8888u)) == 0xffffffffu);
  CHECK(DEVICE(__funnelshift_l(0x80000000u, 1u, 1)) == 3);
  CHECK(DEVICE(__funnelshift_r(0x2u, 1u, 1)) == 0x80000001u);
  CHECK(DEVICE(__dp4a(0x01ff0203, 0x01010101, 10)) == 10 + 1 - 1 + 2 + 3);
  CHECK(DEVICE(__sad(-5, 7, 1u)) == 13);
  CHECK(DEVICE(min(3, 4)) == 3);
  CHECK(DEVICE(max(2u, 7u)) == 7);
  CHECK(DEVICE(max(1.5f, 2)) == 2.f);
}

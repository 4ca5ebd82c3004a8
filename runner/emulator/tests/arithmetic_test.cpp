#include CATCH2_HEADER
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <limits>

TEST_CASE("every half survives the way through float") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const __half value = __ushort_as_half(static_cast<unsigned short>(bits));
    const bool nan = (bits & 0x7fff) > 0x7c00;
    if (nan ? __hisnan(value) : __float2half(value).bits == bits) continue;
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
  CHECK(__fadd_rn(1, 1e-9f) == 1);
  CHECK(__fadd_ru(1, 1e-9f) == std::nextafter(1.f, 2.f));
  CHECK(__fadd_rd(-1, -1e-9f) == std::nextafter(-1.f, -2.f));
  CHECK(__fadd_rz(-1, -1e-9f) == -1);
  CHECK(__fmul_rd(3, 1.f / 3) == 1);  // 1/3 is rounded up
  CHECK(__fmul_ru(3, 1.f / 3) == std::nextafter(1.f, 2.f));
  CHECK(__ddiv_rd(1, 3) < __ddiv_ru(1, 3));
  CHECK(__double2float_rd(0.1) < __double2float_ru(0.1));
}

TEST_CASE("conversions to integers saturate") {
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rn(3.5f) == 4);
  CHECK(__float2int_ru(2.1f) == 3);
  CHECK(__float2int_rd(-2.1f) == -3);
  CHECK(__float2int_rz(-2.9f) == -2);
  CHECK(__float2int_rz(1e20f) == std::numeric_limits<int>::max());
  CHECK(__float2uint_rz(-3.f) == 0);
  CHECK(__float2int_rn(std::nanf("")) == 0);
}

TEST_CASE("integer intrinsics") {
  CHECK(__popc(0xf0f0u) == 8);
  CHECK(__clz(1) == 31);
  CHECK(__clz(0) == 32);
  CHECK(__clzll(0) == 64);
  CHECK(__ffs(0) == 0);
  CHECK(__ffs(8) == 4);
  CHECK(__ffsll(1LL << 40) == 41);
  CHECK(__brev(1u) == 0x80000000u);
  CHECK(__brevll(2ull) == 0x4000000000000000ull);
  CHECK(__umulhi(0xffffffffu, 0xffffffffu) == 0xfffffffeu);
  CHECK(__mulhi(-1, 1) == -1);
  CHECK(__umul64hi(~0ull, 2) == 1);
  CHECK(__mul24(-3, 5) == -15);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7410u) == 0x77441100u);
  CHECK(__byte_perm(0x000000ffu, 0, 0x8888u) == 0xffffffffu);
  CHECK(__funnelshift_l(0x80000000u, 1u, 1) == 3);
  CHECK(__funnelshift_r(0x2u, 1u, 1) == 0x80000001u);
  CHECK(__dp4a(0x01ff0203, 0x01010101, 10) == 10 + 1 - 1 + 2 + 3);
  CHECK(__sad(-5, 7, 1u) == 13);
  CHECK(min(3, 4) == 3);
  CHECK(max(2u, 7u) == 7);
  CHECK(max(1.5f, 2) == 2.f);
}

// Numbers of 8 bits against their definition: E4M3 has a bias of 7, no infinity and one NaN; E5M2 is like half.
#include CATCH2_HEADER
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cmath>
#include <limits>
#include <vector>

#include "device_array.hpp"
#include "launch.hpp"

namespace {

struct Format {
  __nv_fp8_interpretation_t kind;
  int fraction_bits, bias;
  unsigned largest, nan;  ///< the bits of the largest number and of the least NaN
};

constexpr Format formats[] = {{__NV_E4M3, 3, 7, 0x7e, 0x7f}, {__NV_E5M2, 2, 15, 0x7b, 0x7d}};

/// Goes on beyond the largest number.
float value_of(const Format& format, unsigned magnitude) {
  const unsigned exponent = magnitude >> format.fraction_bits, one = 1u << format.fraction_bits;
  const unsigned significand = (magnitude & (one - 1)) | (exponent == 0 ? 0 : one);
  const int scale = exponent == 0 ? 1 : static_cast<int>(exponent);
  return std::ldexp(static_cast<float>(significand), scale - format.bias - format.fraction_bits);
}

unsigned bits_of(const Format& format, float value, __nv_saturation_t saturation) {
  return __nv_cvt_float_to_fp8(value, saturation, format.kind);
}

template <class T>
std::vector<float> values_on_the_device() {
  DeviceArray<float> values(std::vector<float>(256));
  const auto convert = [](float* to) {
    T number;
    number.__x = static_cast<__nv_fp8_storage_t>(threadIdx.x);
    to[threadIdx.x] = T(float(number)).__x == number.__x ? float(number) : NAN;
  };
  launch({1, 256}, convert, values.data());
  return values.values();
}

}  // namespace

TEST_CASE("each number of 8 bits has the value of its format") {
  const std::vector<float> on_device[] = {values_on_the_device<__nv_fp8_e4m3>(),
                                          values_on_the_device<__nv_fp8_e5m2>()};
  for (const Format& format : formats) {
    for (unsigned bits = 0; bits < 256; ++bits) {
      CAPTURE(format.kind, bits);
      const unsigned magnitude = bits & 0x7f;
      const __half half = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(bits), format.kind);
      if (magnitude >= format.nan) {
        CHECK(__hisnan(half));
        CHECK(std::isnan(on_device[format.kind][bits]));
      } else {
        const float size =
            magnitude > format.largest ? std::numeric_limits<float>::infinity() : value_of(format, magnitude);
        CHECK(float(half) == (bits > 0x7f ? -size : size));
        if (magnitude <= format.largest) CHECK(on_device[format.kind][bits] == float(half));
      }
    }
  }
}

TEST_CASE("floats round to the nearest number of 8 bits, to even ones in between") {
  for (const Format& format : formats) {
    for (unsigned bits = 0; bits < format.largest; ++bits) {
      CAPTURE(format.kind, bits);
      const float middle = (value_of(format, bits) + value_of(format, bits + 1)) / 2;
      const unsigned even = bits % 2 == 0 ? bits : bits + 1;
      CHECK(bits_of(format, value_of(format, bits), __NV_NOSAT) == bits);
      CHECK(bits_of(format, middle, __NV_NOSAT) == even);
      CHECK(bits_of(format, -middle, __NV_NOSAT) == (even | 0x80));
      CHECK(bits_of(format, std::nextafter(middle, 0.f), __NV_NOSAT) == bits);
      CHECK(bits_of(format, std::nextafter(middle, 1e9f), __NV_NOSAT) == bits + 1);
      CHECK(__nv_cvt_double_to_fp8(std::nextafter(double{middle}, 1e9), __NV_NOSAT, format.kind) == bits + 1);
    }
  }
}

TEST_CASE("what is too large for 8 bits") {
  for (const Format& format : formats) {
    CAPTURE(format.kind);
    const float middle = (value_of(format, format.largest) + value_of(format, format.largest + 1)) / 2;
    const unsigned beyond = format.largest + 1;  // infinity, or NaN
    CHECK(bits_of(format, middle, __NV_NOSAT) == (format.kind == __NV_E4M3 ? format.largest : beyond));
    for (const float value : {std::nextafter(middle, 1e9f), 1e30f, std::numeric_limits<float>::infinity()}) {
      CHECK(bits_of(format, value, __NV_NOSAT) == beyond);
      CHECK(bits_of(format, value, __NV_SATFINITE) == format.largest);
      CHECK(bits_of(format, -value, __NV_SATFINITE) == (format.largest | 0x80));
    }
    CHECK(bits_of(format, NAN, __NV_SATFINITE) == 0x7f);
  }
}

TEST_CASE("pairs and fours of numbers of 8 bits") {
  const __nv_fp8x2_e4m3 pair(float2{1.5f, -1000});
  CHECK(pair.__x == 0xfe3c);
  CHECK(float2(pair).y == -448);
  CHECK(float(__half2(pair).x) == 1.5f);
  const __nv_fp8x4_e5m2 four(float4{1, 2, -3, 0.25f});
  CHECK(four.__x == 0x34c2403c);
  CHECK(float4(four).z == -3);
  CHECK(int(__nv_fp8_e4m3(-300)) == -288);
  CHECK_FALSE(bool(__nv_fp8_e5m2(0.f)));
}

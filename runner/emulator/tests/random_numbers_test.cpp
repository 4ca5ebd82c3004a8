// cuRAND's host calls, against what cuRAND 10.4 gave on an H200.
#include CATCH2_HEADER
#include <cuda_runtime.h>
#include <curand.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "device_array.hpp"
#include "findings_of.hpp"

namespace {

class Generator {
 public:
  explicit Generator(curandRngType type, std::uint64_t seed) {
    REQUIRE(curandCreateGenerator(&generator_, type) == CURAND_STATUS_SUCCESS);
    REQUIRE(curandSetPseudoRandomGeneratorSeed(generator_, seed) == CURAND_STATUS_SUCCESS);
  }
  ~Generator() { curandDestroyGenerator(generator_); }
  operator curandGenerator_t() const { return generator_; }

 private:
  curandGenerator_t generator_ = nullptr;
};

/// FNV-1a over whole numbers.
template <class Number>
std::uint64_t hash_of(const std::vector<Number>& numbers) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const Number& number : numbers) {
    std::conditional_t<sizeof number == 4, std::uint32_t, std::uint64_t> bits;
    std::memcpy(&bits, &number, sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3;
  }
  return hash;
}

/// What is expected of the seed 1234: 20000 numbers of each kind; 4100 from the offset 5 on; of the mean 1 and the
/// deviation 2; of 0 and 1.
struct Expected {
  curandRngType type;
  std::uint64_t bits, uniform, uniform_doubles, from_offset;
  float normal[4];
  double normal_doubles[2];
};

constexpr Expected from_a_gpu[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     0x4d3c704c0b538f60,
     0x26d2631547fde7d9,
     0xfc3740ae47a92242,
     0x48ad769d1214461c,
     {2.56194735f, -2.60315585f, 0.438302577f, 2.12709284f},
     {0.3587397985244547, -1.239592503223552}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     0xe58994ffb7e8d181,
     0xa7a279b927e33b6b,
     0x008822308b11405a,
     0xf9147b3dc6944d51,
     {0.278692901f, -0.182562709f, -2.43707252f, -0.803224087f},
     {-0.36065364611174483, -0.59128140374174398}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     0xe54db8e631eb52c1,
     0x4c2c2d5b2625ed4c,
     0x4cc54212947507a1,
     0x82e02c16cc268a9b,
     {-2.23298097f, 3.45830941f, -2.12108135f, 1.9292407f},
     {-0.53952669590731883, 0.16063334644202298}},
};

}  // namespace

TEST_CASE("random numbers of the host's calls are a GPU's") {
  const Expected& expected = GENERATE(from_range(std::begin(from_a_gpu), std::end(from_a_gpu)));
  CAPTURE(expected.type);
  const auto numbers = [&](auto generate, auto number, int count, unsigned offset = 0) {
    const Generator generator(expected.type, 1234);
    CHECK(curandSetGeneratorOffset(generator, offset) == CURAND_STATUS_SUCCESS);
    DeviceArray<decltype(number)> output(std::vector<decltype(number)>(static_cast<std::size_t>(count)));
    CHECK(generate(generator, output.data(), static_cast<std::size_t>(count)) == CURAND_STATUS_SUCCESS);
    return output.values();
  };
  CHECK(hash_of(numbers(curandGenerate, 0u, 20000)) == expected.bits);
  CHECK(hash_of(numbers(curandGenerateUniform, 0.0f, 20000)) == expected.uniform);
  CHECK(hash_of(numbers(curandGenerateUniformDouble, 0.0, 20000)) == expected.uniform_doubles);
  CHECK(hash_of(numbers(curandGenerate, 0u, 4100, 5)) == expected.from_offset);
  const auto normal = numbers([](auto... a) { return curandGenerateNormal(a..., 1, 2); }, 0.0f, 4);
  for (std::size_t n = 0; n < 4; ++n) CHECK(normal[n] == Approx(expected.normal[n]).epsilon(3e-6));
  const auto doubles = numbers([](auto... a) { return curandGenerateNormalDouble(a..., 0, 1); }, 0.0, 2);
  for (std::size_t n = 0; n < 2; ++n) CHECK(doubles[n] == Approx(expected.normal_doubles[n]).epsilon(1e-13));
}

TEST_CASE("a generator goes on where it was") {
  const curandRngType type =
      GENERATE(CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  const Generator once(type, 7), twice(type, 7);
  DeviceArray<float> all(std::vector<float>(100)), parts(std::vector<float>(100));
  CHECK(curandGenerateUniform(once, all.data(), 100) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(twice, parts.data(), 33) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(twice, parts.data() + 33, 67) == CURAND_STATUS_SUCCESS);
  CHECK(parts.values() == all.values());
}

TEST_CASE("normal numbers come in pairs, but for Philox") {
  DeviceArray<float> output(std::vector<float>(7));
  CHECK(curandGenerateNormal(Generator(CURAND_RNG_PSEUDO_XORWOW, 0), output.data(), 7, 0, 1) ==
        CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateNormal(Generator(CURAND_RNG_PSEUDO_PHILOX4_32_10, 0), output.data(), 7, 0, 1) ==
        CURAND_STATUS_SUCCESS);
}

TEST_CASE("random numbers go to the device's memory, and those of a generator of the host's to the host's") {
  Findings findings;
  unsigned int host[2] = {};
  CHECK(curandGenerate(Generator(CURAND_RNG_PSEUDO_XORWOW, 0), host, 2) == CURAND_STATUS_LAUNCH_FAILURE);
  CHECK(findings.all().at(0).kind == "host-memory-on-device");
  curandGenerator_t generator;
  REQUIRE(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerate(generator, host, 2) == CURAND_STATUS_SUCCESS);
  CHECK(host[0] == 0xbd7f03b6);
  CHECK(host[1] == 0xebc63fb7);
  CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
  CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_NOT_INITIALIZED);
}

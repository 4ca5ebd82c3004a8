#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <numeric>

#include "device_array.hpp"
#include "launch.hpp"

namespace {

constexpr unsigned everybody = 0xffffffffu;

/// What each lane of two warps gets from `function(lane)`.
template <class Function>
std::vector<int> lanes(Function function, unsigned threads = 64) {
  DeviceArray<int> results(std::vector<int>(threads, -1));
  launch(
      {1, threads}, [function](int* out) { out[threadIdx.x] = function(static_cast<int>(threadIdx.x)); },
      results.data());
  return results.values();
}

template <class Function>
std::vector<int> expected(Function function, int threads = 64) {
  std::vector<int> values;
  for (int t = 0; t < threads; ++t) values.push_back(function(t));
  return values;
}

}  // namespace

TEST_CASE("shuffles read from the lane that they name, within segments") {
  const int width = GENERATE(32, 16, 4);
  CAPTURE(width);
  CHECK(lanes([=](int t) { return __shfl_sync(everybody, t, 3, width); }) ==
        expected([=](int t) { return t / width * width + 3; }));
  CHECK(lanes([=](int t) { return __shfl_up_sync(everybody, t, 2, width); }) ==
        expected([=](int t) { return t % width >= 2 ? t - 2 : t; }));
  CHECK(lanes([=](int t) { return __shfl_down_sync(everybody, t, 3, width); }) ==
        expected([=](int t) { return t % width + 3 < width ? t + 3 : t; }));
  CHECK(lanes([=](int t) { return __shfl_xor_sync(everybody, t, 1, width); }) ==
        expected([=](int t) { return t ^ 1; }));
}

TEST_CASE("shuffles read 0 from lanes that take no part") {
  CHECK(lanes([](int t) { return t % 32 == 0 ? -1 : __shfl_up_sync(everybody, t, 1); }) ==
        expected([](int t) { return t % 32 == 0   ? -1
                                    : t % 32 == 1 ? 0
                                                  : t - 1; }));
  const auto of_twenty = lanes([](int t) { return __shfl_down_sync(everybody, t + 100, 4); }, 20);
  CHECK(of_twenty == expected([](int t) { return t < 16 ? t + 104 : 0; }, 20));
}

TEST_CASE("shuffles move doubles whole") {
  CHECK(lanes([](int t) { return static_cast<int>(__shfl_xor_sync(everybody, t + 0.25, 16) * 4); }) ==
        expected([](int t) { return (t ^ 16) * 4 + 1; }));
}

TEST_CASE("halves of a warp work on their own, also when they diverge") {
  const auto half = [](int t) {
    if (t % 32 < 16) return __reduce_add_sync(0x0000ffffu, t);
    return __reduce_max_sync(0xffff0000u, t) + __shfl_sync(0xffff0000u, t, 16);
  };
  CHECK(lanes(half) == expected([](int t) { return t % 32 < 16 ? t / 32 * 512 + 120 : t / 32 * 64 + 47; }));
}

TEST_CASE("votes and matches") {
  CHECK(lanes([](int t) { return static_cast<int>(__ballot_sync(everybody, t % 2)); }) ==
        expected([](int) { return static_cast<int>(0xaaaaaaaau); }));
  CHECK(lanes([](int t) { return __any_sync(everybody, t == 40) * 2 + __all_sync(everybody, t < 32); }) ==
        expected([](int t) { return t < 32 ? 1 : 2; }));
  CHECK(lanes([](int t) { return static_cast<int>(__match_any_sync(everybody, t % 32 / 16)); }) ==
        expected([](int t) { return static_cast<int>(t % 32 < 16 ? 0xffffu : 0xffff0000u); }));
}

TEST_CASE("a warp reduces signed and unsigned numbers") {
  CHECK(lanes([](int t) { return __reduce_min_sync(everybody, t - 5); }) ==
        expected([](int t) { return t < 32 ? -5 : 27; }));
  CHECK(lanes([](int t) {
          return static_cast<int>(__reduce_min_sync(everybody, static_cast<unsigned>(t - 5)));
        }) == expected([](int t) { return t < 32 ? 0 : 27; }));
}

TEST_CASE("a partial warp waits for no missing lane") {
  CHECK(lanes([](int t) { return __reduce_add_sync(everybody, t); }, 37) ==
        expected([](int t) { return t < 32 ? 496 : 32 + 33 + 34 + 35 + 36; }, 37));
}

TEST_CASE("the active mask is the lanes at the same call") {
  const auto masks = lanes(
      [](int t) {
        if (t % 3 == 0) return static_cast<int>(__activemask());
        return static_cast<int>(__activemask()) + 0;
      },
      32);
  unsigned thirds = 0;
  for (int t = 0; t < 32; t += 3) thirds |= 1u << t;
  // The compiler may merge both calls into one: then all lanes are active together.
  const bool merged = masks[0] == -1;
  CHECK(masks ==
        expected([=](int t) { return static_cast<int>(merged  ? everybody
                                                      : t % 3 ? ~thirds
                                                              : thirds); }, 32));
}

#include CATCH2_HEADER
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include <numeric>

#include "device_array.hpp"
#include "launch.hpp"

namespace cg = cooperative_groups;

namespace {

std::vector<int> numbers(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

/// What 64 threads of a block get from `function()`.
template <class Function>
std::vector<int> threads(Function function) {
  DeviceArray<int> results(std::vector<int>(64, -1));
  launch({1, 64}, [=](int* out) { out[threadIdx.x] = function(); }, results.data());
  return results.values();
}

template <class Function>
std::vector<int> expected(Function function) {
  std::vector<int> values = numbers(64);
  for (int& value : values) value = function(value);
  return values;
}

/// A circle of numbers, each replaced by its neighbour's plus one, again and again.
__global__ void turn(int* circle, int count, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const int i = static_cast<int>(grid.thread_rank());
  for (int r = 0; r < rounds; ++r) {
    const int next = circle[(i + 1) % count];
    grid.sync();
    circle[i] = next + 1;
    grid.sync();
  }
}

}  // namespace

TEST_CASE("a group of a kind that is known only when the program runs") {
  const auto size_rank = [](const cg::thread_group& group) {
    group.sync();
    return static_cast<int>(group.size() * 100 + group.thread_rank());
  };
  CHECK(threads([=] { return size_rank(cg::this_thread_block()); }) ==
        expected([](int t) { return 6400 + t; }));
  for (int size = 1; size <= 32; size *= 2) {
    CHECK(threads([=] {
            return size_rank(cg::tiled_partition(cg::this_thread_block(), static_cast<unsigned>(size)));
          }) == expected([=](int t) { return size * 100 + t % size; }));
  }
  CHECK(threads([=] {
          const auto odd =
              cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), threadIdx.x % 2);
          return size_rank(cg::tiled_partition(odd, 4));
        }) == expected([](int t) { return 400 + t % 32 / 2 % 4; }));
}

TEST_CASE("tiles reduce and scan on their own") {
  CHECK(threads([] {
          const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
          return cg::reduce(tile, static_cast<int>(threadIdx.x), cg::plus<int>());
        }) == expected([](int t) { return t / 8 * 64 + 28; }));
  CHECK(threads([] {
          const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
          return cg::inclusive_scan(tile, 1) * 100 + cg::exclusive_scan(tile, 2);
        }) == expected([](int t) { return (t % 16 + 1) * 100 + t % 16 * 2; }));
  CHECK(threads([] {
          const auto tile = cg::tiled_partition<4>(cg::tiled_partition<32>(cg::this_thread_block()));
          return static_cast<int>(tile.meta_group_rank() * 10 + tile.thread_rank());
        }) == expected([](int t) { return t % 32 / 4 * 10 + t % 4; }));
}

TEST_CASE("groups move values of more than 8 bytes") {
  CHECK(threads([] {
          const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
          const int4 mine = make_int4(static_cast<int>(threadIdx.x), 1, 2, 3);
          const int4 other = tile.shfl_xor(mine, 1);
          return other.x + other.w;
        }) == expected([](int t) { return (t ^ 1) + 3; }));
}

TEST_CASE("tiles of several warps") {
  DeviceArray<int> results(std::vector<int>(256, -1));
  launch(
      {1, 256},
      [](int* out) {
        __shared__ cg::block_tile_memory<256> memory;
        const auto tile = cg::tiled_partition<128>(cg::this_thread_block(memory));
        const int rank = static_cast<int>(tile.thread_rank());
        int sum = cg::reduce(tile, rank, cg::plus<int>()) + cg::inclusive_scan(tile, 1);
        sum += 100000 * static_cast<int>(tile.meta_group_rank()) + 10 * tile.any(threadIdx.x == 200);
        tile.sync();
        const auto warp = cg::tiled_partition<32>(tile);
        out[threadIdx.x] = sum + 1000000 * static_cast<int>(warp.meta_group_rank()) + tile.shfl(rank, 130);
      },
      results.data());
  const std::vector<int> found = results.values();
  for (int t = 0; t < 256; ++t) {
    CAPTURE(t);
    CHECK(found[static_cast<std::size_t>(t)] ==
          8128 + t % 128 + 1 + t / 128 * 100010 + t % 128 / 32 * 1000000 + 2);
  }
}

TEST_CASE("a tile of several warps waits for its own threads alone") {
  DeviceArray<int> results(std::vector<int>(2, 0));
  launch(
      {1, 128},
      [](int* out) {
        __shared__ int values[128];
        const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
        if (tile.meta_group_rank() == 1) return;
        values[threadIdx.x] = static_cast<int>(threadIdx.x);
        tile.sync();
        if (threadIdx.x == 0) out[0] = values[63];
      },
      results.data());
  CHECK(results.values() == std::vector<int>{63, 0});
}

TEST_CASE("a barrier of the block in two steps") {
  CHECK(threads([] {
          __shared__ int values[64];
          const auto block = cg::this_thread_block();
          values[threadIdx.x] = static_cast<int>(threadIdx.x);
          auto token = block.barrier_arrive();
          const int own = 100 * static_cast<int>(threadIdx.x);
          block.barrier_wait(std::move(token));
          return own + values[63 - threadIdx.x];
        }) == expected([](int t) { return 100 * t + 63 - t; }));
}

TEST_CASE("one thread of a group works for all") {
  CHECK(threads([] {
          __shared__ int value;
          const auto block = cg::this_thread_block();
          const auto tile = cg::tiled_partition<16>(block);
          cg::invoke_one(block, [&] { value = 5; });
          block.sync();
          return value + cg::invoke_one_broadcast(tile, [] { return static_cast<int>(threadIdx.x); });
        }) == expected([](int t) { return 5 + t / 16 * 16; }));
}

TEST_CASE("lanes that are together form a group") {
  CHECK(threads([] {
          if (threadIdx.x % 5 != 0) return -1;
          const auto group = cg::coalesced_threads();
          return static_cast<int>(group.size() * 100 + group.thread_rank());
        }) == expected([](int t) {
          const int size = t < 32 ? 7 : 6;
          return t % 5 ? -1 : size * 100 + (t < 32 ? t / 5 : (t - 35) / 5);
        }));
}

TEST_CASE("all blocks of a cooperative grid wait for each other") {
  const unsigned blocks = GENERATE(1u, 5u, 16u);
  const int count = static_cast<int>(blocks) * 33;
  DeviceArray<int> circle(numbers(count));
  int* data = circle.data();
  int rounds = 7;
  void* arguments[] = {&data, const_cast<int*>(&count), &rounds};
  REQUIRE(cudaLaunchCooperativeKernel(turn, blocks, 33, arguments) == cudaSuccess);
  std::vector<int> turned = numbers(count);
  for (int& value : turned) value = (value + 7) % count + 7;
  CHECK(circle.values() == turned);
}

TEST_CASE("a cooperative grid must fit on the device") {
  int* data = nullptr;
  int count = 0, rounds = 0;
  void* arguments[] = {&data, &count, &rounds};
  cudaDeviceProp device{};
  REQUIRE(cudaGetDeviceProperties(&device, 0) == cudaSuccess);
  const int most = device.multiProcessorCount * (device.maxThreadsPerMultiProcessor / 1024);
  CHECK(cudaLaunchCooperativeKernel(turn, static_cast<unsigned>(most) + 1, 1024, arguments) ==
        cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
}

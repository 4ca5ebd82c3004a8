#include "runner/emulator/runtime/api/launch_limits.hpp"

#include CATCH2_HEADER

using cuda_emulator::LaunchShape;

TEST_CASE("a launch that does not fit is reported with the limit") {
  const auto limit = [](const LaunchShape& shape) { return cuda_emulator::exceeded_limit(shape, nullptr); };
  CHECK(limit({1, 1024, 48 << 10}) == "");
  CHECK(limit({1, 2048}) == "2048 threads in a block, at most 1024 are possible");
  CHECK(limit({1, dim3(32, 32, 2)}) == "2048 threads in a block (32 x 32 x 2), at most 1024 are possible");
  CHECK(limit({256, 3907}) ==
        "3907 threads in a block, at most 1024 are possible; <<<256, 3907>>> is 256 blocks of 3907 threads: "
        "blocks come "
        "first, are the two exchanged?");
  CHECK(limit({1, ~0u}) == "4294967295 threads in a block, at most 1024 are possible");
  CHECK(limit({1, dim3(1 << 16, 1 << 16)}) ==
        "a block of 65536 x 65536 x 1 threads, at most 1024 are possible");
  CHECK(limit({1, dim3(1, 1, 65)}) == "blockDim.z is 65, at most 64 is possible");
  CHECK(limit({0, 256}) == "0 blocks: the grid is 0 x 1 x 1");
  CHECK(limit({1, dim3(8, 0)}) == "0 threads in a block: it is 8 x 0 x 1");
  CHECK(limit({dim3(1, 100000), 32}) == "gridDim.y is 100000, at most 65535 is possible");
  CHECK(limit({~0u, 32}) == "gridDim.x is 4294967295, at most 2147483647 is possible");
  CHECK(limit({1, 32, 50000}) ==
        "50000 bytes of shared memory for a block, at most 49152 are possible without "
        "cudaFuncAttributeMaxDynamicSharedMemorySize");
  CHECK(limit({1, 32, 300000}) == "300000 bytes of shared memory for a block, at most 49152 are possible");
}

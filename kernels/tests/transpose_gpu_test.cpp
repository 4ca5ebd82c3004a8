#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/tests/on_device.hpp"
#include "kernels/tests/transpose_check.hpp"
#include "kernels/transpose/tile_grid.cuh"

using kernels::MatrixView;
using kernels_tests::GuardedMatrix;
using kernels_tests::OnDevice;
using kernels_tests::TransposeCase;

namespace {

constexpr std::size_t aligned = GuardedMatrix<int>::aligned_margin;
constexpr std::size_t unaligned = GuardedMatrix<int>::unaligned_margin;

/// What is wrong with `run` on a random matrix in device memory, or nothing.
template <class T>
std::string complaint(kernels::TransposeDeviceFunction<T>* run, const TransposeCase& c, unsigned seed,
                      bool ordinary = false) {
  const GuardedMatrix<T> in = kernels_tests::random_matrix<T>(c, seed, ordinary);
  const OnDevice device_in(in), device_out(kernels_tests::poisoned_transpose<T>(c));
  const kernels::Stream stream;

  run(device_in.view(), device_out.view(), stream);

  const auto out = device_out.read_back();
  if (!device_in.read_back().same_bytes(in)) return "the input changed";
  return kernels_tests::transpose_complaint(in, out);
}

/// Sizes and strides around tiles of up to 256 elements, whole vectors of 16 bytes and not.
std::vector<TransposeCase> awkward_cases() {
  std::vector<TransposeCase> cases;
  for (const std::size_t margin : {aligned, unaligned}) {
    for (const TransposeCase& c : {
             TransposeCase{0, 0, 0, 0},
             {0, 5, 0, 1},
             {5, 0, 1, 0},
             {1, 1, 0, 0},
             {1, 1, 3, 5},
             {2, 3, 1, 1},
             {7, 11, 0, 0},
             {16, 16, 0, 0},
             {31, 33, 0, 0},
             {32, 32, 7, 9},
             {33, 31, 1, 1},
             {63, 65, 1, 0},
             {64, 64, 0, 0},
             {64, 64, 16, 32},
             {65, 63, 0, 1},
             {127, 129, 0, 0},
             {128, 128, 0, 0},
             {128, 192, 16, 64},
             {129, 127, 15, 17},
             {255, 257, 1, 15},
             {256, 256, 0, 0},
             {257, 255, 0, 0},
             {512, 256, 16, 0},
             {300, 528, 4, 4},
             {1, 5003, 0, 0},
             {5003, 1, 0, 0},
             {3, 2000, 5, 0},
             {2000, 3, 0, 5},
             {64, 4097, 15, 0},
             {4097, 64, 0, 8},
             {521, 523, 0, 0},
         }) {
      cases.push_back({c.rows, c.columns, c.in_gap, c.out_gap, margin});
    }
  }
  return cases;
}

template <class T>
void check_gpu_variants(const char* type, const std::vector<TransposeCase>& cases) {
  for (const auto& variant : kernels::transpose_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    unsigned seed = 4201;
    for (const TransposeCase& c : cases) {
      ++seed;
      if (!kernels_tests::fits_here(c.rows * c.columns)) continue;
      CAPTURE(type, variant.name, c.rows, c.columns, c.in_gap, c.out_gap, c.margin, seed);
      const bool ordinary = variant.name == "gpu-cublas";
      CHECK(complaint<T>(variant.run_on_device, c, seed, ordinary) == "");
    }
  }
}

void check_all_types(const std::vector<TransposeCase>& cases) {
  check_gpu_variants<std::uint8_t>("uint8", cases);
  check_gpu_variants<std::uint16_t>("uint16", cases);
  check_gpu_variants<std::int32_t>("int32", cases);
  check_gpu_variants<std::uint64_t>("uint64", cases);
  check_gpu_variants<kernels::Element16>("16 bytes", cases);
}

template <class T>
std::string complaint_on_host(kernels::TransposeFunction<T>* run, const TransposeCase& c, unsigned seed) {
  const GuardedMatrix<T> in = kernels_tests::random_matrix<T>(c, seed);
  GuardedMatrix<T> out = kernels_tests::poisoned_transpose<T>(c);
  run(in.view(), out.view());
  return kernels_tests::transpose_complaint(in, out);
}

template <class T>
void check_host_level(const char* type) {
  for (const auto& variant : kernels::transpose_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    for (const TransposeCase& c :
         {TransposeCase{0, 3, 0, 0}, {1, 1, 0, 0}, {67, 129, 3, 5}, {128, 64, 0, 0}, {256, 256, 16, 16}}) {
      CAPTURE(type, variant.name, c.rows, c.columns);
      CHECK(complaint_on_host<T>(variant.run, c, 4301) == "");
    }
  }
}

template <class T>
void check_multi() {
  const auto* multi = kernels::find_variant(kernels::transpose_variants<T>(), "gpu-multi");
  REQUIRE(multi != nullptr);
  for (const TransposeCase& c :
       {TransposeCase{0, 3, 0, 0}, {1, 1, 0, 0}, {67, 129, 3, 5}, {300, 70, 0, 1}, {5, 200, 0, 0}}) {
    CAPTURE(sizeof(T), c.rows, c.columns);
    CHECK(complaint_on_host<T>(multi->run, c, 4351) == "");
  }
}

/// The most blocks that a grid has in y, while it lives.
struct BlocksDown {
  explicit BlocksDown(std::size_t most) { kernels::most_blocks_down = most; }
  BlocksDown(const BlocksDown&) = delete;
  ~BlocksDown() { kernels::most_blocks_down = before; }
  const std::size_t before = kernels::most_blocks_down;
};

// Each of these is wrong in one way.

void does_nothing(MatrixView<const std::int32_t>, MatrixView<std::int32_t>, kernels::GpuStream) {}

/// Right for a square matrix that is its own transpose, and for one row.
void copies(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out, kernels::GpuStream stream) {
  constexpr std::size_t bytes = sizeof(std::int32_t);
  kernels::check_cuda(cudaMemcpy2DAsync(out.data, out.stride * bytes, in.data, in.stride * bytes,
                                        in.columns * bytes, in.rows, cudaMemcpyDeviceToDevice, stream),
                      "copy");
}

void clears_a_gap(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out,
                  kernels::GpuStream stream) {
  kernels::transpose_variants<std::int32_t>()[2].run_on_device(in, out, stream);
  kernels::check_cuda(cudaMemsetAsync(out.data + out.columns, 0, sizeof(std::int32_t), stream), "memset");
}

void clears_its_input(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out,
                      kernels::GpuStream stream) {
  kernels::transpose_variants<std::int32_t>()[2].run_on_device(in, out, stream);
  kernels::check_cuda(cudaMemsetAsync(const_cast<std::int32_t*>(in.data), 0, sizeof(std::int32_t), stream),
                      "memset");
}

}  // namespace

TEST_CASE("transpose on the GPU: gpu-multi on several logical GPUs, in one part or in many") {
  REQUIRE_GPU();
  for (const std::vector<int>& gpus : {std::vector<int>{}, {0}, {0, 0}, {0, 0, 0}}) {
    const kernels_tests::Devices devices(gpus);
    for (const std::uint64_t budget : {0, 20'000}) {
      const kernels_tests::Budget within(budget);
      check_multi<std::uint8_t>();
      check_multi<std::int32_t>();
      check_multi<kernels::Element16>();
    }
  }
}

TEST_CASE("transpose on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("transpose", kernels::transpose_variants<std::int32_t>());
}

TEST_CASE("transpose on the GPU: every variant and type, awkward shapes and strides, aligned and not") {
  REQUIRE_GPU();
  check_all_types(awkward_cases());
}

TEST_CASE("transpose on the GPU: blocks that go on from tile to tile") {
  REQUIRE_GPU();
  for (const std::size_t most : {1, 2}) {
    const BlocksDown at_most(most);
    // Several tiles of every size, down or across: those of 1 and 2 bytes are too large for the emulated GPU.
    check_all_types({{200, 100, 0, 1, unaligned}, {64, 192, 0, 0, aligned}, {256, 768, 0, 0, aligned}});
  }
}

TEST_CASE("transpose on the GPU: more tiles down than a grid has blocks in y", "[.large]") {
  REQUIRE_GPU();
  constexpr std::size_t rows = 65'535 * 32 + 33;
  check_all_types({{rows, 1, 0, 0, aligned}, {rows, 3, 1, 0, unaligned}, {1, rows, 0, 0, aligned}});
}

TEST_CASE("transpose on the GPU: a matrix far beyond the cache, and edges of it", "[.large]") {
  REQUIRE_GPU();
  const std::vector<TransposeCase> cases{{6'000, 6'005, 11, 16, aligned}};
  check_gpu_variants<kernels::Element16>("16 bytes", cases);
}

TEST_CASE("transpose on the GPU: from host memory to host memory, every bit") {
  REQUIRE_GPU();
  check_host_level<std::uint8_t>("uint8");
  check_host_level<std::uint16_t>("uint16");
  check_host_level<std::int32_t>("int32");
  check_host_level<std::uint64_t>("uint64");
  check_host_level<kernels::Element16>("16 bytes");
}

TEST_CASE("transpose on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  CHECK(complaint<std::int32_t>(&does_nothing, {5, 4, 0, 0}, 1) == "row 0, column 0");
  CHECK(complaint<std::int32_t>(&copies, {9, 9, 0, 0}, 2) == "row 0, column 1");
  CHECK(complaint<std::int32_t>(&clears_a_gap, {5, 4, 0, 2}, 3) == "a guard around the output changed");
  CHECK(complaint<std::int32_t>(&clears_its_input, {5, 4, 0, 0}, 4) == "the input changed");
}

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/lights_out/lights_out.hpp"
#include "kernels/tests/lights_toggled.hpp"
#include "kernels/tests/on_device.hpp"

using kernels_tests::all_lights;
using kernels_tests::GuardedMatrix;
using kernels_tests::lights_toggled_by;
using kernels_tests::OnDevice;

namespace {

using Boards = GuardedMatrix<std::uint32_t>;

/// The first board that `presses` do not put out.
std::string first_left_alight(const Boards& boards, const Boards& presses) {
  const auto lights = boards.view().row(0), pressed = presses.view().row(0);
  for (std::size_t k = 0; k < lights.size(); ++k) {
    if ((pressed[k] & ~all_lights) != 0 || lights_toggled_by(pressed[k]) != lights[k]) {
      return "board " + std::to_string(k);
    }
  }
  return "";
}

/// What is wrong with `run`, or nothing.
std::string complaint(kernels::LightsOutDeviceFunction* run, const Boards& boards) {
  Boards poisoned = boards;
  poisoned.fill(0xDEAD'BEEF);
  const OnDevice device_boards(boards), device_presses(poisoned), device_both(boards);
  const kernels::Stream stream;

  run(device_boards.view().row(0), device_presses.view().row(0), stream);
  run(device_both.view().row(0), device_both.view().row(0), stream);

  const Boards presses = device_presses.read_back(), in_place = device_both.read_back();
  if (!device_boards.read_back().same_bytes(boards)) return "an input changed";
  if (!presses.guards_intact()) return "a guard around the output changed";
  if (!in_place.same_bytes(presses)) return "other presses when they overwrite the boards";
  return first_left_alight(boards, presses);
}

Boards random_boards(std::size_t size, std::size_t margin, unsigned seed) {
  std::mt19937 random(seed);
  Boards boards(1, size, 0, margin);
  for (std::uint32_t& board : boards.view().row(0)) board = static_cast<std::uint32_t>(random()) & all_lights;
  return boards;
}

/// No light, all lights, every single light, every single button pressed, and every first row alone.
Boards chosen_boards() {
  std::vector<std::uint32_t> chosen = {0, all_lights};
  for (int k = 0; k < 30; ++k) chosen.push_back(1U << k);
  for (int k = 0; k < 30; ++k) chosen.push_back(lights_toggled_by(1U << k));
  for (std::uint32_t row = 0; row < 64; ++row) chosen.push_back(lights_toggled_by(row));
  Boards boards(1, chosen.size(), 0);
  std::ranges::copy(chosen, boards.view().row(0).data());
  return boards;
}

// Each of these is wrong in one way.

void presses_nothing(std::span<const std::uint32_t>, std::span<std::uint32_t>, kernels::GpuStream) {}

void presses_the_lights(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses,
                        kernels::GpuStream stream) {
  kernels::check_cuda(
      cudaMemcpyAsync(presses.data(), boards.data(), boards.size_bytes(), cudaMemcpyDeviceToDevice, stream),
      "copy");
}

void clears_one_past_the_end(std::span<const std::uint32_t>, std::span<std::uint32_t> presses,
                             kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(presses.data() + presses.size(), 0, 4, stream), "memset");
}

}  // namespace

TEST_CASE("lights_out on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("lights_out", kernels::lights_out_variants());
}

TEST_CASE("lights_out on the GPU: every variant, awkward sizes, aligned and not") {
  REQUIRE_GPU();
  for (const auto& variant : kernels::lights_out_variants()) {
    if (variant.run_on_device == nullptr) continue;
    unsigned seed = 1222;
    for (const std::size_t margin : {Boards::aligned_margin, Boards::unaligned_margin}) {
      for (const std::size_t size : {0, 1, 2, 3, 4, 5, 31, 32, 33, 511, 512, 513, 4099, 65'537}) {
        ++seed;
        CAPTURE(variant.name, size, margin, seed);
        CHECK(complaint(variant.run_on_device, random_boards(size, margin, seed)) == "");
      }
    }
  }
}

TEST_CASE("lights_out on the GPU: chosen boards") {
  REQUIRE_GPU();
  for (const auto& variant : kernels::lights_out_variants()) {
    if (variant.run_on_device == nullptr) continue;
    CAPTURE(variant.name);
    CHECK(complaint(variant.run_on_device, chosen_boards()) == "");
  }
}

TEST_CASE("lights_out on the GPU: more boards than the GPU holds threads", "[.large]") {
  REQUIRE_GPU();
  for (const auto& variant : kernels::lights_out_variants()) {
    if (variant.run_on_device == nullptr) continue;
    CAPTURE(variant.name);
    CHECK(complaint(variant.run_on_device, random_boards(5'000'011, Boards::unaligned_margin, 6)) == "");
  }
}

TEST_CASE("lights_out on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  const Boards boards = random_boards(50, Boards::unaligned_margin, 5);
  CHECK(complaint(&presses_nothing, boards) == "other presses when they overwrite the boards");
  CHECK(complaint(&presses_the_lights, boards) == "board 0");
  CHECK(complaint(&clears_one_past_the_end, boards) == "a guard around the output changed");
}

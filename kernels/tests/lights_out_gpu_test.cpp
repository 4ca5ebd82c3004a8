#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/lights_out/lights_out.hpp"
#include "kernels/lights_out/lights_out_text.hpp"
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

/// The lights as numbers, board by board.
std::vector<std::int32_t> as_numbers(std::span<const std::uint32_t> boards) {
  std::vector<std::int32_t> numbers;
  for (const std::uint32_t board : boards) {
    for (int bit = 0; bit < 30; ++bit) numbers.push_back(static_cast<std::int32_t>(board >> bit & 1));
  }
  return numbers;
}

/// The answer, board `begin` + 1 to `end`.
std::string printed_by_host(std::span<const std::uint32_t> presses, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t k = begin; k < end; ++k) {
    text += "PUZZLE #" + std::to_string(k + 1) + '\n';
    for (int bit = 0; bit < 30; ++bit) {
      text += static_cast<char>('0' + (presses[k] >> bit & 1));
      text += bit % 6 == 5 ? '\n' : ' ';
    }
  }
  return text;
}

/// The answer as the GPU prints it between guards.
std::string printed(const kernels::TextItems& items, std::size_t begin, std::size_t end) {
  constexpr std::size_t guard = 64;
  const std::size_t room = items.most_bytes * (end - begin);
  const kernels::DeviceBuffer<char> text(room + 2 * guard);
  const kernels::DeviceBuffer<std::uint64_t> bytes(1);
  const kernels::Stream stream;
  kernels::check_cuda(cudaMemsetAsync(text.data(), '?', text.size(), stream), "guards");
  items.print(begin, end, text.data() + guard, bytes.data(), stream);
  stream.wait("printing");
  std::uint64_t size = 0;
  std::string all(text.size(), ' ');
  kernels::check_cuda(cudaMemcpy(&size, bytes.data(), sizeof size, cudaMemcpyDeviceToHost), "size");
  kernels::check_cuda(cudaMemcpy(all.data(), text.data(), text.size(), cudaMemcpyDeviceToHost), "text");
  if (size > room) return "more than there is room for";
  const std::string around = all.substr(0, guard) + all.substr(guard + size);
  if (around != std::string(around.size(), '?')) return "a guard changed";
  return all.substr(guard, size);
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

TEST_CASE("lights_out on the GPU: lights are packed as they come in a text") {
  REQUIRE_GPU();
  for (const std::size_t size : {1, 2, 127, 128, 129, 700}) {
    const Boards boards = random_boards(size, Boards::unaligned_margin, static_cast<unsigned>(size));
    Boards poisoned = boards;
    poisoned.fill(0xDEAD'BEEF);
    const OnDevice packed(poisoned);
    const std::vector<std::int32_t> numbers = as_numbers(boards.view().row(0));
    const kernels::DeviceBuffer<std::int32_t> lights(numbers.size());
    kernels::check_cuda(cudaMemcpy(lights.data(), numbers.data(), lights.bytes(), cudaMemcpyHostToDevice),
                        "in");
    const kernels::Stream stream;
    kernels::pack_lights(lights.span(), packed.view().row(0), stream);
    stream.wait("packing");
    CAPTURE(size);
    CHECK(packed.read_back().same_bytes(boards));
  }
}

TEST_CASE("lights_out on the GPU: answers are printed as by the host, with numbers of any length") {
  REQUIRE_GPU();
  const std::size_t most = kernels::gpu_is_emulated ? 1'100 : 1'000'100;
  const Boards boards = random_boards(most, Boards::unaligned_margin, 7);
  const OnDevice presses(boards);
  const auto on_host = boards.view().row(0);
  const kernels::TextItems items = kernels::lights_out_text(presses.view().row(0));
  CHECK(items.size == most);
  for (const auto& [begin, end] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 1},
                                                                                   {0, 9},
                                                                                   {0, 10},
                                                                                   {8, 9},
                                                                                   {9, 11},
                                                                                   {0, 127},
                                                                                   {0, 128},
                                                                                   {0, 129},
                                                                                   {98, 101},
                                                                                   {99, 100},
                                                                                   {5, 700},
                                                                                   {998, 1'000},
                                                                                   {999, 1'001},
                                                                                   {0, most},
                                                                                   {most - 90, most}}) {
    CAPTURE(begin, end);
    CHECK((printed(items, begin, end) == printed_by_host(on_host, begin, end)));
  }
  CHECK((printed(items, 0, 20) != printed_by_host(on_host, 1, 21)));
}

TEST_CASE("lights_out on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  const Boards boards = random_boards(50, Boards::unaligned_margin, 5);
  CHECK(complaint(&presses_nothing, boards) == "other presses when they overwrite the boards");
  CHECK(complaint(&presses_the_lights, boards) == "board 0");
  CHECK(complaint(&clears_one_past_the_end, boards) == "a guard around the output changed");
}

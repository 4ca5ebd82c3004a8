// Texts on the GPU: whatever is on the borders of its tiles and parts, it reads and prints like the host.

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "base/cores.hpp"
#include "base/on_cores.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/tests/on_device.hpp"
#include "kernels/text/gpu_text.hpp"

namespace {

using kernels::DecimalTokens;
using kernels::DeviceBuffer;
using kernels::IntegerTokens;

constexpr IntegerTokens any_integer = {std::numeric_limits<std::int32_t>::min(),
                                       std::numeric_limits<std::int32_t>::max()};
constexpr unsigned cores = 3;

template <class Number>
std::optional<Number> by_from_chars(std::string_view token) {
  if (token.starts_with('+')) token.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return value;
}

/// What the GPU reads; nothing where it leaves the text to the host.
template <class Kind, class Number = typename Kind::Number>
std::optional<std::vector<Number>> read(const std::string& text, Kind kind, std::size_t count) {
  const auto gpu = kernels::make_gpu_text(text.size(), cores);
  const std::span<Number> numbers = gpu->room<Number>(count);
  if (!gpu->read({text}, kind, numbers, by_from_chars<Number>)) return std::nullopt;
  std::vector<Number> values(count);
  kernels::check_cuda(cudaMemcpy(values.data(), numbers.data(), numbers.size_bytes(), cudaMemcpyDeviceToHost),
                      "copy out");
  return values;
}

template <class T>
std::string print(const std::vector<T>& numbers, std::size_t columns) {
  const auto gpu = kernels::make_gpu_text(0, cores);
  const std::span<T> device = gpu->room<T>(numbers.size());
  kernels::check_cuda(cudaMemcpy(device.data(), numbers.data(), device.size_bytes(), cudaMemcpyHostToDevice),
                      "copy in");
  std::string text;
  gpu->print({device.data(), device.size(), 0, columns}, [&](std::string_view part) { text += part; });
  return text;
}

template <class T>
std::string printed_by_host(const std::vector<T>& numbers, std::size_t columns) {
  std::string text;
  std::array<char, 64> room;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text.append(room.data(), std::to_chars(room.data(), room.data() + room.size(), numbers[i]).ptr);
    text += (i + 1) % columns == 0 ? '\n' : ' ';
  }
  return text;
}

/// Writes a decimal of at most nine digits, all within the normal range of float32, and the blank after it.
/// Of numbers halfway between two floats, which the host reads, there are as few as in a real text: integers
/// of eight digits and more, with which every tenth could be one, are left out.
char* print_decimal(std::uint64_t random, char* to) {
  const auto take = [&random](std::uint64_t count) {
    const std::uint64_t taken = random % count;
    random /= count;
    return taken;
  };
  constexpr std::array<std::uint64_t, 9> powers = {10,        100,        1'000,       10'000,       100'000,
                                                   1'000'000, 10'000'000, 100'000'000, 1'000'000'000};
  const auto length = static_cast<std::ptrdiff_t>(1 + take(9));
  const std::uint64_t digits = take(powers[static_cast<std::size_t>(length - 1)]);
  if (take(2) != 0) *to++ = '-';
  const char* const first = to;
  to = std::to_chars(to, to + length, digits).ptr;
  const auto fraction = static_cast<std::ptrdiff_t>(1 + take(static_cast<std::uint64_t>(to - first)));
  std::memmove(to - fraction + 1, to - fraction, static_cast<std::size_t>(fraction));
  to[-fraction] = '.';
  ++to;
  if (take(2) != 0) {
    // The power of ten of the last digit: from -37 to -1 or from 12 to 29.
    const auto place = static_cast<std::ptrdiff_t>(take(55));
    *to++ = 'e';
    to = std::to_chars(to, to + 4, (place < 37 ? place - 37 : place - 25) + fraction).ptr;
  }
  *to++ = take(8) == 0 ? '\n' : ' ';
  return to;
}

std::string blanks(std::mt19937& random) {
  std::string text(1, " \t\r\n"[random() % 4]);
  while (random() % 8 == 0) text += " \t\r\n"[random() % 4];
  return text;
}

}  // namespace

TEST_CASE("text on the GPU: integers between blanks of all kinds, of all lengths, on all borders of tiles") {
  REQUIRE_GPU();
  std::mt19937 random(4);
  for (std::size_t before = 0; before < kernels_tests::repeats_here(40); ++before) {
    std::string text(before, ' ');
    std::vector<std::int32_t> expected;
    const std::size_t count = kernels_tests::repeats_here(20'000);
    while (expected.size() < count) {
      const auto number = static_cast<std::int32_t>(random()) >> (random() % 32);
      if (random() % 500 == 0 && number >= 0) text += "+";
      text += std::to_string(number) + blanks(random);
      expected.push_back(number);
    }
    if (random() % 2 != 0) text.erase(text.find_last_not_of(" \t\r\n") + 1);
    CAPTURE(before);
    CHECK((read(text, any_integer, count) == expected));
  }
}

TEST_CASE("text on the GPU: one token of a tile begins and ends anywhere near the border") {
  REQUIRE_GPU();
  const std::size_t tile = kernels::parse_tile_bytes;
  for (std::size_t begin = tile - 13; begin < tile + 3; ++begin) {
    const std::string text = std::string(begin, '\n') + "-2147483648";
    CAPTURE(begin);
    CHECK((read(text, any_integer, 1) == std::vector<std::int32_t>{any_integer.min}));
    CHECK((read(text + "\n7", any_integer, 2) == std::vector<std::int32_t>{any_integer.min, 7}));
  }
}

TEST_CASE("text on the GPU: a text that is not just these numbers is left to the host") {
  REQUIRE_GPU();
  CHECK((read("1 2 3", any_integer, 3) == std::vector<std::int32_t>{1, 2, 3}));
  CHECK_FALSE(read("1 2 3", any_integer, 2));
  CHECK_FALSE(read("1 2 3", any_integer, 4));
  CHECK_FALSE(read("", any_integer, 1));
  CHECK_FALSE(read("1 x 3", any_integer, 3));
  CHECK_FALSE(read("1 2147483648 3", any_integer, 3));
  CHECK_FALSE(read(std::string("1 2\0 3", 6), any_integer, 3));
  CHECK((read("", any_integer, 0) == std::vector<std::int32_t>{}));
  CHECK_FALSE(read("1 five", DecimalTokens{}, 2));
  // A long one is left to the host, and is right.
  CHECK((read("1 " + std::string(100, '0') + "5 3", any_integer, 3) == std::vector<std::int32_t>{1, 5, 3}));
  // Too many are.
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "+5 ";
  CHECK_FALSE(read(many, any_integer, 5000));
}

TEST_CASE("text on the GPU: decimals, hard ones among them, are rounded as by std::from_chars") {
  REQUIRE_GPU();
  std::mt19937_64 random(5);
  std::string text;
  std::vector<float> expected;
  const std::size_t count = kernels_tests::repeats_here(100'000);
  while (expected.size() < count) {
    std::string token = std::to_string(static_cast<std::int64_t>(random()) >> (6 + random() % 58));
    const std::size_t sign = token[0] == '-';
    if (random() % 2 != 0) token.insert(sign + random() % (token.size() - sign + 1), ".");
    if (random() % 4 == 0) token += "e" + std::to_string(static_cast<int>(random() % 20) - 10);
    if (random() % 1000 == 0) token = "16777217";  // a tie
    text += token + (random() % 10 == 0 ? "\n" : " ");
    expected.push_back(*by_from_chars<float>(token));
  }
  const auto values = read(text, DecimalTokens{}, count);
  REQUIRE(values);
  CHECK(std::memcmp(values->data(), expected.data(), count * sizeof(float)) == 0);
}

TEST_CASE(
    "text on the GPU: a thousand million decimals of up to nine digits are rounded as by std::from_chars",
    "[.large]") {
  REQUIRE_GPU();
  constexpr std::size_t batches = 240, parts = 64, numbers = 65'536, batch = parts * numbers;
  constexpr std::size_t most_bytes = 16, part_bytes = numbers * most_bytes;
  static_assert(batches * batch >= 1'000'000'000);
  const auto all_cores = base::usable_core_count();
  std::string text(parts * part_bytes, ' ');
  std::vector<float> values(batch);
  const auto gpu = kernels::make_gpu_text(text.size(), all_cores);
  const std::span<float> device = gpu->room<float>(batch);
  std::atomic<std::size_t> wrong = 0;
  for (std::uint64_t round = 0; round < batches; ++round) {
    CAPTURE(round);
    base::on_cores(all_cores, parts, [&](std::size_t part) {
      std::mt19937_64 random(round * parts + part);
      char* to = text.data() + part * part_bytes;
      char* const end = to + part_bytes;
      for (std::size_t i = 0; i < numbers; ++i) to = print_decimal(random(), to);
      std::fill(to, end, ' ');
    });
    REQUIRE(gpu->read({text}, DecimalTokens{}, device, by_from_chars<float>));
    kernels::check_cuda(cudaMemcpy(values.data(), device.data(), device.size_bytes(), cudaMemcpyDeviceToHost),
                        "copy out");
    base::on_cores(all_cores, parts, [&](std::size_t part) {
      const char* at = text.data() + part * part_bytes;
      std::size_t wrong_here = 0;
      for (std::size_t i = 0; i < numbers; ++i) {
        float expected;
        at = std::from_chars(at, at + most_bytes, expected).ptr + 1;
        wrong_here += std::memcmp(&expected, &values[part * numbers + i], sizeof expected) != 0;
      }
      wrong += wrong_here;
    });
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("text on the GPU: rows are printed as by std::to_chars, in tiles and parts that end anywhere") {
  REQUIRE_GPU();
  std::mt19937_64 random(6);
  for (const std::size_t size : {0, 1, 3, 4, 5, 1023, 1024, 1025, 3000, 1'000'000, 3'000'001}) {
    if (!kernels_tests::fits_here(size)) continue;
    std::vector<std::int32_t> small(size);
    std::vector<std::int64_t> large(size);
    std::vector<float> floats(size);
    for (std::size_t i = 0; i < size; ++i) {
      large[i] = static_cast<std::int64_t>(random()) >> (random() % 64);
      small[i] = static_cast<std::int32_t>(large[i]);
      const auto bits = static_cast<std::uint32_t>(random() >> 7);
      std::memcpy(&floats[i], &bits, sizeof bits);
      if (floats[i] != floats[i]) floats[i] = 0;  // of the names of NaNs there are many
    }
    for (const std::size_t columns : {std::size_t{1}, std::size_t{7}, std::size_t{1024}, size + 1}) {
      CAPTURE(size, columns);
      CHECK((print(small, columns) == printed_by_host(small, columns)));
      CHECK((print(large, columns) == printed_by_host(large, columns)));
      CHECK((print(floats, columns) == printed_by_host(floats, columns)));
    }
  }
}

// Many numbers, which several cores read in chunks: as one core does, wherever chunks end.

#include "problems/common/shared_reading.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "problems/common/reader.hpp"
#include "problems/common/tests/input.hpp"

namespace {

using problems::Reader;
using problems::Sharing;
using problems::test::MemoryFile;
using problems::test::message_of;

Sharing random_sharing(std::mt19937& random) {
  return {.cores = 2 + static_cast<unsigned>(random() % 3),
          .chunk_bytes = 1 + random() % 300,
          .chunks_each = 1 + random() % 20,
          .least_bytes = 1};
}

std::string random_text(std::mt19937& random, std::size_t count, bool with_faults) {
  static const std::vector<std::string> faults = {"x", "+", "1.5", "\v7", "7\f", "2147483648", "-", "\x01"};
  static const std::vector<std::string> spaces = {" ", "\n", "\r\n", "\t", "   \n\n "};
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::int32_t>(random()) >> random() % 32;
    const bool faulty = with_faults && random() % 400 == 0;
    const std::string plus = number >= 0 && random() % 20 == 0 ? "+" : "";
    text += faulty ? faults[random() % faults.size()] : plus + std::to_string(number);
    text += spaces[random() % spaces.size()];
  }
  return text;
}

/// Two vectors and the end, as values, places and messages.
std::string read_all(Reader& reader, std::size_t first, std::size_t second) {
  std::string found;
  const std::string error = message_of([&] {
    for (const std::size_t count : {first, second}) {
      for (const std::int32_t value : reader.integers<std::int32_t>(count, INT32_MIN, INT32_MAX, "A"))
        found += std::to_string(value) + ' ';
      found += message_of([&] { reader.reject("another", "this"); });
    }
    reader.expect_end();
  });
  return found + error;
}

}  // namespace

TEST_CASE("several cores read what one core reads, and refuse the same at the same place") {
  const bool with_faults = GENERATE(false, true);
  std::mt19937 random(11);
  for (int round = 0; round < 150; ++round) {
    const std::size_t count = random() % 600;
    std::string text = random_text(random, count, with_faults);
    if (random() % 3 == 0 && !text.empty()) text.pop_back();
    if (random() % 8 == 0) text += "more";
    const std::size_t first = random() % (count + 1);
    const std::size_t second = count - first + (random() % 8 == 0);
    Reader one(text);
    const std::string expected = read_all(one, first, second);
    const Sharing sharing = random_sharing(random);
    CAPTURE(round, text, sharing.chunk_bytes, sharing.chunks_each);
    Reader shared_text(text, sharing);
    REQUIRE(read_all(shared_text, first, second) == expected);
    const MemoryFile file(text);
    Reader shared_file(file.descriptor(), 64, sharing);
    REQUIRE(read_all(shared_file, first, second) == expected);
    if (!with_faults && text.ends_with('\n') && second == count - first) {
      REQUIRE(expected.ends_with("no error"));
    }
  }
}

TEST_CASE("decimals of all spellings are rounded the same by several cores") {
  std::mt19937_64 random(12);
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    const double value = static_cast<double>(random()) * 0x1p-64;
    text += i % 7 == 0   ? std::to_string(value) + "e-3"
            : i % 7 == 1 ? "." + std::to_string(random())
            : i % 7 == 2 ? "-0"
                         : std::to_string(value);
    text += i % 10 == 9 ? '\n' : ' ';
  }
  Reader one(text), shared(text, {.cores = 3, .chunk_bytes = 1000, .least_bytes = 1});
  CHECK(one.decimals<float>(20'000, "A") == shared.decimals<float>(20'000, "A"));
}

TEST_CASE("a file that grows while it is read is read to its new end") {
  const MemoryFile file("1 2 3");
  Reader reader(file.descriptor(), 64, {.cores = 2, .least_bytes = 1});
  CHECK(reader.integer(0, 9, "N") == 1);
  REQUIRE(::pwrite(file.descriptor(), "4\n5 x", 5, 5) == 5);
  CHECK(reader.integers(3, 0, 99, "A") == std::vector<int>{2, 34, 5});
  CHECK(message_of([&] { reader.expect_end(); }) ==
        "line 2, column 3: expected the end of the input, found \"x\"");
}

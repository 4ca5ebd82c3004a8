// Many numbers, which several cores read in pieces: as one core does, wherever pieces end.

#include "problems/common/reading/shared_reading.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "problems/common/reading/reader.hpp"
#include "problems/common/tests/input.hpp"

namespace {

using problems::Reader;
using problems::Sharing;
using problems::test::FedPipe;
using problems::test::MemoryFile;
using problems::test::message_of;

Sharing random_sharing(std::mt19937& random) {
  return {
      .cores = 2 + static_cast<unsigned>(random() % 6), .piece_bytes = 1 + random() % 300, .least_bytes = 1};
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
    CAPTURE(round, text, sharing.cores, sharing.piece_bytes);
    Reader shared_text(text, sharing);
    REQUIRE(read_all(shared_text, first, second) == expected);
    const MemoryFile file(text);
    Reader shared_file(file.descriptor(), 64, sharing);
    REQUIRE(read_all(shared_file, first, second) == expected);
    const FedPipe pipe(text, 1 + random() % 500);
    Reader shared_stream(pipe.descriptor(), 64, sharing);
    REQUIRE(read_all(shared_stream, first, second) == expected);
    if (!with_faults && text.ends_with('\n') && second == count - first) {
      REQUIRE(expected.ends_with("no error"));
    }
  }
}

TEST_CASE("what several cores can read of the next items is read by them, and the rest one by one") {
  const bool with_faults = GENERATE(false, true);
  std::mt19937 random(13);
  std::size_t read_together = 0;
  const auto all_of = [&](Reader& reader, std::size_t most) {
    std::string found;
    const std::string error = message_of([&] {
      const auto together = reader.shared_integers<std::int32_t>(most, INT32_MIN, INT32_MAX);
      REQUIRE(together.size() <= most);
      read_together += together.size();
      for (const std::int32_t value : together) found += std::to_string(value) + ' ';
      while (!reader.at_end())
        found += std::to_string(reader.integer<std::int32_t>(INT32_MIN, INT32_MAX, "N")) + ' ';
      reader.reject("another", "this");
    });
    return found + error;
  };
  for (int round = 0; round < 150; ++round) {
    const std::string text = random_text(random, random() % 600, with_faults);
    const std::size_t most = random() % 600;
    const std::size_t before = read_together;
    Reader one(text);
    const std::string expected = all_of(one, most);
    REQUIRE(read_together == before);  // one core alone reads nothing together
    const Sharing sharing = random_sharing(random);
    const MemoryFile file(text);
    Reader shared(file.descriptor(), 64, sharing);
    CAPTURE(round, text, sharing.cores, sharing.piece_bytes);
    REQUIRE(all_of(shared, most) == expected);
  }
  CHECK(read_together > 1000);
}

TEST_CASE("what several cores read in vain is read again, and is refused at the same place") {
  std::mt19937 random(14);
  for (int round = 0; round < 100; ++round) {
    const std::string text = random_text(random, random() % 600, true);
    Reader one(text);
    const std::string expected = read_all(one, 0, 600);
    const Sharing sharing = random_sharing(random);
    const MemoryFile file(text);
    Reader shared(file.descriptor(), 64, sharing);
    CAPTURE(round, text, sharing.cores, sharing.piece_bytes);
    std::size_t read_in_vain = 0;
    REQUIRE_FALSE(shared.try_to([&] {
      read_in_vain = shared.shared_integers<std::int32_t>(600, INT32_MIN, INT32_MAX).size();
      return false;
    }));
    if (round == 0) REQUIRE(read_in_vain > 0);
    REQUIRE(read_all(shared, 0, 600) == expected);
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
  Reader one(text), shared(text, {.cores = 3, .piece_bytes = 1000, .least_bytes = 1});
  CHECK(one.decimals<float>(20'000, "A") == shared.decimals<float>(20'000, "A"));
}

TEST_CASE("numbers of many large pages are read from a file whose pages are released behind them") {
  constexpr std::size_t count = 2'500'000;  // 10 MB in memory, 45 MB of text
  std::mt19937_64 random(15);
  base::LargeVector<std::int32_t> first(count), second(count);
  std::string text;
  for (auto* values : {&first, &second}) {
    for (std::int32_t& value : *values) {
      value = static_cast<std::int32_t>(random()) % 100'000'000;
      text += std::to_string(value) + (random() % 8 == 0 ? '\n' : ' ');
    }
  }
  text += "x";
  const MemoryFile file(text);
  Reader reader(file.descriptor(), 64, {.cores = 3});
  const auto read = [&] { return reader.integers<std::int32_t>(count, -99'999'999, 99'999'999, "A"); };
  CHECK(read() == first);
  CHECK(read() == second);
  const std::size_t lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  CHECK(message_of([&] {
          reader.expect_end();
        }).starts_with("line " + std::to_string(lines + 1) + ", column "));
}

TEST_CASE("a file that grows while it is read is read to its new end") {
  const MemoryFile file("1 2 3");
  Reader reader(file.descriptor(), 64, {.cores = 2, .least_bytes = 1});
  CHECK(reader.integer(0, 9, "N") == 1);
  REQUIRE(::pwrite(file.descriptor(), "4\n5 x", 5, 5) == 5);
  CHECK(reader.integers(3, 0, 99, "A") == base::LargeVector<int>{2, 34, 5});
  CHECK(message_of([&] { reader.expect_end(); }) ==
        "line 2, column 3: expected the end of the input, found \"x\"");
}

TEST_CASE("items longer than many pieces are read from a stream, up to the longest") {
  const Sharing sharing = {.cores = 3, .piece_bytes = 1000, .least_bytes = 1};
  const std::string zeros(500'000, '0');
  const FedPipe pipe("1 " + zeros + "2 3 " + zeros + zeros + zeros + " 4", 70'000);
  Reader reader(pipe.descriptor(), 64, sharing);
  CHECK(reader.integers(3, 0, 99, "A") == base::LargeVector<int>{1, 2, 3});
  CHECK(message_of([&] {
          reader.integers(2, 0, 99, "A");
        }).starts_with("line 1, column 500007: expected an item of at most 1048576 characters"));
}

TEST_CASE("a stream that pauses is waited for only where more is needed") {
  const Sharing sharing = {.cores = 3, .piece_bytes = 100, .least_bytes = 1};
  std::array<int, 2> ends;
  REQUIRE(::pipe(ends.data()) == 0);
  std::string text = "0 ";
  for (int i = 1; i <= 2000; ++i) text += std::to_string(i) + (i % 10 == 0 ? "\n" : " ");
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  Reader reader(ends[0], 64, sharing);
  // Nobody closes or feeds the pipe meanwhile: whatever waits for that waits for ever.
  CHECK(reader.integers(1501, 0, 9999, "A").back() == 1500);
  CHECK(reader.integers(500, 0, 9999, "A").back() == 2000);
  const std::string_view wrong = "7 x 8 ";
  REQUIRE(::write(ends[1], wrong.data(), wrong.size()) == static_cast<ssize_t>(wrong.size()));
  CHECK(message_of([&] { reader.integers(500, 0, 9999, "A"); }).starts_with("line 201, column 3: "));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("a pipe from which several cores read much is made larger, and none made smaller") {
  constexpr int usual_bytes = 1 << 16, large_bytes = 1 << 19, larger_bytes = 1 << 20;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "12345 ";
  const auto size_after = [&](unsigned cores, std::size_t least_bytes, int bytes_before) {
    const FedPipe pipe(text, 1000);
    if (::fcntl(pipe.descriptor(), F_SETPIPE_SZ, bytes_before) < 0) return -1;  // may be more than is allowed
    Reader reader(pipe.descriptor(), 64, {.cores = cores, .least_bytes = least_bytes});
    CHECK(reader.integers<int>(1000, 0, 99999, "A").back() == 12345);
    return ::fcntl(pipe.descriptor(), F_GETPIPE_SZ);
  };
  CHECK(size_after(2, 1, usual_bytes) == large_bytes);
  const int size_of_larger = size_after(2, 1, larger_bytes);
  if (size_of_larger > 0) CHECK(size_of_larger == larger_bytes);
  CHECK(size_after(2, 1 << 20, usual_bytes) == usual_bytes);
  CHECK(size_after(1, 1, usual_bytes) == usual_bytes);
}

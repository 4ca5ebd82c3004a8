// What a Reader accepts, from wherever it reads.

#include "problems/common/reading/reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/available_memory.hpp"
#include "problems/common/frame/random.hpp"
#include "problems/common/tests/input.hpp"
#include CATCH2_HEADER

using problems::Random;
using problems::Reader;
using problems::test::FedPipe;
using problems::test::MemoryFile;
using problems::test::message_of;

namespace {

/// What a problem would do with "3 \r\n 10\t-20  +30\r\nmax 0.5".
void read_example(Reader& reader) {
  CHECK(!reader.next_is_letter());
  const auto count = reader.integer<std::size_t>(0, 10, "N");
  REQUIRE(count == 3);
  CHECK(reader.integers<int>(count, -100, 100, "A") == base::LargeVector<int>{10, -20, 30});
  CHECK(reader.next_is_letter());
  CHECK(reader.word("operation") == "max");
  CHECK(!reader.at_end());
  CHECK(reader.decimal<float>("x") == 0.5F);
  CHECK(reader.at_end());
  CHECK_NOTHROW(reader.expect_end());
}

/// Random integers, as text with blanks of every kind between them.
struct Sample {
  std::string text;
  base::LargeVector<std::int64_t> values;
};

Sample random_sample(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  Sample sample;
  const std::string blanks[] = {" ", " ", " ", "\n", "\r\n", "  ", " \t", "\n\n", "     \r\n  "};
  for (std::size_t i = 0; i < count; ++i) {
    const int bits = random.integer(0, 63);
    const auto magnitude = static_cast<std::int64_t>(random.next() >> 1 >> bits);
    sample.values.push_back(random.integer(0, 1) == 0 ? magnitude : -magnitude);
    sample.text += std::to_string(sample.values.back());
    sample.text += blanks[random.integer<std::size_t>(0, std::size(blanks) - 1)];
  }
  return sample;
}

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("a reader forgives blanks of every kind and a missing last newline") {
  const std::string ending = GENERATE("", "\n", "\r\n", "  \t \r\n\r\n  \n");
  const std::string text = "3 \r\n 10\t-20  +30\r\nmax 0.5" + ending;
  CAPTURE(ending);
  SECTION("in memory") {
    Reader reader(text);
    read_example(reader);
  }
  SECTION("from a file, through buffers of every small size") {
    for (std::size_t bytes = 0; bytes < 40; ++bytes) {
      CAPTURE(bytes);
      const MemoryFile file(text);
      Reader reader(file.descriptor(), bytes);
      read_example(reader);
    }
  }
  SECTION("from a pipe that gives a few bytes at a time") {
    const std::size_t bytes = GENERATE(as<std::size_t>{}, 1, 2, 5);
    const FedPipe pipe(text, bytes);
    Reader reader(pipe.descriptor());
    read_example(reader);
  }
}

TEST_CASE("an empty input is at its end") {
  const std::string text = GENERATE("", " ", "\r\n\t \n");
  Reader reader(text);
  CHECK(!reader.next_is_letter());
  CHECK(reader.at_end());
  CHECK_NOTHROW(reader.expect_end());
  CHECK(reader.integers<int>(0, 0, 9, "A").empty());
  CHECK(reader.decimals<double>(0, "A").empty());
}

TEST_CASE("numbers are the same however they straddle the refills") {
  const std::size_t bytes = GENERATE(as<std::size_t>{}, 1, 3, 16, 61, 1000, 65536);
  const Sample sample = random_sample(1, 3000);
  CAPTURE(bytes);
  SECTION("all at once") {
    const MemoryFile file(sample.text);
    Reader reader(file.descriptor(), bytes);
    CHECK(reader.integers<std::int64_t>(sample.values.size(), lowest, highest, "A") == sample.values);
    CHECK(reader.at_end());
  }
  SECTION("one by one, from a pipe") {
    const FedPipe pipe(sample.text, 777);
    Reader reader(pipe.descriptor(), bytes);
    base::LargeVector<std::int64_t> values;
    while (!reader.at_end()) values.push_back(reader.integer(lowest, highest, "A"));
    CHECK(values == sample.values);
  }
}

TEST_CASE("a long input from a pipe arrives whole") {
  const Sample sample = random_sample(2, 200'000);
  const FedPipe pipe(sample.text, 70'000);
  Reader reader(pipe.descriptor());
  CHECK(reader.integers<std::int64_t>(sample.values.size(), lowest, highest, "A") == sample.values);
}

TEST_CASE("a descriptor that does not block is waited for") {
  const FedPipe pipe("1 2 3 4 5 6", 1);
  ::fcntl(pipe.descriptor(), F_SETFL, O_NONBLOCK);
  {
    Reader reader(pipe.descriptor());
    CHECK(reader.integers<int>(6, 0, 9, "A") == base::LargeVector<int>{1, 2, 3, 4, 5, 6});
    CHECK(reader.at_end());
  }
  ::fcntl(pipe.descriptor(), F_SETFL, 0);
}

TEST_CASE("reading begins where the descriptor stands") {
  const MemoryFile file("1 2 3");
  ::lseek(file.descriptor(), 2, SEEK_SET);
  Reader reader(file.descriptor());
  CHECK(reader.integers<int>(2, 0, 9, "A") == base::LargeVector<int>{2, 3});
}

TEST_CASE("plain bits are what the integers there are, and nothing where these are spelled otherwise") {
  std::mt19937 random(15);
  int plain = 0, others = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto count = static_cast<unsigned>(1 + random() % 64);
    static const std::vector<std::string> strange = {"2", "", "00", "/", "+1", "a", "\x01"};
    static const std::vector<std::string> blanks = {"\t", "\r\n", "  ", "\v", "*"};
    std::string text, expected;
    bool is_plain = true;
    for (unsigned k = 0; k < count; ++k) {
      const bool odd_digit = random() % 300 == 0, odd_blank = k + 1 < count && random() % 300 == 0;
      is_plain = is_plain && !odd_digit && !odd_blank;
      const char digit = random() % 2 != 0 ? '1' : '0';
      expected.insert(expected.begin(), digit);
      text += odd_digit ? strange[random() % strange.size()] : std::string(1, digit);
      text += odd_blank ? blanks[random() % blanks.size()] : random() % 2 != 0 ? "\n" : " ";
    }
    CAPTURE(round, text);
    Reader reader(text + "77");
    const auto bits = reader.plain_bits(count);
    REQUIRE(bits.has_value() == is_plain);
    ++(is_plain ? plain : others);
    if (!is_plain) {
      Reader again(text + "77");
      const auto next = [](Reader& one) { return message_of([&] { one.integer(0, 1, "light"); }); };
      REQUIRE(next(reader) == next(again));
      continue;
    }
    REQUIRE(std::bitset<64>(*bits).to_string().substr(64 - count) == expected);
    const std::string place = message_of([&] { reader.reject("a", "b"); });
    REQUIRE(reader.integer(0, 99, "N") == 77);
    Reader one_by_one(text);
    for (unsigned k = 0; k < count; ++k) one_by_one.integer(0, 1, "light");
    REQUIRE(message_of([&] { one_by_one.reject("a", "b"); }) == place);
  }
  CHECK(plain > 5000);
  CHECK(others > 500);
}

TEST_CASE("plain bits beyond what is here are not read") {
  CHECK(!Reader("1 0 1").plain_bits(3));
  CHECK(Reader("1 0 1 ").plain_bits(3) == 5);
  CHECK(!Reader("").plain_bits(1));
}

TEST_CASE("words may be longer than the buffer") {
  const std::string word(5000, 'w');
  const MemoryFile file("a " + word + "\r\nb");
  Reader reader(file.descriptor(), 16);
  CHECK(reader.word("first") == "a");
  CHECK(reader.word("second") == word);
  CHECK(reader.word("third") == "b");
}

TEST_CASE("a count that lies costs no memory") {
  // 10^15 elements would not fit into any machine: reaching the error proves that little was allocated.
  constexpr std::size_t count = 1'000'000'000'000'000;
  const std::string expected =
      "line 2, column 1: expected element 4 of 1000000000000000 of A (an integer from 0 to 9), found the end "
      "of "
      "the input";
  SECTION("in memory") {
    CHECK(message_of([] { Reader("1 2 3\n").integers<int>(count, 0, 9, "A"); }) == expected);
  }
  SECTION("in a file") {
    const MemoryFile file("1 2 3\n");
    CHECK(message_of([&] { Reader(file.descriptor()).integers<int>(count, 0, 9, "A"); }) == expected);
  }
  SECTION("in a file that is mostly a hole") {
    // Its pages would become memory as they are read.
    const auto [bytes, end] = GENERATE(std::pair(off_t{1} << 40, ""), std::pair(off_t{1} << 32, ""),
                                       std::pair(off_t{1} << 32, "\n4\n"));
    const unsigned cores = GENERATE(1u, 4u);
    CAPTURE(bytes, end, cores);
    const MemoryFile file("1 2 3\n");
    REQUIRE(::ftruncate(file.descriptor(), bytes) == 0);
    const std::string_view last(end);
    REQUIRE(::pwrite(file.descriptor(), last.data(), last.size(), bytes) ==
            static_cast<ssize_t>(last.size()));
    CHECK(message_of([&] {
            Reader(file.descriptor(), 1 << 16, {.cores = cores}).integers<int>(count, 0, 9, "A");
          }) ==
          "line 2, column 1: expected an item of at most 1048576 characters, found "
          "\"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00"
          "\\x00"
          "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x"
          "00...\"");
    struct stat facts = {};
    REQUIRE(::fstat(file.descriptor(), &facts) == 0);
    CHECK(facts.st_blocks * 512 < 64 << 20);
  }
  SECTION("in a pipe") {
    const FedPipe pipe("1 2 3\n", 100);
    CHECK(message_of([&] { Reader(pipe.descriptor()).integers<int>(count, 0, 9, "A"); }) == expected);
  }
}

TEST_CASE("items are here when reading them waits for nobody") {
  std::array<int, 2> ends;
  REQUIRE(::pipe(ends.data()) == 0);
  const auto come = [&](std::string_view text) {
    REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  };
  Reader reader(ends[0]);
  CHECK_FALSE(reader.items_are_here());
  come(" 12 34");
  CHECK(reader.items_are_here());
  CHECK_FALSE(reader.items_are_here(2));  // it may go on: 345
  CHECK(reader.integer(0, 100, "N") == 12);
  CHECK_FALSE(reader.items_are_here());
  come("5\n");
  CHECK(reader.items_are_here());
  CHECK(reader.integer(0, 1000, "N") == 345);
  CHECK_FALSE(reader.items_are_here());
  come("6");
  ::close(ends[1]);
  CHECK(reader.items_are_here());
  CHECK(reader.items_are_here(9));  // the end is here: nobody will be waited for
  CHECK(reader.integer(0, 1000, "N") == 6);
  CHECK(reader.items_are_here());
  CHECK(reader.at_end());
  ::close(ends[0]);
}

TEST_CASE("memory is required of the machine, at the last item read") {
  Reader reader("1000000 1000000\n5");
  const auto rows = reader.integer<std::size_t>(0, 1'000'000, "rows");
  const auto columns = reader.integer<std::size_t>(0, 1'000'000, "columns");
  SECTION("a size that fits, and an empty one") {
    CHECK_NOTHROW(reader.require_memory({rows, 3}, 4, "A"));
    CHECK_NOTHROW(reader.require_memory({rows, columns, 0}, 4, "A"));
  }
  SECTION("a size beyond the memory") {
    const std::string message = message_of([&] { reader.require_memory({rows, columns, rows}, 4, "A"); });
    CHECK(message.starts_with(
        "line 1, column 9: expected a size of A that fits in the memory available here ("));
    CHECK(message.ends_with("found 1000000 x 1000000 x 1000000 items of 4 bytes"));
  }
  SECTION("sizes of which each fits, but not all together") {
    const std::size_t half = base::available_memory_bytes() / 2;
    CHECK_NOTHROW(reader.require_memory({half}, 1, "A"));
    CHECK(message_of([&] {
            reader.require_memory({10 * half}, 1, "B");
          }).find("expected a size of B that fits") != std::string::npos);
  }
  SECTION("a size beyond 2^64, which would seem to fit if it wrapped") {
    const std::size_t half = std::size_t{1} << 32;
    CHECK(message_of([&] {
            reader.require_memory({half, half}, 1, "A");
          }).ends_with("4294967296 x 4294967296 items of 1 bytes"));
  }
  SECTION("even when the last item has left the buffer") {
    const MemoryFile file("12\n 345     6\n");
    Reader streaming(file.descriptor(), 4);
    streaming.integers<int>(2, 0, 1000, "A");
    CHECK(!streaming.at_end());
    CHECK(message_of([&] {
            streaming.require_memory({rows, rows, rows}, 8, "A");
          }).starts_with("line 2, column 2:"));
  }
}

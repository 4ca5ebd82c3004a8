// Many items, which several cores print in parts: to the byte as one core does, in bounded memory.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include CATCH2_HEADER

#include "problems/common/frame/random.hpp"
#include "problems/common/printing/writer.hpp"
#include "problems/common/tests/input.hpp"

namespace {

using problems::Random;
using problems::SharedPrinting;
using problems::Writer;
using problems::test::MemoryFile;

/// Something before, rows, something after.
template <class T>
void print_all(Writer& writer, const std::vector<T>& values, std::size_t rows) {
  writer.text("before ");
  writer.rows<T>(values, rows);
  writer.integer(7);
  writer.row<T>(values);
  writer.flush();
}

template <class T>
std::string by_one_core(const std::vector<T>& values, std::size_t rows) {
  std::string text;
  Writer writer(text);
  print_all(writer, values, rows);
  return text;
}

template <class T, class Next>
void compare(Random& random, Next next) {
  for (int round = 0; round < 60; ++round) {
    const auto rows = random.integer<std::size_t>(0, 40);
    const auto columns = random.integer<std::size_t>(0, rows < 3 ? 3000 : 40);
    std::vector<T> values(rows * columns);
    for (T& value : values) value = next();
    const SharedPrinting sharing = {.cores = static_cast<unsigned>(random.integer(2, 7)),
                                    .part_items = random.integer<std::size_t>(1, 200),
                                    .least_items = 1};
    CAPTURE(round, rows, columns, sharing.cores, sharing.part_items);
    const std::string expected = by_one_core(values, rows);
    std::string text;
    Writer to_text(text, sharing);
    print_all(to_text, values, rows);
    REQUIRE((text == expected));
    const MemoryFile file;
    std::uint64_t written_bytes = 0;
    Writer to_file(file.descriptor(), &written_bytes, sharing);
    print_all(to_file, values, rows);
    REQUIRE((file.text() == expected));
    REQUIRE(written_bytes == expected.size());
  }
}

/// A pipe whose reading end may be closed early.
struct Pipe {
  Pipe() {
    if (::pipe(ends.data()) != 0) throw std::runtime_error("cannot make a pipe");
  }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) ::close(end);
  }
  void close(std::size_t which) { ::close(std::exchange(ends[which], -1)); }

  std::array<int, 2> ends = {-1, -1};
};

}  // namespace

TEST_CASE("several cores print to the byte what one core prints") {
  Random random(31);
  SECTION("integers") {
    compare<std::int64_t>(random,
                          [&] { return static_cast<std::int64_t>(random.next()) >> random.integer(0, 63); });
  }
  SECTION("decimals") {
    compare<float>(random, [&] { return static_cast<float>(random.real(-1, 1)) * 1000; });
  }
}

TEST_CASE("as many items as are printed in parts by default") {
  const std::size_t around = SharedPrinting().least_items;
  for (const std::size_t count : {around - 1, around, 2 * around + 3}) {
    std::vector<std::int32_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int32_t>(i * i);
    std::string text;
    Writer writer(text, {.cores = 3});
    print_all(writer, values, 1);
    CHECK((text == by_one_core(values, 1)));
  }
}

TEST_CASE("few items are printed by the thread that asks") {
  std::string text;
  Writer writer(text, {.cores = 4, .least_items = 10});
  int calls = 0;
  writer.items(9, [&](Writer& out, std::size_t begin, std::size_t end) {
    ++calls;
    CHECK(&out == &writer);
    CHECK(begin == 0);
    CHECK(end == 9);
  });
  CHECK(calls == 1);
}

TEST_CASE("an output that cannot be written ends the printing by several cores") {
  const std::vector<int> values(100'000, 1);
  const SharedPrinting sharing = {.cores = 3, .part_items = 100, .least_items = 1};
  const auto error_of = [&](int descriptor) {
    try {
      Writer writer(descriptor, nullptr, sharing);
      writer.row<int>(values);
    } catch (const std::system_error& error) {
      return error.code().value();
    }
    return 0;
  };
  SECTION("a full device") {
    const int full = ::open("/dev/full", O_WRONLY);
    REQUIRE(full >= 0);
    CHECK(error_of(full) == ENOSPC);
    ::close(full);
  }
  SECTION("a pipe that nobody reads any more") {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    Pipe pipe;
    std::thread reader([&] {
      char byte;
      CHECK(::read(pipe.ends[0], &byte, 1) == 1);
      pipe.close(0);
    });
    CHECK(error_of(pipe.ends[1]) == EPIPE);
    reader.join();
    std::signal(SIGPIPE, before);
  }
  SECTION("none") {
    const MemoryFile file;
    CHECK(error_of(file.descriptor()) == 0);
  }
}

TEST_CASE(
    "parts are of about so many bytes, however long items are, and a short list has some for all cores") {
  const auto item_bytes = GENERATE(std::size_t{2}, std::size_t{60}, std::size_t{500});
  const SharedPrinting sharing = {.cores = 3, .least_items = 1};
  const std::string item = std::string(item_bytes - 1, 'i') + "\n";
  const auto parts_of = [&](std::size_t count) {
    std::vector<std::size_t> items(count);  // of the part that begins with an item
    std::string text;
    Writer writer(text, sharing);
    writer.items(count, [&](Writer& out, std::size_t begin, std::size_t end) {
      items[begin] = end - begin;
      for (; begin < end; ++begin) out.text(item);
    });
    writer.flush();
    CHECK(text.size() == count * item_bytes);
    std::erase(items, 0U);
    return items;
  };
  CHECK(parts_of(2500).size() >= 6);
  const std::vector<std::size_t> parts = parts_of(600'000);
  const std::size_t wanted = std::min(sharing.part_bytes / item_bytes, sharing.part_items);
  REQUIRE(parts.size() > 20);
  // Those that were taken before the first was printed are by a guess, and the last is what is left.
  CHECK(std::all_of(parts.begin() + 6, parts.end() - 1, [&](std::size_t items) { return items == wanted; }));
}

TEST_CASE("what printing throws ends it") {
  const MemoryFile file;
  Writer writer(file.descriptor(), nullptr, {.cores = 3, .part_items = 10, .least_items = 1});
  CHECK_THROWS_WITH(writer.items(1000,
                                 [](Writer& out, std::size_t begin, std::size_t) {
                                   if (begin == 500) throw std::runtime_error("no such item");
                                   out.text("part\n");
                                 }),
                    "no such item");
  CHECK(file.text().size() <= 50 * std::string("part\n").size());
}

TEST_CASE("printing waits for a slow reader, with a few parts in memory") {
  constexpr std::size_t part_bytes = 10'000, parts = 300;
  const SharedPrinting sharing = {.cores = 3, .part_items = 1, .least_items = 1};
  Pipe pipe;
  const auto pipe_bytes = static_cast<std::size_t>(::fcntl(pipe.ends[1], F_GETPIPE_SZ));
  std::atomic<std::size_t> received = 0, most_ahead = 0;
  std::string text;
  std::thread reader([&] {
    std::array<char, 4096> block;
    for (ssize_t got; (got = ::read(pipe.ends[0], block.data(), block.size())) > 0;) {
      text.append(block.data(), static_cast<std::size_t>(got));
      received = text.size() + block.size();  // the next read may have taken so much before it is counted
    }
  });
  received = 4096;
  {
    Writer writer(pipe.ends[1], nullptr, sharing);
    writer.items(parts, [&](Writer& out, std::size_t begin, std::size_t) {
      const std::size_t ahead =
          (begin + 1) * part_bytes - std::min(received.load(), (begin + 1) * part_bytes);
      if (ahead > most_ahead) most_ahead = ahead;
      out.text(std::string(part_bytes - 1, static_cast<char>('a' + begin % 26)));
      out.character('\n');
    });
  }
  pipe.close(1);
  reader.join();
  std::string expected;
  for (std::size_t part = 0; part < parts; ++part)
    expected += std::string(part_bytes - 1, static_cast<char>('a' + part % 26)) + '\n';
  CHECK((text == expected));
  CHECK(most_ahead <= pipe_bytes + 2 * sharing.cores * part_bytes);
}

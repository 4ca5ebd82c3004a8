// A Writer on descriptors that refuse, or that take their time.

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "problems/common/printing/writer.hpp"
#include CATCH2_HEADER

using problems::Writer;

namespace {

/// The errno of the std::system_error that `write` throws; 0 if it throws none.
template <class Write>
int error_of(Write write) {
  try {
    write();
  } catch (const std::system_error& error) {
    CHECK(std::string(error.what()).starts_with("cannot write the output"));
    return error.code().value();
  }
  return 0;
}

std::string all_from(int descriptor) {
  std::string text;
  std::array<char, 1000> block;
  for (;;) {
    const ssize_t got = ::read(descriptor, block.data(), block.size());
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

TEST_CASE("a descriptor that is not open for writing is an error, not a lost answer") {
  SECTION("none") {
    Writer writer(-1);
    writer.text("answer");
    CHECK(error_of([&] { writer.flush(); }) == EBADF);
  }
  SECTION("one for reading") {
    const int null = ::open("/dev/null", O_RDONLY);
    REQUIRE(null >= 0);
    Writer writer(null);
    writer.integer(5);
    CHECK(error_of([&] { writer.flush(); }) == EBADF);
    CHECK(error_of([&] { writer.text(std::string(200'000, 'x')); }) == EBADF);
    ::close(null);
  }
  SECTION("nor is there one where nothing is to be written") {
    CHECK(error_of([] { Writer(-1).flush(); }) == 0);
  }
}

TEST_CASE("a pipe that does not block is waited for, and gets every byte once") {
  std::array<int, 2> ends;
  REQUIRE(::pipe2(ends.data(), 0) == 0);
  REQUIRE(::fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
  REQUIRE(::fcntl(ends[1], F_SETPIPE_SZ, 4096) >= 4096);  // far less than one buffer of the Writer
  std::string received;
  std::thread reader([&] { received = all_from(ends[0]); });
  std::vector<int> values(60'000);
  std::string expected;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int>(i) * (i % 2 == 0 ? 1 : -30'011);
    expected += std::to_string(values[i]) + (i + 1 < values.size() ? " " : "\n");
  }
  const int error = error_of([&] {
    Writer writer(ends[1]);
    writer.row<int>(values);
    writer.flush();
  });
  ::close(ends[1]);
  reader.join();
  ::close(ends[0]);
  CHECK(error == 0);
  CHECK((received == expected));
}

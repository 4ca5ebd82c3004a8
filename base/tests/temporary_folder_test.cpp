#include "base/temporary_folder.hpp"

#include <fstream>

#include CATCH2_HEADER

TEST_CASE("a file is read whole, bytes that are no text too") {
  const base::TemporaryFolder folder;
  const std::string bytes("a\0b\n\xff", 5);
  std::ofstream(folder / "file", std::ios::binary) << bytes;
  CHECK(base::contents_of(folder / "file") == bytes);
  std::ofstream(folder / "empty");
  CHECK(base::contents_of(folder / "empty").empty());
}

TEST_CASE("a file that cannot be read is as an empty one") {
  CHECK(base::contents_of("/nonexistent").empty());
  CHECK(base::contents_of("/proc/self/mem").empty());  // it can be opened, but its first page cannot be read
  CHECK(base::contents_of("/").empty());
}

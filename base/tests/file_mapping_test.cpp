// A file as memory: what is left of it, and what follows.

#include "base/file_mapping.hpp"

#include <array>
#include <string>

#include "base/memory_file.hpp"
#include "base/tests/present_pages.hpp"

#include CATCH2_HEADER

TEST_CASE("what is left of a file is mapped, and NULs follow") {
  for (const std::size_t bytes : {1, 31, 4064, 4095, 4096, 4097, 12288}) {
    for (const std::size_t before : {0, 1, 4095, 4096, 5000}) {
      const std::string skipped(before, 's'), text(bytes, 't');
      const base::MemoryFile file(skipped + text);
      ::lseek(file.descriptor(), static_cast<off_t>(before), SEEK_SET);
      base::FileMapping first(file.descriptor());
      const base::FileMapping mapping = std::move(first);
      CAPTURE(bytes, before);
      REQUIRE(mapping.text() == text);
      CHECK(std::string(mapping.text().data() + bytes, 4096) == std::string(4096, '\0'));
      CHECK(::lseek(file.descriptor(), 0, SEEK_CUR) == static_cast<off_t>(before + bytes));
    }
  }
}

TEST_CASE("a part is copied from the file, without pages of the mapping; what it has lost, from these") {
  using base::test::present_pages;
  std::string text(std::size_t{3'000'000}, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('0' + i % 79);
  const base::MemoryFile file("???" + text);
  ::lseek(file.descriptor(), 3, SEEK_SET);
  const base::FileMapping mapping(file.descriptor());
  const std::string_view mapped = mapping.text();
  REQUIRE(mapped.size() == text.size());
  const std::size_t before = present_pages(mapped.data(), mapped.size());
  std::string copied(2'500'000, '?');
  mapping.copy(mapped.substr(123'457, copied.size()), copied.data());
  CHECK((copied == text.substr(123'457, copied.size())));
  CHECK(present_pages(mapped.data(), mapped.size()) == before);
  // The last bytes lie in memory of our own.
  REQUIRE(::ftruncate(file.descriptor(), static_cast<off_t>(3 + text.size() / 4096 * 4096 - 3)) == 0);
  std::string last(100, '?');
  mapping.copy(mapped.substr(mapped.size() - last.size()), last.data());
  CHECK(last == text.substr(text.size() - last.size()));
}

TEST_CASE("what is appended later is not seen") {
  const base::MemoryFile file("1 2");
  const base::FileMapping mapping(file.descriptor());
  REQUIRE(::pwrite(file.descriptor(), "345", 3, 3) == 3);
  CHECK(std::string(mapping.text().data(), 4) == std::string("1 2\0", 4));
}

TEST_CASE("what cannot be mapped is left as it is") {
  const base::MemoryFile nothing("");
  CHECK(base::FileMapping(nothing.descriptor()).text().empty());
  std::array<int, 2> ends;
  REQUIRE(::pipe(ends.data()) == 0);
  REQUIRE(::write(ends[1], "12", 2) == 2);
  CHECK(base::FileMapping(ends[0]).text().empty());
  char first = 0;
  CHECK(::read(ends[0], &first, 1) == 1);
  CHECK(first == '1');
  ::close(ends[0]);
  ::close(ends[1]);
  CHECK(base::FileMapping(-1).text().empty());
}

TEST_CASE(
    "pages that are released leave the memory, as far as they are whole chunks of the file, and can be read "
    "again") {
  using base::test::present_pages;
  std::string text(std::size_t{60'000'001}, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('0' + i % 79);
  const base::MemoryFile file("???" + text);
  ::lseek(file.descriptor(), 3, SEEK_SET);
  const base::FileMapping mapping(file.descriptor());
  const std::string_view mapped = mapping.text();
  const std::size_t chunk = std::size_t{16} << 20, page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  REQUIRE((mapped == text));  // a failure does not print 60 MB
  const std::size_t all = present_pages(mapped.data(), mapped.size());
  REQUIRE(all == (mapped.size() - (page - 3)) / page);

  mapping.release_pages(mapped.substr(5, chunk), 3);  // no chunk is whole in it
  CHECK(present_pages(mapped.data(), mapped.size()) == all);
  mapping.release_pages(mapped.substr(5, 2 * chunk), 3);
  CHECK(present_pages(mapped.data() + chunk - 3, chunk) == 0);
  CHECK(present_pages(mapped.data(), mapped.size()) == all - chunk / page);
  mapping.release_pages(mapped, 3);
  CHECK(present_pages(mapped.data() + chunk - 3, 2 * chunk) == 0);
  CHECK(present_pages(mapped.data(), mapped.size()) == all - 2 * (chunk / page));
  CHECK((mapped == text));
  CHECK(std::string(mapped.data() + mapped.size(), page) == std::string(page, '\0'));
}

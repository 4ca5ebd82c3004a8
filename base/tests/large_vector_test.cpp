// Vectors of many numbers, below and above the size from which they ask for large pages.

#include "base/large_vector.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <numeric>
#include <string>

#include CATCH2_HEADER

#include "base/tests/present_pages.hpp"

TEST_CASE("a vector keeps its numbers as it grows, to the size of large pages and beyond") {
  base::LargeVector<std::int32_t> values;
  std::size_t wrong = 0;
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{1000}, (std::size_t{4} << 20) / 4 - 1, (std::size_t{4} << 20) / 4,
        (std::size_t{4} << 20) / 4 + 1, std::size_t{3'000'001}}) {
    const std::size_t before = values.size();
    values.resize(count);
    std::iota(values.begin() + static_cast<std::ptrdiff_t>(before), values.end(),
              static_cast<std::int32_t>(before));
    for (std::size_t i = 0; i < count; ++i) wrong += values[i] != static_cast<std::int32_t>(i);
  }
  CHECK(wrong == 0);
}

TEST_CASE("values that are given are those of the vector") {
  CHECK(base::LargeVector<int>(3, 7) == base::LargeVector<int>{7, 7, 7});
  CHECK(base::LargeVector<float>(2'000'000, 0).back() == 0);
  base::LargeVector<std::string> texts(2);
  CHECK(texts.back().empty());
}

TEST_CASE("more than any memory can hold is an error") {
  CHECK_THROWS_AS(base::LargeAllocator<std::int64_t>().allocate(static_cast<std::size_t>(-1) / 8),
                  std::bad_alloc);
}

TEST_CASE(
    "large pages that are provided are there before anything is written to them, and keep what is in them") {
  using base::test::present_pages;
  constexpr std::size_t page = base::large_page_bytes / sizeof(std::int32_t);  // in numbers
  const std::size_t small_page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  base::LargeVector<std::int32_t> values(24 * page);  // so much is not memory that was used before
  const std::int32_t* const begin = values.data();
  const auto present = [&](std::size_t number) {
    return present_pages(begin + number * page, base::large_page_bytes);
  };
  values[2 * page] = 7;
  if (::madvise(values.data() + 2 * page, base::large_page_bytes, base::populate_write) != 0) {
    WARN("skipped: this system provides no memory before it is written to (Linux before 5.14)");
    return;
  }
  // Page 2 begins there, page 3 does not.
  base::provide_large_pages(begin + page + 1, begin + 3 * page, begin + 24 * page);
  CHECK(present(1) == 0);
  CHECK(present(2) == base::large_page_bytes / small_page);
  CHECK(present(3) == 0);
  CHECK(values[2 * page] == 7);
  CHECK(values[2 * page + 1] == 0);
  base::provide_large_pages(begin + 4 * page, begin + 6 * page, begin + 6 * page - 1);
  CHECK(present(4) == base::large_page_bytes / small_page);
  CHECK(present(5) == 0);  // not whole before the limit
}

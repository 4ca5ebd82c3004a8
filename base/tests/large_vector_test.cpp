// Vectors of many numbers, below and above the size from which they ask for large pages.

#include "base/large_vector.hpp"

#include <cstdint>
#include <new>
#include <numeric>
#include <string>

#include CATCH2_HEADER

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

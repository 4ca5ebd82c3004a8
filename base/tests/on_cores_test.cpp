// Tasks that several cores share: each is done once, and what one throws is thrown to the caller.

#include "base/on_cores.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include CATCH2_HEADER

TEST_CASE("each task is done once, on any number of cores") {
  const auto cores = GENERATE(0U, 1U, 3U, 64U);
  const auto count = GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{100});
  std::vector<std::atomic<int>> times(count);
  base::on_cores(cores, count, [&](std::size_t index) { ++times[index]; });
  for (const auto& each : times) CHECK(each == 1);
}

TEST_CASE("what a task throws is thrown once all have ended, and no other one begins") {
  const auto cores = GENERATE(1U, 3U);
  std::atomic<int> under_way = 0, done = 0;
  const auto task = [&](std::size_t index) {
    ++under_way;
    if (index == 10) {
      --under_way;
      throw std::runtime_error("the tenth");
    }
    std::this_thread::yield();
    ++done;
    --under_way;
  };
  CHECK_THROWS_WITH(base::on_cores(cores, std::size_t{1'000'000'000}, task), "the tenth");
  CHECK(under_way == 0);
  CHECK(done >= 9);
}

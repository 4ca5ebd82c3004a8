#include "base/clock.hpp"

#include CATCH2_HEADER

TEST_CASE("times of the system are told in nanoseconds") {
  CHECK(base::to_nanoseconds(timespec{.tv_sec = 3, .tv_nsec = 5}) == 3'000'000'005);
  CHECK(base::to_nanoseconds(timeval{.tv_sec = 3, .tv_usec = 5}) == 3'000'005'000);
}

// Which cores a process may use, on machines of all sizes: the kernel's answers to a mask that is too short.

#include "base/cores.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include CATCH2_HEADER

namespace {

/// A machine of `cores` cores, as its kernel answers: EINVAL where the mask has no room for all of them.
template <std::size_t cores>
int all_of_many(pid_t, std::size_t bytes, cpu_set_t* mask) {
  if (bytes * 8 < cores) {
    errno = EINVAL;
    return -1;
  }
  std::memset(mask, 0, bytes);
  for (std::size_t core = 0; core < cores; ++core) CPU_SET_S(core, bytes, mask);
  return 0;
}

/// Pinned to two cores of a machine of 4096.
int two_of_many(pid_t, std::size_t bytes, cpu_set_t* mask) {
  if (bytes * 8 < 4096) {
    errno = EINVAL;
    return -1;
  }
  std::memset(mask, 0, bytes);
  CPU_SET_S(std::size_t{7}, bytes, mask);
  CPU_SET_S(std::size_t{4000}, bytes, mask);
  return 0;
}

int refused(pid_t, std::size_t, cpu_set_t*) {
  errno = EPERM;
  return -1;
}

int always_too_short(pid_t, std::size_t, cpu_set_t*) {
  errno = EINVAL;
  return -1;
}

}  // namespace

TEST_CASE("all cores of a machine are found, however many there are") {
  CHECK(base::usable_cores(all_of_many<1>).size() == 1);
  CHECK(base::usable_cores(all_of_many<1024>).size() == 1024);
  CHECK(base::usable_cores(all_of_many<1025>).size() == 1025);
  CHECK(base::usable_cores(all_of_many<4096>).size() == 4096);
}

TEST_CASE("of a large machine only the cores that this process may use") {
  CHECK(base::usable_cores(two_of_many) == std::vector<int>{7, 4000});
}

TEST_CASE("a kernel that does not tell is an error, not one core") {
  CHECK_THROWS_AS(base::usable_cores(refused), std::system_error);
  CHECK_THROWS_AS(base::usable_cores(always_too_short), std::system_error);
}

TEST_CASE("this process can be pinned to one of its cores, and back") {
  const std::vector<int> before = base::usable_cores();
  REQUIRE(!before.empty());
  base::pin_to({before.back()});
  CHECK(base::usable_cores() == std::vector<int>{before.back()});
  base::pin_to(before);
  CHECK(base::usable_cores() == before);
}

TEST_CASE("a core that this machine does not have is an error") {
  CHECK_THROWS_AS(base::pin_to({1 << 19}), std::system_error);
}

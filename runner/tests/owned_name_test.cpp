// Tests names of objects that outlive their owner: each says whose it is; see
// runner/sandbox/system/owned_name.hpp.
#include CATCH2_HEADER
#include "runner/sandbox/system/owned_name.hpp"

#include <unistd.h>

using runner::is_stale_name;
using runner::owned_name;

TEST_CASE("the name of a process that lives is not stale") {
  CHECK_FALSE(is_stale_name(owned_name(getpid())));
}

TEST_CASE("the name of a process that has ended is stale") {
  const std::string own = owned_name(getpid());
  const std::string start = own.substr(own.find('-', std::string("warp-judge-").size()));
  CHECK(is_stale_name("warp-judge-999999999" + start));
}

TEST_CASE("what a process in another PID namespace owns is not stale, whatever its number is here") {
  const std::string own = owned_name(getpid());
  const std::string elsewhere = own.substr(0, own.rfind('-')) + "-1";
  CHECK_FALSE(is_stale_name(elsewhere));
  CHECK_FALSE(is_stale_name("warp-judge-999999999-1-1"));
}

TEST_CASE("no other name is stale") {
  const std::string own = owned_name(getpid());
  for (const std::string& name :
       {std::string(), std::string("warp-judge-"), std::string("warp-judge-callers"),
        std::string("warp-judge-999999999"), "x" + own, own + "x", own + "-1"}) {
    INFO(name);
    CHECK_FALSE(is_stale_name(name));
  }
}

#include "runner/emulator/runtime/races/store_sites.hpp"

#include CATCH2_HEADER

using cuda_emulator::StoreSites;

namespace {

bool sets_marks(std::uint32_t wanted) {
  return StoreSites::instance().set_marks([wanted](std::uint32_t code) { return code == wanted; });
}

}  // namespace

TEST_CASE("a place sets marks as long as all that it stores is the same") {
  StoreSites& sites = StoreSites::instance();
  sites.clear();
  CHECK_FALSE(sets_marks(10));  // it has stored nothing
  sites.note(10, 1);
  sites.note(10, 1);
  sites.note(11, 1);
  sites.note(11, 2);
  CHECK(sets_marks(10));
  CHECK_FALSE(sets_marks(11));
  sites.note(10, 3);
  CHECK_FALSE(sets_marks(10));
  sites.clear();
  sites.note(11, 5);
  CHECK(sets_marks(11));
}

TEST_CASE("several stores of one line set marks if they store the same") {
  StoreSites& sites = StoreSites::instance();
  sites.clear();
  sites.note(10, 1);
  sites.note(20, 1);
  const auto is_any = [](std::uint32_t) { return true; };
  CHECK(sites.set_marks(is_any));
  sites.note(30, 2);
  CHECK_FALSE(sites.set_marks(is_any));
}

TEST_CASE("two places in one slot count as different") {
  StoreSites& sites = StoreSites::instance();
  sites.clear();
  sites.note(10, 1);
  sites.note(10 + 1024, 1);
  CHECK_FALSE(sets_marks(10));
}

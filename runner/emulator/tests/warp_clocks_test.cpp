#include "runner/emulator/runtime/races/warp_clocks.hpp"

#include CATCH2_HEADER

using cuda_emulator::WarpClocks;

TEST_CASE("lanes know what others did before they met, and nothing later") {
  WarpClocks clocks;
  const auto before = clocks.time(33);
  CHECK_FALSE(clocks.knows(34, 33, before));
  clocks.join(1, 0x6);  // threads 33 and 34
  CHECK(clocks.knows(34, 33, before));
  CHECK_FALSE(clocks.knows(35, 33, before));
  CHECK_FALSE(clocks.knows(34, 33, clocks.time(33)));
  clocks.join(1, 0xc);  // threads 34 and 35
  CHECK(clocks.knows(35, 33, before));
}

TEST_CASE("a tick tells what comes from what was before") {
  WarpClocks clocks;
  const auto before = clocks.time(5);
  clocks.tick(5);
  CHECK(clocks.time(5) > before);
  CHECK_FALSE(clocks.knows(6, 5, before));
  clocks.join(0, 0x60);
  CHECK(clocks.knows(6, 5, before));
}

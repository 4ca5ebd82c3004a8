#include "runner/emulator/runtime/counters/warp_access.hpp"

#include CATCH2_HEADER

using cuda_emulator::collisions_of;
using cuda_emulator::has_gaps;
using cuda_emulator::least_sectors_of;
using cuda_emulator::passes_of;
using cuda_emulator::sectors_of;
using cuda_emulator::step_of;
using cuda_emulator::WarpAccess;

namespace {

/// Lanes `step` bytes apart.
WarpAccess strided(std::uintptr_t first, unsigned step, unsigned bytes, std::uint32_t lanes = ~0u) {
  WarpAccess access;
  access.lanes = lanes;
  access.bytes = bytes;
  for (unsigned lane = 0; lane < 32; ++lane) access.addresses[lane] = first + lane * step;
  return access;
}

}  // namespace

TEST_CASE("sectors that a warp touches") {
  CHECK(sectors_of(strided(4096, 4, 4)) == 4);
  CHECK(sectors_of(strided(4096 + 4, 4, 4)) == 5);
  CHECK(sectors_of(strided(4096, 8, 4)) == 8);
  CHECK(sectors_of(strided(4096, 32, 4)) == 32);
  CHECK(sectors_of(strided(4096, 128, 4)) == 32);
  CHECK(sectors_of(strided(4096, 0, 4)) == 1);
  CHECK(sectors_of(strided(4096, 1, 1)) == 1);
  CHECK(sectors_of(strided(4096, 8, 8)) == 8);
  CHECK(sectors_of(strided(4096, 16, 16)) == 16);
  CHECK(sectors_of(strided(4096, 4, 4, 0xff)) == 1);
  CHECK(sectors_of(strided(4096, 4, 4, 1u << 31)) == 1);
}

TEST_CASE("lanes in another order touch the same sectors") {
  WarpAccess access = strided(4096, 4, 4);
  for (unsigned lane = 0; lane < 32; ++lane) access.addresses[lane] = 4096 + lane * 5 % 32 * 4;
  CHECK(sectors_of(access) == 4);
}

TEST_CASE("passes through shared memory, four bytes a lane") {
  for (const unsigned ways : {1u, 2u, 4u, 8u, 16u, 32u}) {
    CAPTURE(ways);
    CHECK(passes_of(strided(0, 4 * ways, 4)).all == ways);
  }
  CHECK(passes_of(strided(0, 33 * 4, 4)).all == 1);
  CHECK(passes_of(strided(0, 3 * 4, 4)).all == 1);
  CHECK(passes_of(strided(0, 0, 4)).all == 1);
  CHECK(passes_of(strided(0, 1, 1)).all == 1);
  CHECK(passes_of(strided(0, 128, 4, 0x7)).all == 3);
}

TEST_CASE("passes through shared memory, eight and sixteen bytes a lane") {
  CHECK(passes_of(strided(0, 8, 8)).all == 2);
  CHECK(passes_of(strided(0, 16, 8)).all == 4);
  CHECK(passes_of(strided(0, 8, 8, 0xffff)).all == 1);
  CHECK(passes_of(strided(0, 0, 8)).all == 1);
  CHECK(passes_of(strided(0, 16, 16)).all == 4);
  CHECK(passes_of(strided(0, 0, 16)).all == 1);
}

TEST_CASE("the least passes are those of as many words in different banks") {
  CHECK(passes_of(strided(0, 128, 4)).least == 1);
  CHECK(passes_of(strided(0, 0, 4)).least == 1);
  CHECK(passes_of(strided(0, 8, 8)).least == 2);
  CHECK(passes_of(strided(0, 16, 16)).least == 4);
}

TEST_CASE("lanes that change one address collide") {
  CHECK(collisions_of(strided(0, 4, 4)) == 0);
  CHECK(collisions_of(strided(0, 0, 4)) == 31);
  CHECK(collisions_of(strided(0, 0, 4, 0xf)) == 3);
  CHECK(collisions_of(strided(0, 0, 4, 1)) == 0);
}

TEST_CASE("the least sectors are those of as many bytes side by side") {
  CHECK(least_sectors_of(strided(4096, 128, 4)) == 4);
  CHECK(least_sectors_of(strided(4096, 0, 4)) == 1);
  CHECK(least_sectors_of(strided(4096 + 16, 4, 4)) == 4);
  CHECK(least_sectors_of(strided(4096, 64, 8)) == 8);
  CHECK(least_sectors_of(strided(4096, 64, 4, 0x1ff)) == 2);
}

TEST_CASE("the step from lane to lane is that of three lanes of four") {
  CHECK(step_of(strided(4096, 4, 4)) == 4);
  CHECK(step_of(strided(4096, 128, 4)) == 128);
  CHECK(step_of(strided(4096, 4, 4, 0x7f)) == std::nullopt);
  CHECK(step_of(strided(4096, 4, 4, 0x55555555)) == 8);
  WarpAccess two_rows = strided(4096, 1024, 4);
  for (unsigned lane = 16; lane < 32; ++lane) two_rows.addresses[lane] = two_rows.addresses[lane - 16] + 4;
  CHECK(step_of(two_rows) == 1024);
  WarpAccess scattered = strided(4096, 4, 4);
  for (unsigned lane = 0; lane < 32; ++lane) scattered.addresses[lane] = 4096 + lane * lane * 4;
  CHECK(step_of(scattered) == std::nullopt);
  WarpAccess backwards = strided(4096, 0, 4);
  for (unsigned lane = 0; lane < 32; ++lane) backwards.addresses[lane] = 8192 - lane * 4;
  CHECK(step_of(backwards) == -4);
}

TEST_CASE("lanes with gaps are every second or every fourth one") {
  for (const std::uint32_t lanes : {0x55555555u, 0xaaaaaaaau, 0x11111111u, 0x88888888u})
    CHECK(has_gaps(lanes));
  for (const std::uint32_t lanes : {0u, 1u, ~0u, 0xffffu, 0x00010001u, 0x01010101u, 0x15555555u})
    CHECK(!has_gaps(lanes));
}

#include "runner/emulator/runtime/races/block_order.hpp"

#include <memory>

#include CATCH2_HEADER

using cuda_emulator::AccessStamp;
using cuda_emulator::BlockOrder;
using cuda_emulator::Intervals;

namespace {

/// Two blocks of 64 threads, each run by an OS thread.
struct TwoBlocks {
  std::unique_ptr<BlockOrder> first = std::make_unique<BlockOrder>(), second = std::make_unique<BlockOrder>();

  TwoBlocks() {
    Intervals::instance().begin_grid();
    first->begin_block(0, 64);
    second->begin_block(1, 64);
  }
};

AccessStamp access(const BlockOrder& block, unsigned thread) {
  return AccessStamp(block.interval(thread), thread);
}

}  // namespace

TEST_CASE("a thread is in order with itself, and with no other") {
  const TwoBlocks blocks;
  const AccessStamp earlier = access(*blocks.first, 3);
  CHECK(blocks.first->in_order(earlier, 3));
  CHECK_FALSE(blocks.first->in_order(earlier, 4));
  CHECK_FALSE(blocks.first->in_order(earlier, 40));
  CHECK_FALSE(blocks.second->in_order(earlier, 3));
}

TEST_CASE("a barrier orders a block, one of a warp its lanes, and one of the grid all") {
  const TwoBlocks blocks;
  const AccessStamp earlier = access(*blocks.first, 3);
  blocks.first->pass_warp_barrier(0);
  CHECK(blocks.first->in_order(earlier, 4));
  CHECK_FALSE(blocks.first->in_order(earlier, 40));
  blocks.first->pass_barrier();
  CHECK(blocks.first->in_order(earlier, 40));
  CHECK_FALSE(blocks.second->in_order(earlier, 40));
  Intervals::instance().begin();
  blocks.first->pass_grid_barrier();
  blocks.second->pass_grid_barrier();
  CHECK(earlier.interval() < Intervals::instance().first());
  CHECK(access(*blocks.second, 40).interval() >= Intervals::instance().first());
}

TEST_CASE("what is published is in order with every later listener") {
  const TwoBlocks blocks;
  const AccessStamp before = access(*blocks.first, 3), of_neighbour = access(*blocks.first, 4);
  blocks.second->listen(7);
  blocks.first->publish(3);
  const AccessStamp after = access(*blocks.first, 3);
  CHECK_FALSE(blocks.second->in_order(before, 7));  // it listened too early
  blocks.second->listen(7);
  CHECK(blocks.second->in_order(before, 7));
  CHECK_FALSE(blocks.second->in_order(before, 8));
  CHECK_FALSE(blocks.second->in_order(after, 7));
  CHECK_FALSE(blocks.second->in_order(of_neighbour, 7));
}

TEST_CASE("a thread publishes what its block did before a barrier") {
  const TwoBlocks blocks;
  const AccessStamp of_neighbour = access(*blocks.first, 40);
  blocks.first->pass_barrier();
  blocks.first->publish(3);
  blocks.second->listen(7);
  CHECK(blocks.second->in_order(of_neighbour, 7));
  SECTION("and the listener's block knows it after one") {
    CHECK_FALSE(blocks.second->in_order(of_neighbour, 50));
    blocks.second->pass_barrier();
    CHECK(blocks.second->in_order(of_neighbour, 50));
  }
}

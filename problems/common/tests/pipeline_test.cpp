// The steps of a pipeline: which happen in order, how many items are on their way, and how it ends.

#include "problems/common/printing/pipeline.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include CATCH2_HEADER

using problems::pipeline;
using problems::PipelineEnd;
using problems::Taken;

namespace {

struct Slot {
  std::size_t number = 0;
  std::size_t square = 0;
};

enum class Step { take, make, use, finish };

}  // namespace

TEST_CASE("every item is used once and in order, with no more on their way than there are slots") {
  const unsigned cores = GENERATE(1U, 2U, 3U, 7U);
  const std::size_t slot_count = GENERATE(as<std::size_t>{}, 1, 2, 5, 16);
  const std::size_t count = GENERATE(as<std::size_t>{}, 0, 1, 2, 500);
  CAPTURE(cores, slot_count, count);
  std::vector<Slot> slots(slot_count);
  std::vector<std::size_t> used;
  std::size_t next = 0;
  std::atomic<std::size_t> on_their_way = 0, most = 0;
  std::atomic<bool> alone_was_right = true;
  const PipelineEnd end = pipeline(
      cores, slots,
      [&](Slot& slot, bool alone) {
        if (alone != (on_their_way == 0) && alone) alone_was_right = false;
        if (next == count) return Taken::nothing;
        slot.number = next++;
        const std::size_t now = ++on_their_way;
        if (now > most) most = now;
        return Taken::item;
      },
      [](Slot& slot) { slot.square = slot.number * slot.number; },
      [&](Slot& slot) {
        used.push_back(slot.square);
        --on_their_way;
        return true;
      });
  REQUIRE(used.size() == count);
  for (std::size_t number = 0; number < count; ++number) REQUIRE(used[number] == number * number);
  CHECK(most <= slot_count);
  CHECK(alone_was_right);
  CHECK(end.used == count);
  CHECK(end.taken == count);
}

TEST_CASE("what is not there yet is asked for again, at the latest when nothing is on its way") {
  const unsigned cores = GENERATE(1U, 2U, 4U);
  std::vector<Slot> slots(4);
  std::size_t next = 0, used = 0;
  pipeline(
      cores, slots,
      [&](Slot&, bool alone) {
        if (next == 200) return Taken::nothing;
        if (!alone) return Taken::later;
        ++next;
        return Taken::item;
      },
      [](Slot&) {},
      [&](Slot&) {
        ++used;
        return true;
      });
  CHECK(used == 200);
}

TEST_CASE("what was used is finished once, by several at a time, before its slot is taken again") {
  const unsigned cores = GENERATE(1U, 2U, 4U);
  const std::size_t last = GENERATE(as<std::size_t>{}, 0, 1, 99, 499);  // use() refuses the one after it
  CAPTURE(cores, last);
  constexpr std::size_t unset = static_cast<std::size_t>(-1);
  std::vector<Slot> slots(6, Slot{unset, 0});
  std::vector<std::atomic<int>> finished(600);
  std::atomic<bool> was_free = true;
  std::atomic<unsigned> finishing = 0, most = 0;
  std::size_t next = 0;
  const PipelineEnd end = pipeline(
      cores, slots,
      [&](Slot& slot, bool) {
        if (slot.number != unset && finished[slot.number] == 0) was_free = false;
        slot.number = next++;
        return Taken::item;
      },
      [](Slot&) {}, [&](Slot& slot) { return slot.number <= last; },
      [&](Slot& slot) {
        const unsigned now = ++finishing;
        if (now > most) most = now;
        // The first waits for a second, where there is somebody to finish it.
        if (slot.number == 0 && last >= 99 && cores > 1) {
          while (finishing < 2 && finished[1] == 0) std::this_thread::yield();
        }
        ++finished[slot.number];
        --finishing;
      });
  CHECK(end.used == last + 1);
  CHECK(was_free);
  for (std::size_t number = 0; number < finished.size(); ++number)
    REQUIRE(finished[number] == (number <= last));
  CHECK(most <= cores);
}

TEST_CASE("an item that is refused stays, with those taken after it") {
  const unsigned cores = GENERATE(1U, 2U, 7U);
  std::vector<Slot> slots(5);
  std::size_t next = 0;
  const PipelineEnd end = pipeline(
      cores, slots,
      [&](Slot& slot, bool) {
        slot.number = next++;
        return Taken::item;
      },
      [](Slot&) {}, [](Slot& slot) { return slot.number < 37; });
  CHECK(end.used == 37);
  CHECK(end.taken == next);
  CHECK(end.taken <= 37 + slots.size());
  for (std::size_t number = end.used; number < end.taken; ++number)
    CHECK(slots[number % slots.size()].number == number);
}

TEST_CASE("what a step throws ends the pipeline") {
  const unsigned cores = GENERATE(1U, 2U, 7U);
  const Step where = GENERATE(Step::take, Step::make, Step::use, Step::finish);
  const auto fail_at = [where](Step step, std::size_t number) {
    if (step == where && number == 20) throw std::runtime_error("step failed");
  };
  std::vector<Slot> slots(3);
  std::size_t next = 0;
  const auto run = [&] {
    pipeline(
        cores, slots,
        [&](Slot& slot, bool) {
          fail_at(Step::take, next);
          slot.number = next++;
          return Taken::item;
        },
        [&](Slot& slot) { fail_at(Step::make, slot.number); },
        [&](Slot& slot) {
          fail_at(Step::use, slot.number);
          return true;
        },
        [&](Slot& slot) { fail_at(Step::finish, slot.number); });
  };
  CHECK_THROWS_WITH(run(), "step failed");
}

#include "runner/emulator/runtime/counters/access_counter.hpp"

#include <map>
#include <random>
#include <tuple>
#include <utility>

#include CATCH2_HEADER
#include "runner/emulator/runtime/counters/known_figures.hpp"

using cuda_emulator::AccessCounter;
using cuda_emulator::AccessFigures;
using cuda_emulator::Counted;
using cuda_emulator::KnownFigures;
using cuda_emulator::WarpAccess;

namespace {

const void* code(unsigned number) {
  return reinterpret_cast<const void*>(std::uintptr_t{0x1000} + number);
}

/// What each lane comes to, one after the other: some leave out places, or come to them in another order.
using Path = std::vector<std::pair<unsigned, Counted>>;

/// Requests by the rule itself: the n-th time of each lane at a place is one request.
std::map<std::pair<unsigned, Counted>, std::map<unsigned, std::uint32_t>> requests_of(
    const std::vector<Path>& paths) {
  std::map<std::pair<unsigned, Counted>, std::map<unsigned, std::uint32_t>> requests;
  for (unsigned lane = 0; lane < paths.size(); ++lane) {
    std::map<std::pair<unsigned, Counted>, unsigned> times;
    for (const auto& step : paths[lane]) requests[step][times[step]++] |= 1u << lane;
  }
  return requests;
}

}  // namespace

TEST_CASE(
    "lanes that leave out places, repeat them or change their order are lined up by the number of times") {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 200; ++round) {
    CAPTURE(round);
    std::vector<Path> paths(32);
    for (Path& path : paths) {
      for (unsigned step = 0; step < 12; ++step) {
        if (random() % 8 == 0) continue;
        const unsigned place = random() % 8 == 0 ? random() % 4 : step % 4;
        path.emplace_back(place, place == 3 ? Counted::store : Counted::load);
      }
    }
    AccessCounter counter;
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (const auto& [place, kind] : paths[lane]) {
        if (!counter.follows(lane, kind, 4096 + 4 * lane, code(place)))
          REQUIRE(counter.count(lane, kind, 4096 + 4 * lane, 4, code(place)));
      }
    }
    counter.settle();
    const auto expected = requests_of(paths);
    for (unsigned place = 0; place < 4; ++place) {
      const Counted kind = place == 3 ? Counted::store : Counted::load;
      std::uint64_t lanes = 0;
      const auto found = expected.find({place, kind});
      if (found == expected.end()) continue;
      for (const auto& [_, mask] : found->second) lanes += static_cast<unsigned>(std::popcount(mask));
      const auto counts = counter.counts_at(code(place), kind);
      CHECK(counts.requests == found->second.size());
      CHECK(counts.lanes == lanes);
    }
  }
}

TEST_CASE("what is remembered of an access is what is counted of it") {
  std::mt19937 random(11);
  KnownFigures known;
  for (unsigned round = 0; round < 4000; ++round) {
    WarpAccess access;
    access.bytes = 1u << random() % 5;
    access.lanes = random() % 2 ? ~0u : static_cast<std::uint32_t>(random()) | 1;
    // Few patterns, at many places: most come again.
    const std::uintptr_t first = 0x7f0000000000 + random() % 64 * access.bytes + (random() % 8 == 0),
                         step = random() % 6 * access.bytes;
    for (unsigned lane = 0; lane < 32; ++lane) access.addresses[lane] = first + lane * step;
    if (random() % 16 == 0) access.addresses[5] += std::uintptr_t{1} << 40;
    if (random() % 8 == 0) std::swap(access.addresses[3], access.addresses[9]);
    const Counted kind = random() % 2 ? Counted::atomic : Counted::shared_atomic;
    const AccessFigures figures = known.of(access, kind);
    CAPTURE(round);
    if (kind == Counted::atomic) {
      REQUIRE(figures.sectors == sectors_of(access));
      REQUIRE(figures.least_sectors == least_sectors_of(access));
    } else {
      REQUIRE(figures.passes.all == passes_of(access).all);
      REQUIRE(figures.passes.least == passes_of(access).least);
    }
    REQUIRE(figures.collisions == collisions_of(access));
    REQUIRE(figures.step == step_of(access));
  }
}

namespace {

/// Lets these threads of a block of eight warps store a word each.
void store(AccessCounter& counter, unsigned threads, unsigned step = 1) {
  for (unsigned thread = 0; thread < threads; thread += step)
    REQUIRE(counter.count(thread, Counted::shared_store, 4 * thread, 4, code(0)));
}

const cuda_emulator::IdleWarps& idle_in(AccessCounter& counter) {
  return counter.counts_at(code(0), Counted::shared_store).idle;
}

}  // namespace

TEST_CASE("lanes that are missing as others had a turn are no gaps") {
  AccessCounter counter;
  store(counter, 32, 2);
  counter.interrupt();
  counter.settle();
  store(counter, 32, 4);
  counter.pass_barrier(1);
  CHECK(counter.counts_at(code(0), Counted::shared_store).gapped == 0);
  store(counter, 32, 2);
  counter.pass_barrier(1);
  CHECK(counter.counts_at(code(0), Counted::shared_store).gapped == 1);
}

TEST_CASE("requests of a warp wait for its lanes while others have a turn") {
  AccessCounter counter;
  const auto store_all = [&](unsigned begin, unsigned end, unsigned place) {
    for (unsigned thread = begin; thread < end; ++thread)
      REQUIRE(counter.count(thread, Counted::store, 4 * thread, 4, code(place)));
  };
  store_all(0, 8, 1);  // in another order than the lanes after them
  store_all(0, 16, 0);
  counter.interrupt();
  store_all(32, 64, 0);
  store_all(16, 32, 0);
  store_all(8, 32, 1);
  counter.pass_barrier(2);
  const cuda_emulator::AccessCounts& first = counter.counts_at(code(0), Counted::store);
  CHECK(first.requests == 2);
  CHECK(first.lanes == 64);
  CHECK(first.sectors == 8);
  CHECK(counter.counts_at(code(1), Counted::store).requests == 1);
}

TEST_CASE("the warps that the steps of a tree leave idle are counted") {
  AccessCounter counter;
  for (unsigned block = 0; block < 2; ++block) {
    for (unsigned threads = 256; threads; threads /= 2) {
      store(counter, threads);
      counter.pass_barrier(8);
      counter.pass_barrier(8);
    }
    counter.end_block();
  }
  const auto& idle = idle_in(counter);
  CHECK(idle.turns == 2 * (4 + 6 + 6 * 7));
  REQUIRE(idle.steps == 8);
  CHECK(idle.warps == 8);
  CHECK(idle.at_work == std::array<std::uint8_t, 10>{4, 2, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("a tree may be what a block begins with") {
  AccessCounter counter;
  for (unsigned threads = 128; threads; threads /= 2) {
    store(counter, threads);
    counter.pass_barrier(8);
  }
  counter.end_block();
  CHECK(idle_in(counter).steps == 8);
  CHECK(idle_in(counter).at_work == std::array<std::uint8_t, 10>{4, 2, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("a tree whose threads stand apart keeps its warps busy") {
  AccessCounter counter;
  for (unsigned step = 1; step <= 32; step *= 2) {
    store(counter, 256, step);
    counter.pass_barrier(8);
  }
  counter.end_block();
  CHECK(idle_in(counter).turns == 0);
}

TEST_CASE("phases that do not go on halving are no tree") {
  AccessCounter counter;
  for (unsigned round = 0; round < 10; ++round) {
    for (const unsigned threads : {256, 128, 64}) {
      store(counter, threads);
      counter.pass_barrier(8);
    }
  }
  for (unsigned threads = 256; threads > 64; threads -= 32) {
    store(counter, threads);
    counter.pass_barrier(8);
  }
  for (unsigned threads = 256; threads; threads /= 2) store(counter, threads);  // without a barrier
  counter.end_block();
  CHECK(idle_in(counter).steps == 0);
  CHECK(idle_in(counter).turns == 0);
}

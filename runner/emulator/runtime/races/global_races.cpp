#include "runner/emulator/runtime/races/global_races.hpp"

#include <algorithm>
#include <utility>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/base/touched_pages.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/races/race_candidates.hpp"
#include "runner/emulator/runtime/races/read_stores.hpp"
#include "runner/emulator/runtime/races/store_sites.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

dim3 place_in(const dim3& extent, std::uint32_t number) {
  const std::uint32_t rows = number / extent.x;
  return dim3(number % extent.x, rows % extent.y, rows / extent.y);
}

std::string to_text(const char* what, const dim3& place) {
  return joined(what, " (", place.x, ", ", place.y, ", ", place.z, ")");
}

/// Whether a thread's plain write stays on record when its atomic of the same bytes follows with nothing between: it
/// races with more.
bool outlasts(AccessStamp present, AccessStamp next) {
  return present.is_write() && present.is_by(next) && present.strength() == AccessStrength::plain &&
         next.strength() != AccessStrength::plain && (next.bytes() & ~present.bytes()) == 0;
}

}  // namespace

GlobalRaces::GlobalRaces() : code_begin_(executable_image().data()) {}

void GlobalRaces::begin_intervals() {
  if (order_.first_interval() == 0) return follow_nobody();
  oldest_ = AccessStamp(Intervals::instance().first(), 0).bits();
  of_blocks_before_ = AccessStamp(order_.first_interval(), 0).bits() - oldest_;
}

/// Gives up: there are no intervals left for this block.
void GlobalRaces::follow_nobody() {
  own_ = AccessStamp();
  own_interval_ = oldest_ = ~std::uint64_t{0};
  of_blocks_before_ = 0;
}

void GlobalRaces::begin_block(std::uint64_t block, unsigned threads) {
  note_change();
  waiting_.bytes = 0;
  listens_ = false;
  std::fill_n(last_strong_.begin(), threads, nullptr);
  order_.begin_block(block, threads);
  begin_intervals();
}

void GlobalRaces::pass_grid_barrier() {
  note_change();
  settle();
  order_.pass_grid_barrier();
  begin_intervals();
  refresh();
}

void GlobalRaces::pass_barrier() {
  note_change();
  settle();
  order_.pass_barrier();
  refresh();
}

void GlobalRaces::pass_warp_barrier(unsigned warp) {
  note_change();
  settle();
  order_.pass_warp_barrier(warp);
  refresh();
}

void GlobalRaces::fence() {
  settle();
  order_.fence(thread_);
}

template <class Visit>
void GlobalRaces::for_each_cell(RaceCell* cell, const void* address, std::size_t bytes, Visit visit) {
  auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto end = at + bytes;
  while (at < end) {
    const auto next = std::min(end, (at / RaceCell::covered_bytes + 1) * RaceCell::covered_bytes);
    visit(*cell++, mask(reinterpret_cast<const void*>(at), next - at));
    at = next;
  }
}

void GlobalRaces::read(RaceCell* cell, const void* address, std::size_t bytes, const void* code) {
  settle();
  if (bytes == RaceCell::covered_bytes && mask(address, bytes) == all_bytes) {
    return read_cell(*cell, all_bytes, address, bytes, code);
  }
  for_each_cell(cell, address, bytes,
                [&](RaceCell& one, unsigned of_cell) { read_cell(one, of_cell, address, bytes, code); });
}

void GlobalRaces::read_cell(RaceCell& cell, unsigned bytes, const void* address, std::size_t all,
                            const void* code) {
  const AccessStamp present = cell.load();
  if (present.is_write() && is_of_grid(present)) {
    if (is_other(present, bytes)) {
      ReadStores::instance().note(present.code());
      judge(address, all, false, AccessStrength::plain, code, present);
    }
    return;
  }
  if (stays(present.of_all_bytes().bits())) return;
  const std::uint32_t place = short_code(code);
  cell.store(own_.with(false, AccessStrength::plain, place).to_bytes(bytes));
  TouchedPages::note(&cell);
  remember(address, place);
}

void GlobalRaces::write(RaceCell* cell, const void* address, std::size_t bytes, const void* code) {
  settle();
  await(cell, address, bytes, AccessStrength::plain, code);
}

void GlobalRaces::await(RaceCell* cell, const void* address, std::size_t bytes, AccessStrength strength,
                        const void* code) {
  // A thread may also release a lock by a plain write, and set a flag by one after a fence. A device does
  // what is meant, whatever the memory model says.
  if (strength == AccessStrength::plain && bytes <= 8 &&
      (last_strong_[thread_] == address || order_.has_fenced(thread_))) {
    return write_strongly(cell, address, bytes, AccessStrength::strong, false, code);
  }
  waiting_.bytes = bytes;
  waiting_.address = static_cast<const char*>(address);
  waiting_.cell = cell;
  waiting_.code = code;
  waiting_.stamp = own_.with(true, strength, short_code(code));
  waiting_.also_reads = false;
  if (bytes == RaceCell::covered_bytes && mask(address, bytes) == all_bytes) {
    const AccessStamp present = cell->load();
    waiting_.other = is_other(present, all_bytes) ? present : AccessStamp();
    std::memcpy(waiting_.before.data(), address, RaceCell::covered_bytes);
    return;
  }
  waiting_.other = AccessStamp();
  for_each_cell(cell, address, bytes, [&](const RaceCell& one, unsigned of_cell) {
    const AccessStamp present = one.load();
    if (is_other(present, of_cell)) waiting_.other = present;
  });
  std::memcpy(waiting_.before.data(), address, std::min(bytes, most_compared_bytes));
}

void GlobalRaces::settle() {
  if (waiting_.bytes) settle_write();
  if (!listens_) return;
  listens_ = false;
  order_.listen(thread_);
}

/// Whether a write that is done has changed anything. One of very many bytes is taken to.
bool GlobalRaces::has_changed() const {
  const char *before = waiting_.before.data(), *now = waiting_.address;
  if (waiting_.bytes == 4) return std::memcmp(before, now, 4) != 0;
  if (waiting_.bytes == 8) return std::memcmp(before, now, 8) != 0;
  return waiting_.bytes > most_compared_bytes || std::memcmp(before, now, waiting_.bytes) != 0;
}

void GlobalRaces::settle_write() {
  const std::size_t bytes = waiting_.bytes;
  const char* const address = waiting_.address;
  const AccessStamp stamp = waiting_.stamp, other = waiting_.other;
  const AccessStrength strength = stamp.strength();
  const bool changed = has_changed();
  waiting_.bytes = 0;
  if (strength == AccessStrength::plain) {
    std::uint64_t value = 0;
    std::memcpy(&value, address, std::min(bytes, sizeof value));
    StoreSites::instance().note(stamp.code(), value);
  }
  if (!changed) {
    if (waiting_.also_reads && other.is_write()) judge(address, bytes, false, strength, waiting_.code, other);
    return;
  }
  note_change();
  if (bytes == RaceCell::covered_bytes && mask(address, bytes) == all_bytes) {
    if (!outlasts(waiting_.cell->load(), stamp)) waiting_.cell->store(stamp.to_bytes(all_bytes));
    TouchedPages::note(waiting_.cell);
  } else {
    for_each_cell(waiting_.cell, address, bytes, [&](RaceCell& one, unsigned of_cell) {
      const AccessStamp present = one.load();
      if (!outlasts(present, stamp.to_bytes(of_cell))) {
        one.store(
            stamp.to_bytes(present.is_by(stamp) && present.is_write() ? of_cell | present.bytes() : of_cell));
      }
      TouchedPages::note(&one);
    });
  }
  if (!other.is_none()) judge(address, bytes, true, strength, waiting_.code, other);
}

void GlobalRaces::synchronise(StrongOperation operation, bool publishes) {
  settle();
  if (operation != StrongOperation::read && (publishes || order_.has_fenced(thread_))) {
    order_.publish(thread_);
    refresh();
  }
  listens_ = true;
}

void GlobalRaces::read_strongly(RaceCell* cell, const void* address, std::size_t bytes,
                                AccessStrength strength, const void* code) {
  for_each_cell(cell, address, bytes, [&](RaceCell& one, unsigned of_cell) {
    const AccessStamp present = one.load();
    if (present.is_write() && is_other(present, of_cell)) {
      ReadStores::instance().note(present.code());
      judge(address, bytes, false, strength, code, present);
    }
    if (is_of_grid(present)) return;
    one.store(own_.with(false, strength, short_code(code)).to_bytes(of_cell));
    TouchedPages::note(&one);
  });
}

/// The write itself still belongs to what it publishes.
void GlobalRaces::write_strongly(RaceCell* cell, const void* address, std::size_t bytes,
                                 AccessStrength strength, bool publishes, const void* code) {
  const AccessStamp own = own_;
  synchronise(StrongOperation::write, publishes);
  const AccessStamp next = std::exchange(own_, own);
  await(cell, address, bytes, strength, code);
  own_ = next;
}

void GlobalRaces::operate(RaceCell* cell, const void* address, std::size_t bytes, StrongOperation operation,
                          AccessStrength strength, bool publishes, const void* code) {
  settle();
  if (operation == StrongOperation::read) {
    read_strongly(cell, address, bytes, strength, code);
    listens_ = true;
    return;
  }
  if (operation == StrongOperation::change) {
    for (const RecentRead& read : recent_reads_) {
      if (read.address == address) RaceCandidates::instance().note_atomic_after(read.code);
    }
  }
  last_strong_[thread_] = address;
  write_strongly(cell, address, bytes, strength, publishes, code);
  waiting_.also_reads = operation == StrongOperation::change;
}

/// Whether both are strong operations, for each other too.
bool GlobalRaces::may_meet(AccessStrength strength, AccessStamp earlier) const {
  if (strength == AccessStrength::plain || earlier.strength() == AccessStrength::plain) return false;
  if (strength == AccessStrength::strong && earlier.strength() == AccessStrength::strong) return true;
  Intervals& intervals = Intervals::instance();
  return own_.interval() && intervals[earlier.interval()].block == intervals[own_.interval()].block;
}

void GlobalRaces::judge(const void* address, std::size_t bytes, bool is_write, AccessStrength strength,
                        const void* code, AccessStamp earlier) {
  if (may_meet(strength, earlier) || order_.in_order(earlier, thread_)) return;
  if (strength == AccessStrength::plain && !is_write) remember(address, short_code(code));
  if (!RaceCandidates::instance().is_new(short_code(code), earlier.code())) return;
  tell(address, bytes, is_write, strength, code, earlier);
}

void GlobalRaces::tell(const void* address, std::size_t bytes, bool is_write, AccessStrength strength,
                       const void* code, AccessStamp earlier) {
  struct Side {
    const void* code;
    dim3 block, thread;
    bool writes;
    AccessStrength strength;
    AccessStamp stamp;
  };
  const std::uint32_t earlier_block = Intervals::instance()[earlier.interval()].block;
  Side told{code, dim3(blockIdx), dim3(threadIdx), is_write, strength, own_};
  Side other{long_code(earlier.code()),
             place_in(gridDim, earlier_block),
             place_in(blockDim, earlier.thread()),
             earlier.is_write(),
             earlier.strength(),
             earlier};
  if (told.writes && !other.writes) std::swap(told, other);
  FoundRace race;
  race.code = told.code;
  race.block = told.block;
  race.thread = told.thread;
  const bool of_blocks = told.strength != AccessStrength::plain && other.strength != AccessStrength::plain;
  if (!told.writes && !of_blocks) {
    const bool before_atomic = other.strength != AccessStrength::plain;
    race.excuse = before_atomic ? FoundRace::Excuse::read_before_atomic : FoundRace::Excuse::mark;
    race.writer = other.stamp;
    race.excusing_code = short_code(before_atomic ? told.code : other.code);
  }
  const auto memory = Allocations::instance().holding(address);
  const std::string place = to_text(place_of(told.code)), other_place = to_text(place_of(other.code));
  const bool only_writes = told.writes && std::ranges::none_of(recent_reads_, [&](const RecentRead& read) {
                             return read.address == address;
                           });
  race.message =
      joined(told.writes ? "write of " : "read of ", counted_bytes(bytes), " ",
             memory ? where(*memory, static_cast<const char*>(address)) : "of device memory", ", which ",
             to_text("thread", other.thread), " of ", to_text("block", other.block), " writes at ",
             other_place, ", with nothing that puts the two in order",
             of_blocks ? ": an operation of block scope is atomic only for the threads of one block"
             : place != other_place ? ""
             : only_writes
                 ? ": each thread should write an element of its own; is the index wrong, or a check of the "
                   "bounds missing?"
                 : ": does this line need an atomic operation, such as atomicAdd()?");
  RaceCandidates::instance().add(std::move(race));
}

}  // namespace cuda_emulator

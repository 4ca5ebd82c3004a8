#include "runner/emulator/runtime/races/shared_races.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

unsigned warp_of(unsigned thread) {
  return thread / lanes_of_warp;
}

std::string thread_text(unsigned number) {
  const unsigned x = number % blockDim.x, y = number / blockDim.x % blockDim.y;
  return joined("thread (", x, ", ", y, ", ", number / (blockDim.x * blockDim.y), ")");
}

/// Threads that lack one barrier may meet in both orders, and a compiler may make several accesses of one, so
/// two lines are reported only once. Cheap for accesses seen before.
bool are_new_places(const void* code, const void* other_code) {
  static std::mutex mutex;
  static auto& known = *new std::set<std::pair<const void*, const void*>>;
  static auto& told = *new std::set<std::pair<std::string, std::string>>;
  const std::lock_guard lock(mutex);
  if (!known.insert(std::minmax(code, other_code, std::less<>())).second) return false;
  const std::string place = to_text(place_of(code)), other_place = to_text(place_of(other_code));
  return told.insert(std::minmax(place, other_place)).second;
}

}  // namespace

SharedRaces::SharedRaces(std::span<const char> memory)
    : code_begin_(executable_image().data()),
      known_(memory.data(), memory.size()),
      words_(memory.size() / word_bytes + 1),
      bytes_(memory.size() + word_bytes),
      split_in_(memory.size() / word_bytes + 1) {}

void SharedRaces::begin_phase() {
  known_.begin_epoch();
  if (++phase_ != 0) return;
  words_.clear();
  bytes_.clear();
  split_in_.clear();
  phase_ = 1;
}

void SharedRaces::begin_block() {
  begin_phase();
  undecided_.bytes = 0;
  if (time_ == 0) return;
  time_ = 0;
  for (Synchronisation& synchronisation : synchronisations_) {
    synchronisation.fenced = false;
    synchronisation.listened = 0;
    synchronisation.publications.clear();
  }
}

void SharedRaces::pass_barrier() {
  settle();
  begin_phase();
}

void SharedRaces::pass_warp_barrier(unsigned warp, std::uint32_t lanes) {
  settle();
  clocks_.join(warp, lanes);
  known_.begin_epoch();
}

[[gnu::noinline]] bool SharedRaces::in_order(Stamp earlier) const {
  if (earlier.phase() != phase_ || earlier.thread() == thread_) return true;
  if (warp_of(earlier.thread()) == warp_of(thread_) &&
      clocks_.knows(thread_, earlier.thread(), earlier.lane_time())) {
    return true;
  }
  const auto& published = synchronisations_[earlier.thread()].publications;
  const auto first = std::ranges::lower_bound(published, std::pair{earlier.lane_time(), std::uint64_t{0}});
  return first != published.end() && first->second <= synchronisations_[thread_].listened;
}

inline bool SharedRaces::is_race(Stamp earlier, AccessStrength strength) const {
  if (earlier.phase() != phase_) return false;
  const bool both_strong = strength == AccessStrength::strong && earlier.strength() == AccessStrength::strong;
  return !both_strong && !in_order(earlier);
}

void SharedRaces::synchronise(bool publishes) {
  Synchronisation& own = synchronisations_[thread_];
  ++time_;
  own.listened = time_;
  const bool has_fenced = std::exchange(own.fenced, false);
  // A thread that waits for others publishes nothing new.
  if (!(publishes || has_fenced) || !std::exchange(has_accessed_[thread_], false)) return;
  own.publications.emplace_back(clocks_.time(thread_), time_);
  clocks_.tick(thread_);
  known_.begin_epoch();
}

inline void SharedRaces::look(const Cell& cell, Stamp now, bool is_write, Found& found) const {
  if (is_race(cell.write, now.strength())) found.write = cell.write;
  if (!is_write) return;
  for (const Stamp* earlier : {&cell.read_elsewhere, &cell.read_in_warp, &cell.read}) {
    if (is_race(*earlier, now.strength())) found.read = *earlier;
  }
}

inline void SharedRaces::remember(Cell& cell, Stamp now, bool is_write) const {
  if (is_write) {
    // A thread's own plain write, which races with more, stays: the two are at one place in every order.
    const bool stays = now.strength() == AccessStrength::strong &&
                       cell.write.strength() == AccessStrength::plain && cell.write.is_with(now);
    if (!stays) cell.write = now;
    return;
  }
  if (cell.read.phase() == phase_ && cell.read.thread() != now.thread()) {
    (warp_of(cell.read.thread()) == warp_of(now.thread()) ? cell.read_in_warp : cell.read_elsewhere) =
        cell.read;
  }
  cell.read = now;
}

/// A thread that writes a word which two threads of one warp, or of two warps, have read races with one of
/// them. So further reads need not be recorded.
inline void SharedRaces::note_known(std::size_t word, const Cell& cell, Stamp now, bool is_write) {
  const auto is_plain_read = [&](Stamp stamp) {
    return stamp.phase() == phase_ && stamp.strength() == AccessStrength::plain;
  };
  if (now.strength() == AccessStrength::strong) {
    known_.forget(word);
  } else if (is_write) {
    known_.let_own(word);
  } else if (cell.write.phase() == phase_) {
    known_.forget(word);
  } else if (const Stamp other = cell.read_elsewhere;
             is_plain_read(other) && warp_of(other.thread()) != warp_of(now.thread())) {
    known_.let_all_read(word);
  } else if (const Stamp lane = cell.read_in_warp;
             is_plain_read(lane) && warp_of(lane.thread()) == warp_of(now.thread()) &&
             lane.thread() != now.thread() && lane.lane_time() == clocks_.time(lane.thread())) {
    known_.let_warp_read(word);
  }
}

inline void SharedRaces::access_word(std::size_t word, Stamp now, bool is_write, Found& found) {
  if (split_in_[word] == phase_) return access_bytes(word, 0, word_bytes, now, is_write, found);
  Cell& cell = words_[word];
  look(cell, now, is_write, found);
  remember(cell, now, is_write);
  note_known(word, cell, now, is_write);
}

void SharedRaces::access_bytes(std::size_t word, std::size_t first, std::size_t last, Stamp now,
                               bool is_write, Found& found) {
  Cell* const cells = &bytes_[word * word_bytes];
  if (split_in_[word] != phase_) {
    std::fill_n(cells, word_bytes, words_[word]);
    split_in_[word] = phase_;
  }
  for (std::size_t n = first; n < last; ++n) {
    look(cells[n], now, is_write, found);
    remember(cells[n], now, is_write);
  }
  known_.forget(word);
}

/// Handles any number of bytes, word by word.
void SharedRaces::access_parts(std::size_t first, std::size_t last, Stamp now, bool is_write, Found& found) {
  for (std::size_t at = first; at < last;) {
    const std::size_t word = at / word_bytes, begin = word * word_bytes;
    const std::size_t end = std::min(last, begin + word_bytes);
    if (end - at == word_bytes) {
      access_word(word, now, is_write, found);
    } else {
      access_bytes(word, at - begin, end - begin, now, is_write, found);
    }
    at = end;
  }
}

void SharedRaces::access(const void* address, std::size_t bytes, bool is_write, AccessStrength strength,
                         const void* code) {
  settle();
  const char* const begin = static_cast<const char*>(address);
  const Stamp now(phase_, clocks_.time(thread_),
                  static_cast<std::uint32_t>(static_cast<const char*>(code) - code_begin_), thread_,
                  strength);
  if (strength == AccessStrength::plain) has_accessed_[thread_] = true;
  Found found;
  const std::size_t first = known_.offset(address);
  if (bytes == word_bytes && first % word_bytes == 0) {
    access_word(first / word_bytes, now, is_write, found);
  } else {
    access_parts(first, first + bytes, now, is_write, found);
  }
  if (found.read || found.write) [[unlikely]]
    judge(begin, bytes, is_write, found, code);
}

void SharedRaces::judge(const char* address, std::size_t bytes, bool is_write, const Found& found,
                        const void* code) {
  if (found.read) {
    tell(address, bytes, is_write, *found.read, false, code);
  } else if (is_write && bytes <= undecided_.before.size()) {
    undecided_ = {address, bytes, {}, *found.write, code};
    std::memcpy(undecided_.before.data(), address, bytes);
  } else {
    tell(address, bytes, is_write, *found.write, true, code);
  }
}

void SharedRaces::decide() {
  const Undecided write = undecided_;
  undecided_.bytes = 0;
  if (std::memcmp(write.before.data(), write.address, write.bytes) == 0) return;
  tell(write.address, write.bytes, true, write.earlier, true, write.code);
}

void SharedRaces::tell(const char* address, std::size_t bytes, bool is_write, Stamp earlier,
                       bool earlier_is_write, const void* code) {
  const void* const earlier_code = code_begin_ + earlier.code();
  if (!is_new_finding(FindingKind::shared_memory_race, code)) return;
  if (!are_new_places(code, earlier_code)) return;
  const auto memory = Allocations::instance().holding(address);
  report(FindingKind::shared_memory_race, code,
         joined(is_write ? "write of " : "read of ", counted_bytes(bytes), " ",
                memory ? where(*memory, address) : "in static shared memory", ", which ",
                thread_text(earlier.thread()), earlier_is_write ? " wrote at " : " read at ",
                to_text(place_of(earlier_code)), " with no barrier between"));
}

}  // namespace cuda_emulator

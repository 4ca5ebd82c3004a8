#include "runner/emulator/runtime/execution/shared_races.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
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

/// Threads that lack one barrier may meet in both orders, and a compiler may make several accesses of one:
/// two lines are reported once. Cheap for accesses seen before.
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

bool SharedRaces::are_wanted() {
  const char* value = std::getenv("CUDA_EMULATOR_RACES");
  return value && *value && std::string_view(value) != "0";
}

void SharedRaces::watch(const std::vector<std::span<char>>& memory) {
  const auto is_watched = [](const Watched& watched, std::span<char> piece) {
    return watched.begin == piece.data() && watched.bytes.size() == piece.size();
  };
  if (std::ranges::equal(watched_, memory, is_watched)) return;
  watched_.clear();
  for (const auto piece : memory) watched_.push_back({piece.data(), std::vector<Byte>(piece.size())});
}

void SharedRaces::begin_block() {
  ++phase_;
  undecided_.bytes = 0;
  for (Synchronisation& synchronisation : synchronisations_) {
    synchronisation.fenced = false;
    synchronisation.publications.clear();
  }
}

SharedRaces::Byte* SharedRaces::find(const char* address, std::size_t bytes) {
  const auto holds = [&](const Watched& watched) {
    const auto offset = static_cast<std::size_t>(address - watched.begin);
    return offset < watched.bytes.size() && bytes <= watched.bytes.size() - offset;
  };
  if (last_found_ >= watched_.size() || !holds(watched_[last_found_])) {
    const auto at = std::find_if(watched_.begin(), watched_.end(), holds);
    if (at == watched_.end()) return nullptr;
    last_found_ = static_cast<std::size_t>(at - watched_.begin());
  }
  Watched& watched = watched_[last_found_];
  return &watched.bytes[static_cast<std::size_t>(address - watched.begin)];
}

bool SharedRaces::in_order(const Stamp& earlier, const Thread& thread) const {
  if (earlier.phase != phase_ || earlier.thread == thread.number) return true;
  if (warp_of(earlier.thread) == warp_of(thread.number) &&
      clocks_.knows(thread.number, earlier.thread, earlier.lane_time)) {
    return true;
  }
  const auto& published = synchronisations_[earlier.thread].publications;
  return earlier.publications < published.size() &&
         published[earlier.publications] <= synchronisations_[thread.number].listened;
}

bool SharedRaces::is_race(const Stamp& earlier, const Thread& thread, AccessStrength strength) const {
  const bool both_strong = strength == AccessStrength::strong && earlier.strength == AccessStrength::strong;
  return !both_strong && !in_order(earlier, thread);
}

/// A strong operation publishes what came before the thread's
/// last fence, and learns what others have published.
void SharedRaces::synchronise(const Thread& thread) {
  Synchronisation& own = synchronisations_[thread.number];
  ++time_;
  own.listened = time_;
  if (!own.fenced) return;
  own.publications.push_back(time_);
  own.fenced = false;
}

void SharedRaces::remember_read(Byte& byte, const Stamp& stamp) {
  if (byte.read.phase == phase_ && byte.read.thread != stamp.thread) {
    if (warp_of(byte.read.thread) == warp_of(stamp.thread)) {
      byte.read_in_warp = byte.read;
    } else {
      byte.read_elsewhere = byte.read;
    }
  }
  byte.read = stamp;
}

void SharedRaces::access(const Thread& thread, const void* address, std::size_t bytes, bool is_write,
                         AccessStrength strength, const void* code) {
  settle();
  if (strength == AccessStrength::strong) synchronise(thread);
  const char* first = static_cast<const char*>(address);
  Byte* const watched = find(first, bytes);
  if (!watched) return;
  const Stamp stamp{code,
                    phase_,
                    clocks_.time(thread.number),
                    static_cast<std::uint32_t>(synchronisations_[thread.number].publications.size()),
                    static_cast<std::uint16_t>(thread.number),
                    strength};
  const Stamp *write = nullptr, *read = nullptr;  // that this access races with
  for (Byte* byte = watched; byte != watched + bytes; ++byte) {
    if (!write && is_race(byte->write, thread, strength)) write = &byte->write;
    for (const Stamp* earlier : {&byte->read, &byte->read_in_warp, &byte->read_elsewhere}) {
      if (is_write && !read && is_race(*earlier, thread, strength)) read = earlier;
    }
  }
  if (read) {
    tell(first, bytes, is_write, *read, false, code);
  } else if (write && is_write && bytes <= undecided_.before.size()) {
    undecided_ = {first, bytes, {}, *write, code};
    std::memcpy(undecided_.before.data(), first, bytes);
  } else if (write) {
    tell(first, bytes, is_write, *write, true, code);
  }
  for (Byte* byte = watched; byte != watched + bytes; ++byte) {
    if (is_write) {
      byte->write = stamp;
    } else {
      remember_read(*byte, stamp);
    }
  }
}

void SharedRaces::decide() {
  const Undecided write = undecided_;
  undecided_.bytes = 0;
  if (std::memcmp(write.before.data(), write.address, write.bytes) == 0) return;
  tell(write.address, write.bytes, true, write.earlier, true, write.code);
}

void SharedRaces::tell(const char* address, std::size_t bytes, bool is_write, const Stamp& earlier,
                       bool earlier_is_write, const void* code) {
  if (!is_new_finding(FindingKind::shared_memory_race, code)) return;
  if (!are_new_places(code, earlier.code)) return;
  const auto memory = Allocations::instance().holding(address);
  report(FindingKind::shared_memory_race, code,
         joined(is_write ? "write of " : "read of ", counted_bytes(bytes), " ",
                memory ? where(*memory, address) : "in static shared memory", ", which ",
                thread_text(earlier.thread), earlier_is_write ? " wrote at " : " read at ",
                to_text(place_of(earlier.code)), " with no barrier between"));
}

}  // namespace cuda_emulator

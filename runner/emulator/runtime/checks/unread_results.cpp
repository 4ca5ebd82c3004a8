#include "runner/emulator/runtime/checks/unread_results.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/base/race_cell.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/program/device_variables.hpp"
#include "runner/emulator/runtime/races/read_stores.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

/// The maximum number of cells; a sample is enough for a large allocation.
constexpr std::size_t most_cells = std::size_t{1} << 20;

struct Unread {
  AccessStamp store;
  std::string memory;  ///< in words
  bool is_part = false;
};

std::mutex results_mutex;

/// The last of what was unread when its memory was freed, or when the program ended. Programs free memory in
/// static destructors.
std::optional<Unread>& latest() {
  static auto& found = *new std::optional<Unread>;
  return found;
}

std::set<const char*>& copied() {
  static auto& pieces = *new std::set<const char*>;
  return pieces;
}
std::set<const char*>& used_unseen() {
  static auto& pieces = *new std::set<const char*>;
  return pieces;
}

RaceCell* cells_of(const void* address) {
  const Arena& arena = Arena::instance();
  if (arena.in_device_part(address)) return arena.cells(address);
  return device_variables().holds(address) ? device_variables().cells(address) : nullptr;
}

std::size_t cell_count(const void* address, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(address) / RaceCell::covered_bytes;
  return (reinterpret_cast<std::uintptr_t>(address) + bytes - 1) / RaceCell::covered_bytes - first + 1;
}

/// Whether this is a plain store that no other thread of its grid, and no later grid, has read. Locks and
/// counters are not results.
bool is_unread(AccessStamp stamp) {
  return stamp.is_write() && stamp.strength() == AccessStrength::plain &&
         !ReadStores::instance().has(stamp.code());
}

const void* code_of(AccessStamp stamp) {
  return executable_image().data() + stamp.code();
}

/// Thrust and CUB keep temporary results.
bool is_of_a_library(const std::string& file) {
  return file.find("/thrust/") != file.npos || file.find("/cub/") != file.npos ||
         file.find("/cuda/") != file.npos;
}

void note_piece(std::set<const char*>& pieces, const void* address) {
  if (const auto memory = Allocations::instance().holding(address)) {
    const std::lock_guard lock(results_mutex);
    pieces.insert(memory->address);
  }
}

}  // namespace

void note_copied_to_host(const void* from, std::size_t bytes) {
  RaceCell* cells = wants_leads() ? cells_of(from) : nullptr;
  if (!cells) return;
  note_piece(copied(), from);
  for (std::size_t n = 0; n < cell_count(from, bytes); ++n) {
    if (!cells[n].load().is_none()) cells[n].store(AccessStamp());
  }
}

void note_copied_on_device(void* to, const void* from, std::size_t bytes) {
  if (!wants_leads()) return;
  RaceCell *there = cells_of(to), *here = cells_of(from);
  const std::size_t count = cell_count(from, bytes);
  if (there && here && there != here && cell_count(to, bytes) == count) {
    for (std::size_t n = 0; n < count; ++n) {
      const AccessStamp stamp = here[n].load();
      if (!stamp.is_none() || !there[n].load().is_none()) there[n].store(stamp);
    }
  }
  note_copied_to_host(from, bytes);
}

void note_used_unseen(const void* address) {
  if (wants_leads()) note_piece(used_unseen(), address);
}

void note_failed_copy(const void* from) {
  if (!wants_leads()) return;
  note_piece(used_unseen(), from);
  const std::lock_guard lock(results_mutex);
  latest().reset();
}

void look_for_unread_results(const Allocation& memory) {
  const RaceCell* cells = wants_leads() && memory.bytes ? cells_of(memory.address) : nullptr;
  if (!cells) return;
  const std::lock_guard lock(results_mutex);
  const bool is_copied = copied().erase(memory.address);
  if (used_unseen().erase(memory.address)) return;
  const std::size_t all = cell_count(memory.address, memory.bytes), step = (all - 1) / most_cells + 1;
  std::size_t unread = 0, seen = 0;
  AccessStamp last;
  for (std::size_t n = 0; n < all; n += step, ++seen) {
    const AccessStamp stamp = cells[n].load();
    if (!is_unread(stamp)) continue;
    ++unread;
    if (stamp.interval() >= last.interval()) last = stamp;
  }
  // A remaining part is often padding.
  if (unread == 0 || (is_copied && unread < seen - unread)) return;
  if (latest() && latest()->store.interval() > last.interval()) return;
  if (is_of_a_library(place_of(code_of(last)).file)) return;
  latest() = Unread{last, name_of(memory), is_copied};
}

void report_unread_result() {
  for (const auto kind : {MemoryKind::device, MemoryKind::variable}) {
    for (const Allocation& memory : Allocations::instance().living(kind)) look_for_unread_results(memory);
  }
  const std::optional<Unread> found = std::exchange(latest(), std::nullopt);
  if (!found) return;
  report(FindingKind::unread_result, code_of(found->store),
         joined("this writes to ", found->memory, found->is_part ? ", of which most was" : ", which were",
                " never copied to the host: a cudaMemcpy() with cudaMemcpyDeviceToHost is missing after the "
                "launch, or copies too little or something else"));
}

}  // namespace cuda_emulator

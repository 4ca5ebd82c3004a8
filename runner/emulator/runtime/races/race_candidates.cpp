#include "runner/emulator/runtime/races/race_candidates.hpp"

#include <utility>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/races/intervals.hpp"
#include "runner/emulator/runtime/races/store_sites.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

/// The text of a line's location, cached because it is slow to find.
const std::string& line_of(std::uint32_t code) {
  static auto& known = *new std::map<std::uint32_t, std::string>;
  std::string& text = known[code];
  if (text.empty()) text = to_text(place_of(executable_image().data() + code));
  return text;
}

/// A compiler may make several stores of one line. A store that a thread publishes is not a mere mark.
bool sets_marks(const FoundRace& race) {
  if (Intervals::instance().published(race.writer.interval(), race.writer.thread())) return false;
  const std::string& line = line_of(race.excusing_code);
  return StoreSites::instance().set_marks([&](std::uint32_t code) { return line_of(code) == line; });
}

}  // namespace

RaceCandidates& RaceCandidates::instance() {
  static auto& candidates = *new RaceCandidates;
  return candidates;
}

bool RaceCandidates::is_new(std::uint32_t code, std::uint32_t earlier_code) {
  const std::lock_guard lock(mutex_);
  return known_.insert({code, earlier_code}).second;
}

void RaceCandidates::add(FoundRace race) {
  const std::lock_guard lock(mutex_);
  found_.push_back(std::move(race));
}

void RaceCandidates::note_atomic_after(std::uint32_t code) {
  const std::lock_guard lock(mutex_);
  before_atomics_.insert(code);
}

bool RaceCandidates::is_harmless(const FoundRace& race) const {
  switch (race.excuse) {
    case FoundRace::Excuse::read_before_atomic:
      return before_atomics_.count(race.excusing_code) != 0;
    case FoundRace::Excuse::mark:
      return sets_marks(race);
    case FoundRace::Excuse::none:
      return false;
  }
  return false;
}

void RaceCandidates::end_grid(const char* kernel) {
  for (const FoundRace& race : found_) {
    if (is_harmless(race)) continue;
    running_kernel = kernel;
    blockIdx = {race.block.x, race.block.y, race.block.z};
    threadIdx = {race.thread.x, race.thread.y, race.thread.z};
    report(FindingKind::global_memory_race, race.code, race.message);
  }
  running_kernel = nullptr;
  found_.clear();
  known_.clear();
}

}  // namespace cuda_emulator

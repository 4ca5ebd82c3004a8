#include "runner/emulator/runtime/counters/access_counter.hpp"

#include <bit>

namespace cuda_emulator {

bool AccessCounter::begin(Instruction& instruction, std::size_t bytes) {
  if (waiting_.size() == most_waiting) return false;
  instruction.waiting.push_back(static_cast<std::uint32_t>(waiting_.size()));
  waiting_.emplace_back();
  waiting_.back().bytes = static_cast<std::uint32_t>(bytes);
  return true;
}

void AccessCounter::settle() {
  ++settled_;
  if (waiting_.empty()) return;
  for (auto& [place, instruction] : instructions_) {
    if (instruction.waiting.empty()) continue;
    for (const std::uint32_t number : instruction.waiting)
      take(instruction.counts, place.second, waiting_[number]);
    instruction.waiting.clear();
    instruction.times.fill(0);
  }
  waiting_.clear();
}

void AccessCounter::end_launch(const char* kernel) {
  settle();
  for (const auto& [place, instruction] : instructions_)
    add_counts(kernel, place.first, place.second, instruction.counts);
  instructions_.clear();
  recent_.fill({});
}

void AccessCounter::take(AccessCounts& counts, CountedAccess access, const WarpAccess& done) {
  const auto lanes = static_cast<unsigned>(std::popcount(done.lanes));
  ++counts.requests;
  counts.lanes += lanes;
  counts.bytes += std::uint64_t{lanes} * done.bytes;
  if (is_of_shared_memory(access)) {
    const Passes passes = passes_of(done);
    counts.wavefronts += passes.all;
    counts.least_wavefronts += passes.least;
  } else {
    counts.sectors += sectors_of(done);
  }
  if (access == CountedAccess::atomic || access == CountedAccess::shared_atomic)
    counts.collisions += collisions_of(done);
}

}  // namespace cuda_emulator

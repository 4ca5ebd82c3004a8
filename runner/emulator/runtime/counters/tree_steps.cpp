#include "runner/emulator/runtime/counters/tree_steps.hpp"

#include <algorithm>
#include <bit>

namespace cuda_emulator {

IdleWarps& IdleWarps::operator+=(const IdleWarps& other) {
  const std::uint64_t sum = turns + other.turns;
  if (other.steps > steps) *this = other;
  turns = sum;
  return *this;
}

TreeSteps::Step TreeSteps::take_step(unsigned warps) {
  Step step;
  for (unsigned warp = 0; warp < warps; ++warp) {
    step.threads += static_cast<unsigned>(std::popcount(lanes_[warp]));
    step.at_work += lanes_[warp] != 0;
    step.turns = std::max(step.turns, turns_[warp]);
  }
  step.last = last_;
  std::fill_n(lanes_.begin(), warps, 0);
  std::fill_n(turns_.begin(), warps, 0);
  return step;
}

void TreeSteps::pass_barrier(unsigned warps) {
  const Step step = take_step(warps);
  if (step.threads == 0) return;  // two barriers in a row
  // A tree in place is what the block begins with: all of its threads came to that.
  const unsigned before = threads_before_ ? threads_before_ : warps * lanes_of_warp;
  const bool halves =
      step.threads < before && (step.threads == before / 2 || step.threads == (before + 1) / 2);
  if (!halves || count_ == steps_.size()) end_tree();
  if (halves) steps_[count_++] = step;
  threads_before_ = step.threads;
  warps_ = warps;
}

void TreeSteps::end_block() {
  take_step(most_warps_of_block);
  end_tree();
  threads_before_ = 0;
}

void TreeSteps::end_tree() {
  if (count_ >= least_steps) {
    IdleWarps idle{0, static_cast<std::uint8_t>(warps_), static_cast<std::uint8_t>(count_), {}};
    for (unsigned number = 0; number < count_; ++number) {
      const Step& step = steps_[number];
      idle.at_work[number] = step.at_work;
      // The last step may be long, because it does the remaining work without barriers.
      idle.turns += std::uint64_t{std::min(step.turns, steps_[0].turns)} * (warps_ - step.at_work);
    }
    *steps_[0].last += idle;
  }
  count_ = 0;
}

}  // namespace cuda_emulator

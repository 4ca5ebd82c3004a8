#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

namespace problems {

/// The result of taking the next item of a pipeline.
enum class Taken {
  item,
  later,    ///< not available yet: asked for again when the next item has been used
  nothing,  ///< no more items will come
};

/// The progress of a pipeline: number n was in slots[n % slots.size()].
struct PipelineEnd {
  std::size_t used;   ///< items before this number
  std::size_t taken;  ///< items before this number were taken; some of these may not have been used
};

/// The steps for each item, given the number of its slot.
struct PipelineSteps {
  std::function<Taken(std::size_t slot, bool alone)> take;
  std::function<void(std::size_t slot)> make;
  std::function<bool(std::size_t slot)> use;
  std::function<void(std::size_t slot)> finish;
};

/// Four steps for each item, on this thread and up to `cores - 1` others: take(slot, alone) and use(slot), each in
/// order and one at a time; between them make(slot), and afterwards finish(slot), of several items at once. No more
/// items are on their way than there are slots. `alone`: none is between taking and using, so that taking may wait as
/// long as it likes. Ends when nothing more can be taken, when use() returns false, which leaves that item unused, or
/// by what one of the steps throws; all that was used is finished then, unless something was thrown.
PipelineEnd pipeline(unsigned cores, std::size_t slots, const PipelineSteps& steps);

/// A pipeline whose slots hold objects: take(Slot&, bool), make(Slot&), use(Slot&) and, if anything is left
/// to do, finish(Slot&).
template <class Slot, class Take, class Make, class Use>
PipelineEnd pipeline(unsigned cores, std::vector<Slot>& slots, const Take& take, const Make& make,
                     const Use& use, const std::type_identity_t<std::function<void(Slot&)>>& finish = {}) {
  PipelineSteps steps{[&](std::size_t slot, bool alone) { return take(slots[slot], alone); },
                      [&](std::size_t slot) { make(slots[slot]); },
                      [&](std::size_t slot) { return use(slots[slot]); },
                      [&](std::size_t slot) {
                        if (finish) finish(slots[slot]);
                      }};
  return pipeline(cores, slots.size(), steps);
}

}  // namespace problems

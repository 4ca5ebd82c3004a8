#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "base/on_cores.hpp"

namespace base {

/// What taking the next item of a pipeline came to.
enum class Taken {
  item,
  later,    ///< it is not there yet: asked for again when the next item has been used
  nothing,  ///< nor will anything more be
};

/// Which items have gone through a pipeline: number n was in slots[n % slots.size()].
struct PipelineEnd {
  std::size_t used;   ///< those before this number
  std::size_t taken;  ///< those before this number were taken; of these some may not have been used
};

/// Three steps for each item, on this thread and up to `cores - 1` others: take(slot, alone) and use(slot), each in order
/// and one at a time, and between them make(slot), of several at once. No more items are on their way than there are
/// slots. `alone`: none is on its way, so that taking may wait as long as it likes. Ends when nothing more can be
/// taken, when use() returns false, which leaves that item unused, or by what one of the steps throws.
template <class Slot, class Take, class Make, class Use>
PipelineEnd pipeline(unsigned cores, std::vector<Slot>& slots, const Take& take, const Make& make,
                     const Use& use) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> made(slots.size());
  std::size_t taken = 0, used = 0;
  bool is_taking = false, is_using = false, waits_for_use = false, ended = false, stopped = false;

  const auto may_take = [&] {
    return ended || (!is_taking && taken - used < slots.size() && (!waits_for_use || taken == used));
  };
  // With the lock held; it is released for the steps.
  const auto take_next = [&](std::unique_lock<std::mutex>& lock) {
    is_taking = true;
    const bool alone = taken == used;
    Slot& slot = slots[taken % slots.size()];
    lock.unlock();
    const Taken found = take(slot, alone);
    lock.lock();
    is_taking = false;
    waits_for_use = found == Taken::later;
    if (found == Taken::nothing) ended = true;
    if (found == Taken::item) ++taken;
    changed.notify_all();
    return found == Taken::item;
  };
  const auto use_what_is_made = [&](std::unique_lock<std::mutex>& lock) {
    if (is_using) return;
    is_using = true;
    while (!stopped && used < taken && made[used % slots.size()]) {
      Slot& slot = slots[used % slots.size()];
      lock.unlock();
      const bool goes_on = use(slot);
      lock.lock();
      if (!goes_on) {
        stopped = ended = true;
      } else {
        made[used % slots.size()] = false;
        ++used;
        waits_for_use = false;
      }
      changed.notify_all();
    }
    is_using = false;
  };

  on_cores(cores, cores, [&](std::size_t) {
    std::unique_lock lock(mutex);
    try {
      for (;;) {
        changed.wait(lock, may_take);
        if (ended) return;
        const std::size_t number = taken;
        if (!take_next(lock)) continue;
        lock.unlock();
        make(slots[number % slots.size()]);
        lock.lock();
        made[number % slots.size()] = true;
        use_what_is_made(lock);
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      stopped = ended = true;
      changed.notify_all();
      throw;
    }
  });
  return {used, taken};
}

}  // namespace base

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
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

/// A pipeline's last step where there is nothing left to do.
struct NothingToFinish {
  template <class Slot>
  void operator()(Slot&) const {}
};

/// Four steps for each item, on this thread and up to `cores - 1` others: take(slot, alone) and use(slot), each in order
/// and one at a time; between them make(slot), and afterwards finish(slot), of several items at once. No more items are on
/// their way than there are slots. `alone`: none is between taking and using, so that taking may wait as long as it likes.
/// Ends when nothing more can be taken, when use() returns false, which leaves that item unused, or by what one of the
/// steps throws; all that was used is finished then, unless something was thrown.
template <class Slot, class Take, class Make, class Use, class Finish = NothingToFinish>
PipelineEnd pipeline(unsigned cores, std::vector<Slot>& slots, const Take& take, const Make& make,
                     const Use& use, const Finish& finish = {}) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> made(slots.size()), busy(slots.size());
  std::deque<std::size_t> unfinished;  // which slots
  std::size_t taken = 0, used = 0;
  bool is_taking = false, is_using = false, waits_for_use = false, ended = false, stopped = false;

  // One of those who wait is enough for what has become possible: it wakes the next when there is more. Waking all, most of
  // them for nothing, took 16 cores longer than the items did.
  const auto wake = [&] {
    if (ended) {
      changed.notify_all();
    } else {
      changed.notify_one();
    }
  };
  const auto may_take = [&] {
    return ended || (!is_taking && !busy[taken % slots.size()] && (!waits_for_use || taken == used));
  };
  // With the lock held, like all that follow; it is released for the steps.
  const auto take_next = [&](std::unique_lock<std::mutex>& lock) {
    is_taking = true;
    const bool alone = taken == used;
    const std::size_t place = taken % slots.size();
    lock.unlock();
    const Taken found = take(slots[place], alone);
    lock.lock();
    is_taking = false;
    waits_for_use = found == Taken::later;
    if (found == Taken::nothing) ended = true;
    if (found == Taken::item) {
      busy[place] = true;
      ++taken;
    }
    wake();
    return found == Taken::item;
  };
  const auto use_what_is_made = [&](std::unique_lock<std::mutex>& lock) {
    if (is_using) return;
    is_using = true;
    while (!stopped && used < taken && made[used % slots.size()]) {
      const std::size_t place = used % slots.size();
      lock.unlock();
      const bool goes_on = use(slots[place]);
      lock.lock();
      if (!goes_on) {
        stopped = ended = true;
      } else {
        made[place] = false;
        unfinished.push_back(place);
        ++used;
        waits_for_use = false;
      }
      wake();
    }
    is_using = false;
  };
  const auto finish_one = [&](std::unique_lock<std::mutex>& lock) {
    const std::size_t place = unfinished.front();
    unfinished.pop_front();
    lock.unlock();
    finish(slots[place]);
    lock.lock();
    busy[place] = false;
    wake();
  };

  on_cores(cores, cores, [&](std::size_t) {
    std::unique_lock lock(mutex);
    try {
      for (;;) {
        changed.wait(lock, [&] { return !unfinished.empty() || may_take(); });
        if (!unfinished.empty()) {
          finish_one(lock);
          continue;
        }
        if (ended) return;
        const std::size_t place = taken % slots.size();
        if (!take_next(lock)) continue;
        lock.unlock();
        make(slots[place]);
        lock.lock();
        made[place] = true;
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

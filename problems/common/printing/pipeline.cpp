#include "problems/common/printing/pipeline.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>

#include "base/on_cores.hpp"

namespace problems {

PipelineEnd pipeline(unsigned cores, std::size_t slots, const PipelineSteps& steps) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> made(slots), busy(slots);
  std::deque<std::size_t> unfinished;  // which slots
  std::size_t taken = 0, used = 0;
  bool is_taking = false, is_using = false, waits_for_use = false, ended = false, stopped = false;

  // Waking one waiting thread is enough: it wakes the next if there is more to do. Waking all, most of them
  // for nothing, took 16 cores longer than the items did.
  const auto wake = [&] {
    if (ended) {
      changed.notify_all();
    } else {
      changed.notify_one();
    }
  };
  const auto may_take = [&] {
    return ended || (!is_taking && !busy[taken % slots] && (!waits_for_use || taken == used));
  };
  // Called with the lock held, like all of the following; it is released during the steps.
  const auto take_next = [&](std::unique_lock<std::mutex>& lock) {
    is_taking = true;
    const bool alone = taken == used;
    const std::size_t place = taken % slots;
    lock.unlock();
    const Taken found = steps.take(place, alone);
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
    while (!stopped && used < taken && made[used % slots]) {
      const std::size_t place = used % slots;
      lock.unlock();
      const bool goes_on = steps.use(place);
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
    steps.finish(place);
    lock.lock();
    busy[place] = false;
    wake();
  };

  base::on_cores(cores, cores, [&](std::size_t) {
    std::unique_lock lock(mutex);
    try {
      for (;;) {
        changed.wait(lock, [&] { return !unfinished.empty() || may_take(); });
        if (!unfinished.empty()) {
          finish_one(lock);
          continue;
        }
        if (ended) return;
        const std::size_t place = taken % slots;
        if (!take_next(lock)) continue;
        lock.unlock();
        steps.make(place);
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

}  // namespace problems

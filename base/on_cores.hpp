#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace base {

/// Calls task(0) to task(count - 1), each once and begun in that order, on this thread and up to `cores - 1`
/// others, or fewer if no more can be started. Rethrows the first exception after all calls have ended; calls
/// that have not begun by then are left out.
template <class Task>
void on_cores(unsigned cores, std::size_t count, const Task& task) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (std::size_t index; (index = next.fetch_add(1)) < count;) {
      try {
        task(index);
      } catch (...) {
        next = count;
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t more = std::min<std::size_t>(cores, count); more > 1; --more)
        others.emplace_back(work);
    } catch (const std::system_error&) {
      // A limit of processes: the existing threads do the work.
    }
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace base

#include "runner/emulator/runtime/races/intervals.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace cuda_emulator {
namespace {

std::uint64_t key(std::uint32_t interval, unsigned thread) {
  return std::uint64_t{interval} << 10 | thread;
}

}  // namespace

Intervals& Intervals::instance() {
  static auto& intervals = *new Intervals;
  return intervals;
}

Intervals::Intervals() {
  // Reserves address space; only what the largest grid uses takes memory.
  void* memory = mmap(nullptr, (AccessStamp::most_interval + std::size_t{1}) * sizeof(Interval),
                      PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  all_ = static_cast<Interval*>(memory);
}

void Intervals::begin_grid() {
  if (next_ > AccessStamp::most_interval / 2) {
    clear_();
    next_ = 1;
  }
  base_ = next_;
  first_ = next_.load();
  time_ = 1;
  of_threads_.clear();
}

void Intervals::begin() {
  first_ = next_.load();
}

std::uint32_t Intervals::take(std::uint32_t count) {
  if (next_.load(std::memory_order_relaxed) + count > AccessStamp::most_interval) return 0;
  const std::uint32_t number = next_.fetch_add(count, std::memory_order_relaxed);
  return number + count > AccessStamp::most_interval ? 0 : number;
}

void Intervals::publish_of_thread(std::uint32_t interval, unsigned thread, std::uint32_t time) {
  const std::lock_guard lock(mutex_);
  of_threads_.try_emplace(key(interval, thread), time);
}

std::uint32_t Intervals::published(std::uint32_t interval, unsigned thread) {
  const std::uint32_t whole = (*this)[interval].published;
  const std::lock_guard lock(mutex_);
  const auto found = of_threads_.find(key(interval, thread));
  if (found == of_threads_.end()) return whole;
  return whole ? std::min(whole, found->second) : found->second;
}

}  // namespace cuda_emulator

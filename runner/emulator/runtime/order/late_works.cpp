#include "runner/emulator/runtime/order/late_works.hpp"

#include <cstdlib>
#include <iterator>
#include <utility>
#include <vector>

#include "runner/emulator/runtime/order/grid_accesses.hpp"

namespace cuda_emulator {
namespace {

thread_local bool is_working = false;  ///< a work waits for nothing: what it comes after is done

LateWorks* made() {
  const char* seed = std::getenv("CUDA_EMULATOR_LATE_STREAMS");
  return seed ? new LateWorks(std::strtoull(seed, nullptr, 10)) : nullptr;
}

}  // namespace

LateWorks* LateWorks::instance() {
  static LateWorks* const works = made();  // never destroyed: the program may end while some are left
  return works;
}

void LateWorks::put(StreamKey stream, const OrderClock& after, Done work) {
  left_[stream].push_back({after, std::move(work)});
}

bool LateWorks::is_left(StreamKey stream, std::uint64_t number) const {
  const auto found = left_.find(stream);
  return found != left_.end() && found->second.front().after.at(stream) <= number;
}

bool LateWorks::is_done(const OrderClock& clock) const {
  for (const auto& [stream, number] : clock) {
    if (is_left(stream, number)) return false;
  }
  return true;
}

template <class Streams>
StreamKey LateWorks::any_of(const Streams& streams) {
  auto picked = streams.begin();
  std::advance(picked, random_() % streams.size());
  return *picked;
}

void LateWorks::do_next(StreamKey stream) {
  OrderClock before = left_.at(stream).front().after;
  before.erase(stream);  // those of its own stream are done
  finish(before);
  auto& left = left_.at(stream);
  const Done work = std::move(left.front().work);
  left.pop_front();
  if (left.empty()) left_.erase(stream);
  const bool was_working = std::exchange(is_working, true);
  {
    const StreamScope scope(stream);
    work();
  }
  is_working = was_working;
}

bool LateWorks::finish(const OrderClock& clock) {
  if (is_working) return false;
  for (;;) {
    std::vector<StreamKey> streams;
    for (const auto& [stream, number] : clock) {
      if (is_left(stream, number)) streams.push_back(stream);
    }
    if (streams.empty()) return true;
    do_next(any_of(streams));
  }
}

bool LateWorks::finish_all() {
  OrderClock all;
  for (const auto& [stream, works] : left_) all[stream] = works.back().after.at(stream);
  return finish(all);
}

bool LateWorks::is_done_by_now(const OrderClock& clock) {
  if (is_working || is_done(clock)) return true;
  std::vector<StreamKey> streams;
  for (const auto& [stream, _] : left_) streams.push_back(stream);
  if (random_() % 2) do_next(any_of(streams));
  return false;
}

}  // namespace cuda_emulator

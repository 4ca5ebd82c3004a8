#include "runner/emulator/runtime/order/late_works.hpp"

#include <cstdlib>
#include <utility>

#include "runner/emulator/runtime/order/grid_accesses.hpp"

namespace cuda_emulator {
namespace {

thread_local bool is_working = false;  ///< a work waits for nothing: what it depends on is done

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

StreamKey LateWorks::any_of(const std::vector<StreamKey>& streams) {
  return streams[random_() % streams.size()];
}

std::vector<StreamKey> LateWorks::all_streams() const {
  std::vector<StreamKey> streams;
  for (const auto& [stream, _] : left_) streams.push_back(stream);
  return streams;
}

void LateWorks::do_next(StreamKey stream) {
  OrderClock before = left_.at(stream).front().after;
  before.erase(stream);  // those of its own stream are done
  finish_before(before, false);
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

void LateWorks::finish_before(const OrderClock& clock, bool mixes_others_in) {
  for (;;) {
    std::vector<StreamKey> streams;
    for (const auto& [stream, number] : clock) {
      if (is_left(stream, number)) streams.push_back(stream);
    }
    if (streams.empty()) return;
    do_next(any_of(mixes_others_in ? all_streams() : streams));
  }
}

bool LateWorks::finish(const OrderClock& clock) {
  if (is_working) return false;
  finish_before(clock, mixes_others_in_);
  return true;
}

bool LateWorks::finish_all() {
  OrderClock all;
  for (const auto& [stream, works] : left_) all[stream] = works.back().after.at(stream);
  return finish(all);
}

bool LateWorks::is_done_by_now(const OrderClock& clock) {
  if (is_working || is_done(clock)) return true;
  if (random_() % 2) do_next(any_of(all_streams()));
  return false;
}

}  // namespace cuda_emulator

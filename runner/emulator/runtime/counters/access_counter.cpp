#include "runner/emulator/runtime/counters/access_counter.hpp"

#include <algorithm>

namespace cuda_emulator {

bool AccessCounter::count(unsigned thread, Counted kind, std::uintptr_t address, std::size_t bytes,
                          const void* code) {
  if (thread != thread_) switch_to(thread);
  if (follows(thread, kind, address, code)) return true;
  const unsigned lane = thread % lanes_of_warp;
  const Place here = place(code, kind);
  if (!(astray_ >> lane & 1)) {
    if (next_ == waiting_count_) {  // the first lane to come so far
      if (!begin(instruction_at(here), here, bytes)) return false;
      in_order_ = waiting_count_;
      row_[next_++] = address;
      return true;
    }
    leave_order(lane);
  }
  return count_astray(lane, here, address, bytes);
}

bool AccessCounter::count_astray(unsigned lane, Place place, std::uintptr_t address, std::size_t bytes) {
  Instruction& instruction = instruction_at(place);
  const std::uint32_t time = instruction.times[lane];
  if (time == instruction.waiting.size() && !begin(instruction, place, bytes)) return false;
  ++instruction.times[lane];
  const std::uint32_t number = instruction.waiting[time];
  waiting_[number].lanes |= 1u << lane;
  row_[number] = address;
  return true;
}

void AccessCounter::switch_to(unsigned thread) {
  if (thread_ != no_thread) nexts_[thread_ % lanes_of_warp] = next_;
  if (thread / lanes_of_warp != warp_) {
    if (is_interrupted_ && waiting_count_ <= most_kept) {
      keep();
    } else {  // all lanes of the previous warp are waiting or have ended, or spin
      settle();
    }
    warp_ = thread / lanes_of_warp;
    take_back();
  }
  const unsigned lane = thread % lanes_of_warp;
  thread_ = thread;
  row_ = &addresses_[lane * row_length];
  next_ = nexts_[lane];
  in_order_ = astray_ >> lane & 1 ? 0 : waiting_count_;
}

/// Puts the waiting requests of the warp aside.
void AccessCounter::keep() {
  if (waiting_count_ == 0) return;
  Kept& kept = kept_[warp_];
  kept.places.assign(places_.begin(), places_.begin() + waiting_count_);
  kept.waiting.assign(waiting_.begin(), waiting_.begin() + waiting_count_);
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    const auto row = addresses_.begin() + static_cast<std::ptrdiff_t>(lane * row_length);
    kept.addresses.insert(kept.addresses.end(), row, row + waiting_count_);
  }
  kept.nexts = nexts_;
  kept.astray = astray_;
  forget();
}

/// Continues with the requests of the warp that were put aside.
void AccessCounter::take_back() {
  const auto found = kept_.extract(warp_);
  if (!found) return;
  const Kept& kept = found.mapped();
  waiting_count_ = static_cast<std::uint32_t>(kept.places.size());
  std::copy(kept.places.begin(), kept.places.end(), places_.begin());
  std::copy(kept.waiting.begin(), kept.waiting.end(), waiting_.begin());
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    const auto row = kept.addresses.begin() + static_cast<std::ptrdiff_t>(lane * waiting_count_);
    std::copy(row, row + waiting_count_, addresses_.begin() + static_cast<std::ptrdiff_t>(lane * row_length));
  }
  nexts_ = kept.nexts;
  astray_ = kept.astray;
  for (std::uint32_t number = 0; number < waiting_count_; ++number) {
    const Waiting& request = waiting_[number];
    request.instruction->waiting.push_back(number);
    for (unsigned lane = 0; lane < lanes_of_warp; ++lane)
      request.instruction->times[lane] += request.lanes >> lane & 1;
  }
}

/// Ends the waiting of the warp's requests, whatever became of them.
void AccessCounter::forget() {
  for (std::uint32_t number = 0; number < waiting_count_; ++number) {
    waiting_[number].instruction->waiting.clear();
    if (astray_) waiting_[number].instruction->times.fill(0);
  }
  waiting_count_ = 0;
  astray_ = 0;
  nexts_.fill(0);
}

void AccessCounter::settle_all() {
  settle();
  while (!kept_.empty()) {
    warp_ = kept_.begin()->first;
    take_back();
    settle();
  }
  is_interrupted_ = false;
}

/// Starts a new request for the warp's next execution of the instruction. False if there is no room.
bool AccessCounter::begin(Instruction& instruction, Place place, std::size_t bytes) {
  if (waiting_count_ == most_waiting) return false;
  instruction.waiting.push_back(waiting_count_);
  places_[waiting_count_] = place;
  waiting_[waiting_count_++] = {&instruction, static_cast<std::uint32_t>(bytes), 0};
  return true;
}

/// Stops expecting the lane in order: from now on, how often it reaches each instruction is counted.
void AccessCounter::leave_order(unsigned lane) {
  astray_ |= 1u << lane;
  in_order_ = 0;
  for (std::uint32_t number = 0; number < next_; ++number) {
    waiting_[number].lanes |= 1u << lane;
    ++waiting_[number].instruction->times[lane];
  }
}

/// The in-order lanes that are part of all requests. Lanes that are part of only the first few are recorded
/// in those.
std::uint32_t AccessCounter::lanes_in_all() {
  std::uint32_t in_all = 0;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if (astray_ >> lane & 1) continue;
    if (nexts_[lane] == waiting_count_) {
      in_all |= 1u << lane;
      continue;
    }
    for (std::uint32_t number = 0; number < nexts_[lane]; ++number) waiting_[number].lanes |= 1u << lane;
  }
  return in_all;
}

WarpAccess AccessCounter::access_of(std::uint32_t number, std::uint32_t lanes) const {
  WarpAccess access;
  access.lanes = lanes;
  access.bytes = waiting_[number].bytes;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane)
    access.addresses[lane] = addresses_[lane * row_length + number];
  return access;
}

void AccessCounter::settle() {
  ++settled_;
  if (thread_ != no_thread) nexts_[thread_ % lanes_of_warp] = next_;
  thread_ = no_thread;
  if (waiting_count_ == 0) return;
  const std::uint32_t in_all = lanes_in_all();
  std::uint32_t lanes = 0, turns = 0;
  AccessCounts* last = nullptr;  // of what is no barrier
  for (std::uint32_t number = 0; number < waiting_count_; ++number) {
    const Waiting& request = waiting_[number];
    const WarpAccess access = access_of(number, request.lanes | in_all);
    const Counted kind = kind_at(places_[number]);
    AccessCounts& counts = request.instruction->counts;
    static constexpr AccessFigures none;
    const AccessFigures& figures = is_access(kind) ? figures_.of(access, kind) : none;
    const std::uint64_t gapped = counts.gapped;
    counts.add(access, kind, figures);
    if (is_interrupted_) counts.gapped = gapped;
    if (kind != Counted::barrier) {
      lanes |= access.lanes;
      turns += figures.turns();
      last = &counts;
    }
  }
  if (last) tree_.add(warp_, lanes, turns, last->idle);
  forget();
}

void AccessCounter::end_launch(const char* kernel) {
  end_block();
  for (const auto& [place, instruction] : instructions_) {
    const auto code = reinterpret_cast<const void*>(place & ((Place{1} << address_bits) - 1));
    add_counts(kernel, code, kind_at(place), instruction.counts);
  }
  instructions_.clear();
  recent_.fill({});
}

}  // namespace cuda_emulator

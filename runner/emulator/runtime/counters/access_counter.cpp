#include "runner/emulator/runtime/counters/access_counter.hpp"

namespace cuda_emulator {

bool AccessCounter::count(unsigned thread, Counted kind, std::uintptr_t address, std::size_t bytes,
                          const void* code) {
  if (thread / lanes_of_warp != warp_) {  // all lanes of the one before wait, or have ended
    settle();
    warp_ = thread / lanes_of_warp;
  }
  if (follows(thread, kind, address, code)) return true;
  const unsigned lane = thread % lanes_of_warp;
  const Place here = place(code, kind);
  Instruction& instruction = instruction_at(here);
  if (!(astray_ >> lane & 1)) {
    if (next_[lane] == waiting_count_) {  // the first lane to come so far
      if (!begin(instruction, here, bytes)) return false;
      join(waiting_[next_[lane]++], lane, address);
      return true;
    }
    leave_order(lane);
  }
  const std::uint32_t time = instruction.times[lane];
  if (time == instruction.waiting.size() && !begin(instruction, here, bytes)) return false;
  ++instruction.times[lane];
  join(waiting_[instruction.waiting[time]], lane, address);
  return true;
}

/// The warp comes to the instruction again. False: there is no room.
bool AccessCounter::begin(Instruction& instruction, Place place, std::size_t bytes) {
  if (waiting_count_ == most_waiting) return false;
  instruction.waiting.push_back(waiting_count_);
  Waiting& request = waiting_[waiting_count_++];
  request.place = place;
  request.instruction = &instruction;
  request.access.lanes = 0;
  request.access.bytes = static_cast<std::uint32_t>(bytes);
  return true;
}

/// The lane is no longer expected in order: how often it comes to each instruction is counted.
void AccessCounter::leave_order(unsigned lane) {
  astray_ |= 1u << lane;
  for (std::uint32_t number = 0; number < next_[lane]; ++number) ++waiting_[number].instruction->times[lane];
}

void AccessCounter::settle() {
  ++settled_;
  if (waiting_count_ == 0) return;
  std::uint32_t lanes = 0, turns = 0;
  AccessCounts* last = nullptr;  // of what is no barrier
  for (std::uint32_t number = 0; number < waiting_count_; ++number) {
    const Waiting& request = waiting_[number];
    const Counted kind = kind_at(request.place);
    AccessCounts& counts = request.instruction->counts;
    static constexpr AccessFigures none;
    const AccessFigures& figures = is_access(kind) ? figures_.of(request.access, kind) : none;
    counts.add(request.access, kind, figures);
    if (kind != Counted::barrier) {
      lanes |= request.access.lanes;
      turns += figures.turns();
      last = &counts;
    }
    request.instruction->waiting.clear();
    if (astray_) request.instruction->times.fill(0);
  }
  if (last) tree_.add(warp_, lanes, turns, last->idle);
  waiting_count_ = 0;
  astray_ = 0;
  next_.fill(0);
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

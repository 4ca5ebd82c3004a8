#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/base/race_cell.hpp"
#include "runner/emulator/runtime/races/block_order.hpp"

namespace cuda_emulator {

/// The effect of a strong operation: a load, a store, or both at once.
enum class StrongOperation : std::uint8_t { read, write, change };

/// Finds unordered accesses of two threads of a grid to the same byte of device memory, at least one of them
/// a write: see docs/emulator.md. There is one finder for each OS thread that runs blocks.
///
/// A write that stores the value already there is not a race. So each write is judged at the next access,
/// when it is complete.
class GlobalRaces {
 public:
  GlobalRaces();

  void begin_block(std::uint64_t block, unsigned threads);
  void pass_grid_barrier();
  void pass_barrier();
  void pass_warp_barrier(unsigned warp);
  /// Called when `thread` starts to run.
  void resume(unsigned thread) {
    if (waiting_.bytes || listens_) settle();
    thread_ = thread;
    refresh();
  }
  void fence();

  /// Whether a read of `bytes` from `address` on, whose first cell is `cell`, needs no further work.
  template <std::size_t bytes>
  bool is_known_read(const RaceCell* cell) const {
    bool known = true;
    for (std::size_t n = 0; n == 0 || n < bytes / RaceCell::covered_bytes; ++n) {
      const std::uint64_t bits = cell[n].load().bits();
      known &= stays(bytes < RaceCell::covered_bytes ? AccessStamp(bits).of_all_bytes().bits() : bits);
    }
    return known;
  }
  /// Called before an access.
  void read(RaceCell* cell, const void* address, std::size_t bytes, const void* code);
  void write(RaceCell* cell, const void* address, std::size_t bytes, const void* code);
  /// Records strong operations. `publishes` means a write that needs no fence to publish.
  void operate(RaceCell* cell, const void* address, std::size_t bytes, StrongOperation operation,
               AccessStrength strength, bool publishes, const void* code);
  /// Records a strong operation on other memory.
  void synchronise(StrongOperation operation, bool publishes);

  /// How often the threads that ran here have changed anything, including passing a barrier.
  std::uint64_t changes() const { return changes_; }
  void note_change() { ++changes_; }

  /// Judges the completed write, before another thread runs or this one makes its next access.
  void settle();

 private:
  static constexpr unsigned all_bytes = AccessStamp::all_bytes;
  static constexpr std::size_t most_compared_bytes = 64;

  /// A write that may not be complete yet.
  struct Waiting {
    std::size_t bytes = 0;  ///< 0: there is none
    const char* address = nullptr;
    RaceCell* cell = nullptr;
    const void* code = nullptr;
    AccessStamp stamp, other;  ///< its own, and that of an earlier access by another thread
    bool also_reads = false;
    std::array<char, most_compared_bytes> before;
  };
  struct RecentRead {
    const void* address = nullptr;
    std::uint32_t code = 0;
  };

  static unsigned mask(const void* address, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(address) % RaceCell::covered_bytes;
    return ((1u << bytes) - 1) << first & all_bytes;
  }
  std::uint32_t short_code(const void* code) const {
    return static_cast<std::uint32_t>(static_cast<const char*>(code) - code_begin_) & AccessStamp::most_code;
  }
  const void* long_code(std::uint32_t code) const { return code_begin_ + code; }
  /// Whether this is an access of this grid to some of these bytes, by another thread or by this one before a
  /// barrier.
  bool is_other(AccessStamp stamp, unsigned bytes) const {
    return is_of_grid(stamp) && !stamp.is_by(own_) && stamp.bytes() & bytes;
  }

  bool is_of_grid(AccessStamp stamp) const { return stamp.when_and_who() >= oldest_; }

  /// Whether a cell holds a read of all its bytes that stays when this thread reads: one by another block,
  /// which no barrier orders with later accesses, or one of this interval.
  bool stays(std::uint64_t bits) const {
    return bits - oldest_ < of_blocks_before_ || (bits ^ own_interval_) >> AccessStamp::interval_shift == 0;
  }
  void read_cell(RaceCell& cell, unsigned bytes, const void* address, std::size_t all, const void* code);
  void remember(const void* address, std::uint32_t code) {
    recent_reads_[recent_++ % recent_reads_.size()] = {address, code};
  }
  template <class Visit>
  static void for_each_cell(RaceCell* cell, const void* address, std::size_t bytes, Visit visit);

  void begin_intervals();
  void follow_nobody();
  void refresh() {
    const std::uint32_t interval = order_.interval(thread_);
    own_ = AccessStamp(interval, thread_);
    own_interval_ = own_.bits();
    if (!interval) [[unlikely]]
      follow_nobody();
  }
  void await(RaceCell* cell, const void* address, std::size_t bytes, AccessStrength strength,
             const void* code);
  void read_strongly(RaceCell* cell, const void* address, std::size_t bytes, AccessStrength strength,
                     const void* code);
  void write_strongly(RaceCell* cell, const void* address, std::size_t bytes, AccessStrength strength,
                      bool publishes, const void* code);
  bool may_meet(AccessStrength strength, AccessStamp earlier) const;
  bool has_changed() const;
  void settle_write();
  void judge(const void* address, std::size_t bytes, bool is_write, AccessStrength strength, const void* code,
             AccessStamp earlier);
  void tell(const void* address, std::size_t bytes, bool is_write, AccessStrength strength, const void* code,
            AccessStamp earlier);

  AccessStamp own_;                                 ///< of the running thread
  std::uint64_t own_interval_ = ~std::uint64_t{0};  ///< in the same bits
  std::uint64_t oldest_ = ~std::uint64_t{0};        ///< stamps from here on are of this grid
  std::uint64_t of_blocks_before_ = 0;  ///< how many more belong to blocks that started before this one
  const char* code_begin_;
  bool listens_ = false;  ///< a strong operation may not be complete yet
  unsigned thread_ = 0;
  Waiting waiting_;
  std::array<RecentRead, 4> recent_reads_;
  unsigned recent_ = 0;
  std::uint64_t changes_ = 0;
  BlockOrder order_;
  std::array<const void*, most_threads_of_block> last_strong_;  ///< addresses
};

}  // namespace cuda_emulator

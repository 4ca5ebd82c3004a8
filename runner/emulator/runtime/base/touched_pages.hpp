#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "runner/emulator/runtime/base/race_cell.hpp"
#include "runner/emulator/runtime/base/zeroed_array.hpp"

namespace cuda_emulator {

/// The pages of the arena in which cells have changed since the last query, so that no search has to cover
/// the whole arena.
class TouchedPages {
 public:
  static constexpr std::size_t page_bytes = 4096;
  static constexpr std::size_t cells_of_page = page_bytes / RaceCell::covered_bytes;

  static TouchedPages& instance();

  /// Follows the cells from `begin` to `end` from now on; `all` are those of the whole arena.
  void follow(const RaceCell* all, const RaceCell* begin, const RaceCell* end);

  static void note(const RaceCell* cell) {
    if (cell < begin_ || cell >= end_) return;  // every access comes here
    instance().note_followed(cell);
  }

  /// The numbers of the pages recorded since the last call, in order.
  std::vector<std::size_t> take();

 private:
  void note_followed(const RaceCell* cell) {
    const auto page = static_cast<std::size_t>(cell - all_) / cells_of_page;
    if (!(*noted_)[page].load(std::memory_order_relaxed)) note_page(page);
  }
  void note_page(std::size_t page);

  static inline const RaceCell *begin_ = nullptr, *end_ = nullptr;
  const RaceCell* all_ = nullptr;
  ZeroedArray<std::atomic<bool>>* noted_ = nullptr;
  std::mutex mutex_;
  std::vector<std::size_t> pages_;
};

}  // namespace cuda_emulator

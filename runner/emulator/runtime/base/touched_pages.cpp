#include "runner/emulator/runtime/base/touched_pages.hpp"

#include <algorithm>
#include <utility>

namespace cuda_emulator {

TouchedPages& TouchedPages::instance() {
  static auto& pages = *new TouchedPages;
  return pages;
}

void TouchedPages::follow(const RaceCell* all, const RaceCell* begin, const RaceCell* end) {
  const std::lock_guard lock(mutex_);
  if (!noted_) {
    noted_ = new ZeroedArray<std::atomic<bool>>(static_cast<std::size_t>(end - all) / cells_of_page + 1);
  }
  all_ = all;
  end_ = end;
  begin_ = begin;
}

void TouchedPages::note_page(std::size_t page) {
  const std::lock_guard lock(mutex_);
  if (!(*noted_)[page].exchange(true)) pages_.push_back(page);
}

std::vector<std::size_t> TouchedPages::take() {
  const std::lock_guard lock(mutex_);
  for (const std::size_t page : pages_) (*noted_)[page] = false;
  std::sort(pages_.begin(), pages_.end());
  return std::exchange(pages_, {});
}

}  // namespace cuda_emulator

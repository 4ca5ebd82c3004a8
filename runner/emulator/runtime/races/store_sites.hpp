#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace cuda_emulator {

/// What each place in the code has stored in this grid. A place that always stores the same value (`found =
/// true`, `distance[v] = level`) sets marks: a thread behaves the same whether it reads one early or late.
class StoreSites {
 public:
  static StoreSites& instance() { return instance_; }

  /// A grid begins.
  void clear();
  /// Records that `code` has stored `value`.
  void note(std::uint32_t code, std::uint64_t value) {
    const Site& site = sites_[code % count];
    if (site.code.load(std::memory_order_relaxed) == 0 ||
        site.state.load(std::memory_order_relaxed) != different) {
      note_first(code, value);
    }
  }
  /// Whether all places for which `is_wanted` holds have stored the same value.
  template <class IsWanted>
  bool set_marks(IsWanted is_wanted) const {
    const Site* first = nullptr;
    for (const Site& site : sites_) {
      if (site.code == 0 || !is_wanted(site.code)) continue;
      if (site.state == different || (first && first->value != site.value)) return false;
      if (!first) first = &site;
    }
    return first;
  }

 private:
  void note_first(std::uint32_t code, std::uint64_t value);

  enum State : std::uint32_t { same, different };
  struct Site {
    std::atomic<std::uint32_t> code{0}, state{same};
    std::atomic<std::uint64_t> value{0};
  };
  static constexpr unsigned count = 1024;

  static StoreSites instance_;
  std::array<Site, count> sites_;
};

}  // namespace cuda_emulator

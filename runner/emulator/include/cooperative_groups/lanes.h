#pragma once

#include <cstring>

#include "../cuda_runtime.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// Lanes of one warp, given by a mask and ranked in order: the common base of all groups within a warp.
class lanes_group {
 public:
  void sync() const { __syncwarp(mask_); }
  unsigned int thread_rank() const { return static_cast<unsigned>(__popc(mask_ & ((1u << lane()) - 1))); }
  unsigned int num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
  unsigned int size() const { return num_threads(); }

  /// Values of up to 32 bytes.
  template <class T>
  T shfl(T value, unsigned int rank) const {
    return from_lane(value, lane_of(rank % num_threads()));
  }
  template <class T>
  T shfl_up(T value, unsigned int delta) const {
    const unsigned rank = thread_rank();
    return from_lane(value, rank >= delta ? lane_of(rank - delta) : lane());
  }
  template <class T>
  T shfl_down(T value, unsigned int delta) const {
    const unsigned rank = thread_rank();
    return from_lane(value, rank + delta < num_threads() ? lane_of(rank + delta) : lane());
  }
  template <class T>
  T shfl_xor(T value, unsigned int rank_mask) const {
    const unsigned rank = thread_rank() ^ rank_mask;
    return from_lane(value, rank < num_threads() ? lane_of(rank) : lane());
  }

  int any(int predicate) const { return __any_sync(mask_, predicate); }
  int all(int predicate) const { return __all_sync(mask_, predicate); }
  unsigned int ballot(int predicate) const { return to_ranks(__ballot_sync(mask_, predicate)); }
  template <class T>
  unsigned int match_any(T value) const {
    return to_ranks(__match_any_sync(mask_, value));
  }
  template <class T>
  unsigned int match_all(T value, int& all_equal) const {
    return to_ranks(__match_all_sync(mask_, value, &all_equal));
  }

  unsigned int lanes() const { return mask_; }

  /// The lanes of the group that have the same label as this one.
  template <class Label>
  unsigned int lanes_with_label(Label label) const {
    return __match_any_sync(mask_, label);
  }

 protected:
  explicit lanes_group(unsigned int mask) : mask_(mask) {}
  static unsigned int lane() { return cuda_emulator::lane_in_warp(); }

  /// The lanes of `set`, as a mask of their ranks.
  unsigned int to_ranks(unsigned int set) const {
    unsigned int ranks = 0, rank = 0;
    for (unsigned int rest = mask_; rest; rest &= rest - 1, ++rank) {
      if (set & rest & -rest) ranks |= 1u << rank;
    }
    return ranks;
  }

 private:
  unsigned int lane_of(unsigned int rank) const {
    unsigned int rest = mask_;
    while (rank--) rest &= rest - 1;
    return static_cast<unsigned>(__builtin_ctz(rest));
  }

  template <class T>
  T from_lane(const T& value, unsigned int lane) const {
    constexpr std::size_t words = (sizeof(T) + 7) / 8;
    unsigned long long bits[words] = {};
    std::memcpy(bits, &value, sizeof value);
    for (unsigned long long& word : bits) word = cuda_emulator::shuffle(mask_, word, lane);
    T result = value;
    std::memcpy(&result, bits, sizeof result);
    return result;
  }

  unsigned int mask_;
};

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END

#pragma once

#include <cstdint>
#include <cstring>
#include <cuda/atomic>

#include "kernels/reduction/workspace.hpp"

namespace kernels {

/// A block's result on its way to another block: each word of a slot has half of it and a mark that it is
/// there, so that no word needs to come before another. 0 while there is nothing.
class Slot {
 public:
  __device__ explicit Slot(ReductionSlot& words) : low_(words.low), high_(words.high) {}

  template <class Value>
  __device__ void put(Value value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    low_.store(here | static_cast<std::uint32_t>(bits), cuda::memory_order_relaxed);
    if constexpr (sizeof value > 4) high_.store(here | bits >> 32, cuda::memory_order_relaxed);
  }

  /// Waits for a value, and leaves nothing.
  template <class Value>
  __device__ Value take() {
    std::uint64_t bits = static_cast<std::uint32_t>(take_word(low_));
    if constexpr (sizeof(Value) > 4) bits |= take_word(high_) << 32;
    Value value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

 private:
  using Word = cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>;
  static constexpr std::uint64_t here = std::uint64_t{1} << 32;

  __device__ static std::uint64_t take_word(Word word) {
    std::uint64_t found = 0;
    do {
      found = word.load(cuda::memory_order_relaxed);
    } while (found < here);
    word.store(0, cuda::memory_order_relaxed);
    return found;
  }

  Word low_, high_;
};

}  // namespace kernels

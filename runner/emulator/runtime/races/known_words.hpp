#pragma once

#include <cstddef>
#include <cstdint>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/zeroed_array.hpp"

namespace cuda_emulator {

/// A note for each word of shared memory: which threads may read it, or also write it, without any check or
/// record. This covers nearly all accesses. A note is valid for one epoch, which ends when anything orders
/// accesses.
class KnownWords {
 public:
  static constexpr std::size_t word_bytes = 4;

  /// Takes the memory from `begin` on, which is aligned to words.
  KnownWords(const char* begin, std::size_t bytes)
      : begin_(begin), bytes_(bytes), words_((bytes + longest_access) / word_bytes) {}

  bool hold(const void* address) const { return offset(address) < bytes_; }
  std::size_t offset(const void* address) const {
    return static_cast<std::size_t>(static_cast<const char*>(address) - begin_);
  }

  /// Whether the running thread may read so many bytes at `address`, which these words hold and which is
  /// aligned to their number or to 8.
  template <std::size_t bytes>
  bool may_read(const void* address) const {
    const std::size_t first = offset(address) / word_bytes;
    bool known = true;
    for (std::size_t n = 0; n == 0 || n < bytes / word_bytes; ++n) {
      const std::uint64_t word = words_[first + n];
      known &= (word & (epoch_bits | reader_)) == (epoch_ | reader_) || word == owner();
    }
    return known;
  }
  /// Looks up the same for writing.
  template <std::size_t bytes>
  bool may_write(const void* address) const {
    const std::size_t first = offset(address) / word_bytes;
    bool known = true;
    for (std::size_t n = 0; n == 0 || n < bytes / word_bytes; ++n) known &= words_[first + n] == owner();
    return known;
  }

  /// Called when `thread` starts to run.
  void resume(unsigned thread) {
    thread_ = thread;
    reader_ = std::uint64_t{1} << thread / lanes_of_warp;
  }
  void begin_epoch() {
    epoch_ += first_epoch;
    if (epoch_ < owned) return;
    words_.clear();
    epoch_ = first_epoch;
  }

  /// Lets the warp of the running thread read the word.
  void let_warp_read(std::size_t word) {
    std::uint64_t& known = words_[word];
    known = ((known & epoch_bits) == epoch_ ? known : epoch_) | reader_;
  }
  void let_all_read(std::size_t word) { words_[word] = epoch_ | all_readers; }
  /// The thread that runs may do with the word what it likes.
  void let_own(std::size_t word) { words_[word] = owner(); }
  void forget(std::size_t word) { words_[word] = 0; }

 private:
  // The upper bits hold the epoch and whether one thread owns the word; the lower ones hold the owner, or a
  // bit for each warp that may read.
  static constexpr std::uint64_t first_epoch = std::uint64_t{1} << 32, owned = std::uint64_t{1} << 63;
  static constexpr std::size_t longest_access = 16;
  static constexpr std::uint64_t epoch_bits = ~(first_epoch - 1), all_readers = first_epoch - 1;

  std::uint64_t owner() const { return owned | epoch_ | thread_; }

  const char* begin_;
  std::size_t bytes_;
  ZeroedArray<std::uint64_t> words_;
  std::uint64_t epoch_ = first_epoch, reader_ = 1;
  unsigned thread_ = 0;
};

}  // namespace cuda_emulator

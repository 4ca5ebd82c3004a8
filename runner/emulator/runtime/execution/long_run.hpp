#pragma once

#include <cstdint>
#include <ctime>

namespace cuda_emulator {

/// Samples where a worker's OS thread is, every half second of CPU time. A CUDA thread that has run for
/// seconds while no other got a turn is in a loop that may never end: a lead, for a program that its time
/// limit ends.
class LongRun {
 public:
  LongRun() = default;
  ~LongRun();
  LongRun(const LongRun&) = delete;
  LongRun& operator=(const LongRun&) = delete;

  /// Samples the calling OS thread from now on, if leads are wanted.
  void begin();
  /// Called when another CUDA thread runs.
  void note_change() { ++changes_; }
  /// Whether the running thread has been sampled as often as a loop without an end would be. Once for each thread, or
  /// until `is_told`: a sample may show no code of the program.
  bool is_long(bool is_told) {
    if (changes_ != seen_) looks_ = 0;
    seen_ = changes_;
    ++looks_;
    return looks_ == most_looks || (looks_ > most_looks && !is_told);
  }

 private:
  static constexpr int most_looks = 5;

  timer_t timer_{};
  bool has_timer_ = false;
  std::uint64_t changes_ = 0, seen_ = 0;
  int looks_ = 0;
};

}  // namespace cuda_emulator

#pragma once

#include <cstdint>

namespace cuda_emulator {

/// Counts how often the threads of a block have met, at barriers and in warps. An endless loop around a
/// barrier looks like one that takes long, so this is not a finding but a lead, for a program that its time
/// limit ends.
class Meetings {
 public:
  void begin_block() { weight_ = 0; }
  /// All threads of the block have met, at `code`.
  void note_of_block(const void* code) { note(code, weight_of_block); }
  /// Lanes of a warp have.
  void note_of_warp(const void* code) { note(code, 1); }

 private:
  static constexpr std::uint64_t weight_of_block = 32, between_looks = 32 << 10, least_looks = 10;

  void note(const void* code, std::uint64_t weight) {
    weight_ += weight;
    if (weight_ % between_looks < weight) look(code);
  }
  void look(const void* code);

  std::uint64_t weight_ = 0;
  std::int64_t first_look_ns_ = 0;
};

}  // namespace cuda_emulator

/// The number sequences of cuRAND's host calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runner/emulator/include/curand.h"

namespace cuda_emulator {

/// What an array is filled with. Normal numbers come in pairs.
class RandomSequence {
 public:
  virtual ~RandomSequence() = default;
  virtual void bits(std::uint32_t* output, std::size_t count) = 0;
  virtual void uniform(float* output, std::size_t count) = 0;
  virtual void uniform(double* output, std::size_t count) = 0;
  /// Numbers with mean 0 and standard deviation 1.
  virtual void normal(float* output, std::size_t count) = 0;
  virtual void normal(double* output, std::size_t count) = 0;
  /// Whether it gives normal numbers only in whole pairs.
  virtual bool needs_pairs() const = 0;
  /// Where the sequence of another seed starts if it replaces this one now.
  virtual std::uint64_t offset_of_another_seed() const = 0;
};

/// The sequence from `offset` on; null if there is none.
std::unique_ptr<RandomSequence> random_sequence(curandRngType type, curandOrdering order, std::uint64_t seed,
                                                std::uint64_t offset);

}  // namespace cuda_emulator

#include "runner/emulator/runtime/random/generator.hpp"

#include <vector>

#include "runner/emulator/include/cuda_emulator/random/normal.h"

namespace cuda_emulator {
namespace {

/// XORWOW and MRG32k3a: this many sequences take turns, each giving one number or one pair at a time.
template <class State>
class SequencesInTurn : public RandomSequence {
 public:
  SequencesInTurn(std::uint64_t seed, std::uint64_t offset, std::size_t sequences)
      : sequences_(sequences), begin_(offset), turn_(offset) {
    curand_init(seed, 0, 0, &fresh_);
  }
  void bits(std::uint32_t* output, std::size_t count) override {
    for (std::size_t n = 0; n < count; ++n) output[n] = curand(&next());
  }
  void uniform(float* output, std::size_t count) override {
    for (std::size_t n = 0; n < count; ++n) output[n] = curand_uniform(&next());
  }
  void uniform(double* output, std::size_t count) override {
    for (std::size_t n = 0; n < count; ++n) output[n] = curand_uniform_double(&next());
  }
  void normal(float* output, std::size_t count) override {
    for (std::size_t n = 0; n < count; n += 2) put_pair(output + n, curand_normal2(&next()));
  }
  void normal(double* output, std::size_t count) override {
    for (std::size_t n = 0; n < count; n += 2) put_pair(output + n, curand_normal2_double(&next()));
  }
  bool needs_pairs() const override { return true; }
  std::uint64_t offset_of_another_seed() const override { return turn_; }

 private:
  template <class Number, class Pair>
  static void put_pair(Number* output, const Pair& pair) {
    output[0] = pair.x;
    output[1] = pair.y;
  }

  State& next() {
    const std::size_t sequence = turn_++ % sequences_;
    while (states_.size() <= sequence) add_state();
    return states_[sequence];
  }
  /// The next sequence, after the numbers that the offset says were drawn.
  void add_state() {
    const std::uint64_t number = states_.size();
    State& state = states_.emplace_back(fresh_);
    if (begin_ > number) skipahead((begin_ - number - 1) / sequences_ + 1, &state);
    skip_to_next_sequence(fresh_);
  }
  static void skip_to_next_sequence(curandStateXORWOW& state) { skipahead_sequence(1, &state); }
  static void skip_to_next_sequence(curandStateMRG32k3a& state) { skipahead_subsequence(1, &state); }

  std::size_t sequences_;
  std::uint64_t begin_, turn_;
  State fresh_;  ///< the first of the sequences without a state
  std::vector<State> states_;
};

/// Philox: the sequences take turns, each giving four numbers; a number depends only on its position.
class PhiloxInFours : public RandomSequence {
 public:
  PhiloxInFours(std::uint64_t seed, std::uint64_t offset) : seed_(seed), begin_(offset), place_(offset) {}
  void bits(std::uint32_t* output, std::size_t count) override {
    fill(output, count, 4, [](auto* state, unsigned n) {
      skipahead(n, state);
      return curand(state);
    });
  }
  void uniform(float* output, std::size_t count) override {
    fill(output, count, 4, [](auto* state, unsigned n) {
      skipahead(n, state);
      return curand_uniform(state);
    });
  }
  void uniform(double* output, std::size_t count) override {
    fill(output, count, 8, [](auto* state, unsigned n) {
      skipahead(2 * n, state);
      return curand_uniform_double(state);
    });
  }
  void normal(float* output, std::size_t count) override {
    fill(output, count, 4, [](auto* state, unsigned n) {
      skipahead(n & ~1u, state);
      const float2 pair = curand_normal2(state);
      return n % 2 ? pair.y : pair.x;
    });
  }
  void normal(double* output, std::size_t count) override {
    fill(output, count, 8, [](auto* state, unsigned n) {
      skipahead(4 * (n / 2), state);
      const double2 pair = curand_normal2_double(state);
      return n % 2 ? pair.y : pair.x;
    });
  }
  bool needs_pairs() const override { return false; }
  /// Converts an offset as cuRAND 10.4 does, which adds a quarter of the numbers drawn.
  std::uint64_t offset_of_another_seed() const override { return begin_ + (place_ - begin_) / 4; }

 private:
  static constexpr std::uint64_t sequences = 65536;

  /// `number(state, n)` is the number `n` of the four that `draws_of_turn` draws make.
  template <class Number, class Make>
  void fill(Number* output, std::size_t count, unsigned draws_of_turn, Make number) {
    for (std::size_t n = 0; n < count; ++n, ++place_) {
      const std::uint64_t turn = place_ / 4;
      curandStatePhilox4_32_10 state;
      curand_init(seed_, turn % sequences, turn / sequences * draws_of_turn, &state);
      output[n] = number(&state, static_cast<unsigned>(place_ % 4));
    }
  }

  std::uint64_t seed_, begin_, place_;
};

}  // namespace

std::unique_ptr<RandomSequence> random_sequence(curandRngType type, curandOrdering order, std::uint64_t seed,
                                                std::uint64_t offset) {
  constexpr std::size_t of_xorwow = 4096, of_mrg32k3a = 81920, of_mrg32k3a_once = 4096;
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
      return std::make_unique<SequencesInTurn<curandStateXORWOW>>(seed, offset, of_xorwow);
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return std::make_unique<SequencesInTurn<curandStateMRG32k3a>>(
          seed, offset, order == CURAND_ORDERING_PSEUDO_LEGACY ? of_mrg32k3a_once : of_mrg32k3a);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return std::make_unique<PhiloxInFours>(seed, offset);
    default:
      return nullptr;
  }
}

}  // namespace cuda_emulator

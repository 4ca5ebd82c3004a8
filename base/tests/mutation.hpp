#pragma once

// Driving a reader with mutated input: with a few examples in the ordinary tests, and for as long as one likes.
//
// WARP_JUDGE_FUZZ_SECONDS=600 makes each driver run for so long; WARP_JUDGE_FUZZ_SEED=7 is the seed that it begins with,
// in place of 1. Each seed is printed before its examples, so that an end by a signal can be repeated, too. One example
// that computes for longer_than_any_s ends the program by SIGPROF.

#include <sys/time.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace base::test {

/// Choices that a seed determines.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : random_(seed) {}

  /// A number below `count`, which is not 0.
  std::size_t below(std::size_t count) { return random_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }

  template <class List>
  const auto& of(const List& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 random_;
};

/// A text in which a few places are changed, cut out, repeated, or replaced by a token.
inline std::string mutated(std::string text, const std::vector<std::string>& tokens, Choices& choices) {
  constexpr std::size_t most_edits = 6, most_bytes = 12;
  for (std::size_t edits = choices.below(most_edits + 1); edits > 0; --edits) {
    const std::size_t place = choices.below(text.size() + 1);
    const std::size_t bytes = choices.below(most_bytes);
    switch (choices.below(5)) {
      case 0:
        text.insert(place, choices.of(tokens));
        break;
      case 1:
        text.replace(place, bytes, choices.of(tokens));
        break;
      case 2:
        text.erase(place, bytes);
        break;
      case 3:
        text.insert(place, text.substr(place, bytes));
        break;
      default:
        if (place < text.size()) text[place] = static_cast<char>(choices.below(256));
    }
  }
  return text;
}

/// Mutates a list of words, such as a command line.
inline std::vector<std::string> mutated(std::vector<std::string> words,
                                        const std::vector<std::string>& tokens, Choices& choices) {
  for (std::size_t edits = choices.below(4); edits > 0; --edits) {
    const auto place = words.begin() + static_cast<std::ptrdiff_t>(choices.below(words.size() + 1));
    const bool at_end = place == words.end();
    switch (choices.below(4)) {
      case 0:
        words.insert(place, choices.of(tokens));
        break;
      case 1:
        if (!at_end) *place = mutated(*place, tokens, choices);
        break;
      case 2:
        if (!at_end) words.erase(place);
        break;
      default:
        if (!at_end) words.insert(place, std::string(*place));
    }
  }
  return words;
}

inline constexpr time_t longer_than_any_s = 60;

/// Counted in CPU time, as a busy machine may keep anyone waiting. 0: not any more.
inline void end_by_signal_after(time_t cpu_s) {
  const itimerval once = {{0, 0}, {cpu_s, 0}};
  ::setitimer(ITIMER_PROF, &once, nullptr);
}

/// Calls `one(choices)` for `examples` examples of each seed: of the first alone, or until the time is over.
template <class One>
void drive(std::size_t examples, One one) {
  using Clock = std::chrono::steady_clock;
  const auto number_in = [](const char* name, const char* otherwise) {
    const char* const text = std::getenv(name);
    return std::strtoull(text != nullptr ? text : otherwise, nullptr, 10);
  };
  const auto end = Clock::now() + std::chrono::seconds(number_in("WARP_JUDGE_FUZZ_SECONDS", "0"));
  std::uint64_t seed = number_in("WARP_JUDGE_FUZZ_SEED", "1");
  do {
    std::fprintf(stderr, "WARP_JUDGE_FUZZ_SEED=%llu\n", static_cast<unsigned long long>(seed));
    Choices choices(seed++);
    for (std::size_t i = 0; i < examples; ++i) {
      end_by_signal_after(longer_than_any_s);
      one(choices);
    }
    end_by_signal_after(0);
  } while (Clock::now() < end);
}

}  // namespace base::test

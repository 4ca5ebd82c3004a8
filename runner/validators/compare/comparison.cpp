#include "runner/validators/compare/comparison.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/white_space.hpp"
#include "runner/validators/compare/agreeing_chunks.hpp"
#include "runner/validators/compare/agreeing_numbers.hpp"
#include "runner/validators/compare/message.hpp"

namespace validator {

namespace {

using base::is_white;

constexpr std::size_t spare_bytes = std::size_t{1} << 20;

constexpr int most_pause_pairs = 63;

const char* token_end(const char* begin, const char* end) {
  return std::find_if(begin, end, is_white);
}

// How many bytes at the start of both are equal, of `size` at most.
std::size_t equal_prefix(const char* a, const char* b, std::size_t size) {
  std::size_t n = 0;
  for (; n + 8 <= size; n += 8) {
    std::uint64_t eight_a, eight_b;
    std::memcpy(&eight_a, a + n, 8);
    std::memcpy(&eight_b, b + n, 8);
    if (eight_a != eight_b) break;
  }
  while (n < size && a[n] == b[n]) ++n;
  return n;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool equal_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

class Comparison {
 public:
  /// The comparison of what follows `passed` bytes of the answer, and those of the output that are consumed.
  Comparison(std::string_view answer, std::size_t passed, OutputReader& output, const Options& options)
      : answer_begin_(answer.data()),
        at_(answer.data() + passed),
        answer_end_(answer.data() + answer.size()),
        output_(output),
        options_(options),
        whole_tolerance_(options.tolerance) {}

  std::optional<std::string> run() {
    for (;;) {
      // Where the last tokens differed as texts, the next ones
      // likely do: looking for equal bytes would not pay.
      if (options_.space_change_sensitive || last_tokens_equal_) skip_equal();
      if (!pass_white_space()) return message_;
      if (pass_agreeing_numbers()) continue;
      const bool output_ends = output_.window().empty();
      if (at_ == answer_end_ && output_ends) return std::nullopt;
      if (at_ == answer_end_) return extra_output();
      if (output_ends) return missing_output();
      if (!tokens_agree()) return message_;
    }
  }

 private:
  // Passes what is equal byte for byte, whichever rules hold for it, up to a difference or to the start of
  // the token that holds it. Afterwards the window is empty only at the end of the output.
  void skip_equal() {
    for (;;) {
      const std::string_view window = output_.window();
      const std::size_t most = std::min(window.size(), static_cast<std::size_t>(answer_end_ - at_));
      const std::size_t equal = equal_prefix(at_, window.data(), most);
      std::size_t passed = equal;
      while (passed > 0 && !is_white(window[passed - 1])) --passed;
      at_ += passed;
      output_.consume(passed);
      if (equal < window.size() || !output_.extend()) return;
    }
  }

  // Comes right after skip_equal(): white space that is left over on either side is where they differ.
  bool pass_white_space() {
    if (!options_.space_change_sensitive) {
      at_ = std::find_if_not(at_, answer_end_, is_white);
      skip_white_output();
      return true;
    }
    const std::string_view window = output_.window();
    const bool answer_has_it = at_ != answer_end_ && is_white(*at_);
    const bool output_has_it = !window.empty() && is_white(window[0]);
    return (!answer_has_it && !output_has_it) || fail_white_space();
  }

  void skip_white_output() {
    for (;;) {
      const std::size_t white = white_bytes();
      const bool token_follows = white < output_.window().size();
      output_.consume(white);
      if (token_follows || !output_.extend()) return;
    }
  }

  // Where the last tokens differed as texts and agreed as numbers, as the next ones likely do. After vain attempts, as
  // on numbers with exponents, less and less often.
  bool pass_agreeing_numbers() {
    if (last_tokens_equal_ || options_.space_change_sensitive || !options_.tolerance.given()) return false;
    if (pairs_until_attempt_ > 0) {
      --pairs_until_attempt_;
      return false;
    }
    std::string_view expected(at_, static_cast<std::size_t>(answer_end_ - at_));
    std::string_view found = output_.window();
    last_tokens_equal_ = validator::pass_agreeing_numbers(expected, found, whole_tolerance_);
    const bool passed = expected.data() != at_;
    at_ = expected.data();
    output_.consume(output_.window().size() - found.size());
    pause_pairs_ = passed ? 0 : std::min(2 * pause_pairs_ + 1, most_pause_pairs);
    pairs_until_attempt_ = pause_pairs_;
    return passed;
  }

  bool tokens_agree() {
    if (options_.tolerance.given()) {
      const Number expected = scan_number(at_, answer_end_);
      const bool whole = expected.end != nullptr && (expected.end == answer_end_ || is_white(*expected.end));
      if (whole) return numbers_agree(expected);
    }
    return texts_agree();
  }

  bool numbers_agree(const Number& expected) {
    const std::string_view expected_text(at_, static_cast<std::size_t>(expected.end - at_));
    std::string_view found_text = output_.window();
    Number found = scan_number(found_text.data(), found_text.data() + found_text.size());
    if (found.end == nullptr || found.end == found_text.data() + found_text.size() || !is_white(*found.end)) {
      found_text = output_token(expected_text.size());
      found = scan_number(found_text.data(), found_text.data() + found_text.size());
      if (found.end != found_text.data() + found_text.size() && !too_long(found_text, expected_text)) {
        return fail("expected " + shown(expected_text) + ", found " + shown(found_text) +
                    ", which is not a decimal number");
      }
    } else {
      found_text = found_text.substr(0, static_cast<std::size_t>(found.end - found_text.data()));
    }
    if (too_long(found_text, expected_text)) return fail_too_long(expected_text, found_text);
    last_tokens_equal_ = found_text == expected_text;
    if (!last_tokens_equal_ && !options_.tolerance.accepts(found, found_text, expected, expected_text)) {
      return fail("expected " + shown(expected_text) + ", found " + shown(found_text) + " (" +
                  shown_distance(expected_text, found_text) + options_.tolerance.describe() + ")");
    }
    pass_tokens(expected_text, found_text);
    return true;
  }

  bool texts_agree() {
    const char* const end = token_end(at_, answer_end_);
    const std::string_view expected(at_, static_cast<std::size_t>(end - at_));
    const std::string_view found = output_token(expected.size());
    if (too_long(found, expected)) return fail_too_long(expected, found);
    last_tokens_equal_ = found == expected;
    if (!last_tokens_equal_ && (options_.case_sensitive || !equal_but_for_case(expected, found)))
      return fail(shown_difference(expected, found));
    pass_tokens(expected, found);
    return true;
  }

  // The token at the start of the window; only its beginning when it is too long for this answer.
  std::string_view output_token(std::size_t answer_token_bytes) {
    for (std::size_t seen = 0;;) {
      const std::string_view window = output_.window();
      const char* const end = token_end(window.data() + seen, window.data() + window.size());
      seen = static_cast<std::size_t>(end - window.data());
      const bool enough = seen > answer_token_bytes + spare_bytes;
      if (seen < window.size() || enough || !output_.extend()) return output_.window().substr(0, seen);
    }
  }

  static bool too_long(std::string_view found, std::string_view expected) {
    return found.size() > expected.size() + spare_bytes;
  }

  void pass_tokens(std::string_view expected, std::string_view found) {
    at_ += expected.size();
    output_.consume(found.size());
  }

  bool fail(const std::string& what) {
    message_ = output_.position().of_next_token() + ": " + what;
    return false;
  }

  bool fail_too_long(std::string_view expected, std::string_view found) {
    return fail("expected " + shown(expected) + ", found the longer " + shown(found, false));
  }

  bool fail_white_space() {
    const Position here = output_.position();
    const char* run = at_;
    while (run != answer_begin_ && is_white(run[-1])) --run;
    const char* const run_end = std::find_if_not(at_, answer_end_, is_white);
    std::size_t seen = white_bytes();
    while (seen == output_.window().size() && seen <= spare_bytes && output_.extend()) seen = white_bytes();

    const std::string expected(run, run_end);
    std::string found = std::string(run, at_).append(output_.window().substr(0, seen));
    found = found.empty() ? "" : shown_white_space(found, seen <= spare_bytes);
    if (output_.window().empty())
      found += found.empty() ? "the end of the output" : " and the end of the output";
    message_ = here.of_white_space() + ": expected " +
               (expected.empty() ? "no white space" : "the white space " + shown_white_space(expected)) +
               ", found " + (found.empty() ? "none" : found);
    return false;
  }

  std::size_t white_bytes() const {
    const std::string_view window = output_.window();
    return static_cast<std::size_t>(std::find_if_not(window.begin(), window.end(), is_white) -
                                    window.begin());
  }

  std::string extra_output() {
    const std::string_view found = output_token(0);
    fail("expected the end of the output, found " + shown(found, !too_long(found, {})));
    return message_;
  }

  std::string missing_output() {
    Position in_answer;
    in_answer.advance({answer_begin_, static_cast<std::size_t>(at_ - answer_begin_)});
    const std::string_view expected(at_, static_cast<std::size_t>(token_end(at_, answer_end_) - at_));
    fail("expected " + shown(expected) +
         ", found the end of the output (in the answer: " + in_answer.of_next_token() + ")");
    return message_;
  }

  const char* answer_begin_;
  const char* at_;
  const char* answer_end_;
  OutputReader& output_;
  const Options& options_;
  const WholeTolerance whole_tolerance_;
  bool last_tokens_equal_ = true;
  int pause_pairs_ = 0;
  int pairs_until_attempt_ = 0;
  std::string message_;
};

}  // namespace

std::optional<std::string> first_difference(std::string_view answer, OutputReader& output,
                                            const Options& options, unsigned cores) {
  const Agreement agreement = agreeing_chunks(answer, output.window(), options, cores);
  output.consume(agreement.output_bytes);
  return Comparison(answer, agreement.answer_bytes, output, options).run();
}

}  // namespace validator

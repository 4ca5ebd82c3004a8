#include "runner/emulator/lowering/launches.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "runner/emulator/lowering/refusal.hpp"

namespace cuda_emulator::lowering {

namespace {

// The first of the three '>' that end the configuration which the token `open` begins, or `nowhere`.
std::size_t end_of_configuration(const Sequence& sequence, std::size_t open) {
  std::size_t angles = 0;  // that may be template arguments
  for (std::size_t i = open + 1; i < sequence.size();) {
    if (sequence.is(i, ";") || sequence.is(i, "<<<") || sequence.closes(i)) return nowhere;
    if (sequence.is(i, "<") && sequence.is_identifier(i - 1)) ++angles;
    if (sequence.opens(i)) {
      i = sequence.beyond(i);
      continue;
    }
    std::size_t run = 0;
    while (sequence.is(i + run, ">") && sequence.tokens[i + run].begin == sequence.tokens[i].begin + run)
      ++run;
    // Three open template arguments are closed by `>>>`, too.
    if (run >= 3 && (angles < 3 || angles + 3 <= run)) return i + run - 3;
    angles -= std::min(angles, run);
    i += std::max<std::size_t>(run, 1);
  }
  return nowhere;
}

// The '<' of the template arguments that the token `close`, a '>', ends; `nowhere` when it ends none.
std::size_t begin_of_template_arguments(const Sequence& sequence, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close; i != nowhere; --i) {
    if (sequence.is(i, ">")) ++depth;
    if (sequence.is(i, "<") && --depth == 0) return i;
    if (sequence.closes(i)) {
      i = sequence.partner(i);
      if (i == nowhere) return nowhere;
    } else if (sequence.opens(i) || sequence.is(i, ";") || sequence.is(i, "<<<")) {
      return nowhere;
    }
  }
  return nowhere;
}

// A keyword before an expression, or before the condition that precedes it.
bool is_statement_word(const Sequence& sequence, std::size_t i) {
  constexpr std::array<std::string_view, 9> words = {"if",   "constexpr", "while",  "for",  "switch",
                                                     "else", "do",        "return", "throw"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return sequence.is(i, word); });
}

// The first token of the name or expression that ends before the token `end`, read backwards:
// `ns::k<T, (a > b)>`, `(*pointer)`, `table[i]`, `get(n)`, `object.kernel`, `k##name`. `nowhere` when there is none.
std::size_t begin_of_callee(const Sequence& sequence, std::size_t end) {
  std::size_t begin = nowhere;
  for (std::size_t i = end - 1; i != nowhere;) {
    if (sequence.is(i, ")") || sequence.is(i, "]")) {
      const std::size_t open = sequence.partner(i);
      if (open == nowhere) break;
      // In `if (ready) (*pointer)<<<...` the condition is no part of the callee.
      if (begin != nowhere && is_statement_word(sequence, open - 1)) break;
      begin = open;
      const bool goes_on = sequence.is_identifier(open - 1) || sequence.is(open - 1, ")") ||
                           sequence.is(open - 1, "]") || sequence.is(open - 1, ">");
      if (!goes_on || is_statement_word(sequence, open - 1)) break;
      i = open - 1;
      continue;
    }
    if (sequence.is(i, ">")) {
      i = begin_of_template_arguments(sequence, i);
      if (i == nowhere || !sequence.is_identifier(i - 1)) break;
      --i;
    }
    if (!sequence.is_identifier(i)) break;
    begin = i--;
    if (sequence.is(i, "template")) begin = i--;
    if (sequence.is(i, "::")) {
      begin = i--;
      if (sequence.is(i, ">") || (sequence.is_identifier(i) && !is_statement_word(sequence, i))) continue;
      break;
    }
    if (!sequence.is(i, ".") && !sequence.is(i, "->") && !sequence.is(i, "##")) break;
    --i;
  }
  return begin;
}

}  // namespace

std::vector<Launch> launches(const Sequence& sequence) {
  std::vector<Launch> found;
  for (std::size_t open = 1; open < sequence.size(); ++open) {
    if (!sequence.is(open, "<<<")) continue;
    const std::size_t close = end_of_configuration(sequence, open);
    const std::size_t callee = begin_of_callee(sequence, open);
    if (close != nowhere && callee != nowhere) found.push_back({callee, open, close});
  }
  return found;
}

void lower_launches(const Sequence& sequence, const std::vector<bool>& on_device_only,
                    const std::set<std::size_t>& faulty, std::vector<Edit>& edits) {
  for (const auto& [callee, open, close] : launches(sequence)) {
    const std::size_t begin = sequence.tokens[callee].begin;
    if (on_device_only[open]) {
      edits.push_back(refusal(begin,
                              "a kernel launch in device code (dynamic parallelism) cannot run on the "
                              "emulated device: launch from the host, or judge on a GPU"));
    }
    const Range configuration = {sequence.tokens[open].end(), sequence.tokens[close].begin};
    if (!faulty.contains(open)) {
      edits.push_back({{begin, begin}, "::cuda_emulator::configure(", configuration, ") ? void() : "});
    }
    edits.push_back({{sequence.tokens[open].begin, sequence.tokens[close + 2].end()}, ""});
  }
}

}  // namespace cuda_emulator::lowering

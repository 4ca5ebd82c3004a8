#include "runner/emulator/front_end/ir/host_calls.hpp"

#include <cctype>
#include <cstdlib>

#include "runner/emulator/front_end/ir/ir_text.hpp"
#include "runner/emulator/front_end/ir/refusal.hpp"

namespace cuda_front_end {
namespace {

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

/// Parses a source line as clang prints it. From clang 17 on, the line number comes first: "   12 | ".
std::string_view without_number(std::string_view line) {
  const std::size_t bar = line.find_first_not_of(" 0123456789");
  const bool has_number =
      bar != line.npos && line.substr(bar).starts_with("| ") && line.find_first_of("0123456789") < bar;
  return has_number ? line.substr(bar + 2) : line;
}

/// Whether a function that is no member of an object is called without arguments at `column` of `line`: it is a
/// constant, being constexpr.
bool is_constant_call(std::string_view line, std::size_t column) {
  if (column == 0 || column > line.size()) return false;
  const char before = column > 1 ? line[column - 2] : ' ';
  if (before == '.' || before == '>') return false;
  std::size_t at = column - 1;
  while (at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_')) ++at;
  return line.substr(at, 2) == "()";
}

/// Whether the text before a call in its line is certainly a function's body. There nvcc refuses the call
/// even if it is a constant; clang evaluates it, so that no call is left. Other such calls may be
/// initialisers of variables.
bool is_in_a_body(std::string_view before) {
  for (const char* word : {"if", "while", "for", "switch", "case", "return", "else", "do", "static_assert"}) {
    if (has_word(before, word)) return true;
  }
  return has_word(before, "constexpr") && !has_word(before, "__device__") &&
         !has_word(before, "__constant__");
}

/// Returns "sizeof" for "int n = 2 * sizeof ".
std::string_view last_word(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::size_t begin = text.size();
  while (begin > 0 && is_of_word(text[begin - 1])) --begin;
  return text.substr(begin);
}

/// Whether the text before a call in its line starts an unevaluated operand, in which nvcc accepts any call.
bool is_never_computed(std::string_view before) {
  std::size_t closed = 0;
  for (std::size_t at = before.size(); at-- > 0;) {
    if (before[at] == ')') ++closed;
    if (before[at] != '(') continue;
    if (closed > 0) {
      --closed;
      continue;
    }
    const std::string_view word = last_word(before.substr(0, at));
    if (word == "sizeof" || word == "decltype" || word == "noexcept" || word == "alignof") return true;
  }
  return false;
}

/// Whether `line`, the first of an error, is what clang reports for a call in a `__host__ __device__`
/// function.
bool is_call_for_both_sides(std::string_view line) {
  return line.starts_with("reference to __host__ function '") &&
         line.ends_with(" in __host__ __device__ function");
}

/// Whether `error` is what clang reports for a call in a function of this side: "__device__" or "__global__".
/// From clang 16 on, the former includes initialisers of device variables.
bool is_call_from(std::string_view side, std::string_view error) {
  return error.starts_with("no matching function for call to '") &&
         error.find(" call to __host__ function from " + std::string(side) + " function\n") != error.npos;
}

}  // namespace

std::optional<std::string> host_calls(std::string_view messages) {
  constexpr std::string_view error = " error: ";
  std::string places;
  for (std::size_t next, at = messages.find(error); at != messages.npos; at = next) {
    next = messages.find(error, at + error.size());
    const std::size_t begin = messages.rfind('\n', at) + 1;  // the location, "a.cu:12:5:"
    const std::string_view place = messages.substr(begin, at - begin);
    const std::size_t colon = place.rfind(':', place.size() - 2);
    std::string_view rest = messages.substr(0, next).substr(at + error.size());
    const bool is_on_the_device = is_call_from("__device__", rest);
    const bool is_in_a_kernel = is_call_from("__global__", rest);
    const bool is_for_both_sides = is_call_for_both_sides(next_line(rest));
    const std::size_t column = std::strtoul(std::string(place.substr(colon + 1)).c_str(), nullptr, 10);
    const std::string_view line = without_number(next_line(rest));
    const std::string_view before = line.substr(0, column ? column - 1 : 0);
    if ((is_on_the_device || is_in_a_kernel) && is_never_computed(before)) continue;
    if (!is_for_both_sides && !is_on_the_device) return {};
    if (is_on_the_device && is_in_a_body(before)) return {};
    if (is_on_the_device || !is_constant_call(line, column)) {
      places += std::string(place.substr(0, colon)) + '\n';
    }
  }
  return places;
}

HostCalls::HostCalls(const DebugPlaces& source, std::string_view places) : source_(source) {
  while (!places.empty()) places_.insert(std::string(next_line(places)));
}

void HostCalls::add_instruction(std::string_view line, const std::string& function, std::string_view define) {
  if (places_.empty() || line.find("call ") == line.npos) return;
  const Place place = source_.of_instruction(line, define);
  if (places_.contains(place.file + ':' + std::to_string(place.line))) functions_.emplace(function, place);
}

void HostCalls::check_kernel(const std::string& kernel, const References& references) const {
  if (functions_.empty()) return;
  for (const std::string& reached : references.reachable(kernel)) {
    const auto call = functions_.find(reached);
    if (call == functions_.end()) continue;
    throw Refusal(
        call->second,
        "this calls a constexpr __host__ function in device code: nvcc refuses it, or warns and leaves "
        "the kernel's code out");
  }
}

}  // namespace cuda_front_end

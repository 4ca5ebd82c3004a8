#include "runner/emulator/front_end/ir/float_additions.hpp"

#include <algorithm>
#include <array>

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

constexpr std::string_view fence = "float @llvm.arithmetic.fence.f32(float";

/// The next name that starts with `%` at or after `from`; sets `from` to its end, or to npos.
std::string_view next_name(std::string_view text, std::size_t& from) {
  const std::size_t begin = text.find('%', from);
  from = begin == text.npos ? begin : name_end(text, begin);
  return begin == text.npos ? std::string_view() : text.substr(begin, from - begin);
}

bool computes(std::string_view operation) {
  constexpr std::array<std::string_view, 6> operations = {"fadd ",    "fsub ", "fpext ",
                                                          "fptrunc ", "call ", "tail call "};
  return std::any_of(operations.begin(), operations.end(),
                     [&](std::string_view begin) { return operation.starts_with(begin); });
}

}  // namespace

void FloatAdditions::note(const Name& name, std::string_view operation) {
  std::size_t at = 0;
  if (operation.starts_with("getelementptr ")) {
    const auto parts = split_at_commas(operation);
    for (std::size_t i = 1; i < parts.size() && !parts[i].starts_with("!"); ++i) {
      at = parts[i].rfind('%');  // behind the type
      if (at != operation.npos && (i > 1 || elements_.contains(next_name(parts[i], at))))
        elements_.insert(name);
    }
  } else if (operation.starts_with("load float, ")) {
    const std::string_view variable = next_name(operation, at);
    if (!variable.empty() && !elements_.contains(variable)) variables_.emplace(name, variable);
  } else if (computes(operation)) {
    while (at != operation.npos) {
      const auto from = variables_.find(next_name(operation, at));
      if (from == variables_.end()) continue;
      variables_.emplace(name, from->second);
      return;
    }
  }
}

std::string FloatAdditions::stored(std::string line) {
  constexpr std::string_view word = "  store float ";
  std::size_t at = word.size();
  if (line[at] != '%') return line;
  const std::string value(next_name(line, at));
  const auto from = variables_.find(value);
  if (from == variables_.end() || from->second != next_name(line, at)) return line;
  const std::string hidden = "%cuda_emulator.sum." + std::to_string(++count_);
  const std::size_t place = line.find(", !dbg ");
  const std::string call = "  " + hidden + " = call " + std::string(fence) + " " + value + ")" +
                           (place == line.npos ? "" : line.substr(place, line.find(", ", place + 1) - place));
  return call + "\n" + line.replace(word.size(), value.size(), hidden);
}

std::string FloatAdditions::fenced(std::string line) {
  if (line.starts_with("define")) {
    variables_.clear();
    elements_.clear();
  } else if (line.starts_with("  store float ")) {
    return stored(std::move(line));
  } else if (line.starts_with("declare")) {
    is_declared_ |= line.find(fence.substr(0, fence.find('('))) != line.npos;
  } else if (line.starts_with("  %")) {
    // `  %add = fadd contract float %0, 1.000000e+00, !dbg !3`
    const std::size_t end = name_end(line, 2);
    if (line.compare(end, 3, " = ") == 0)
      note(line.substr(2, end - 2), std::string_view(line).substr(end + 3));
  }
  return line;
}

std::string FloatAdditions::declaration() const {
  return count_ == 0 || is_declared_ ? "" : "declare " + std::string(fence) + ")\n";
}

std::string with_fenced_additions(std::string_view host_module) {
  FloatAdditions additions;
  std::string text;
  text.reserve(host_module.size());
  visit_lines(host_module,
              [&](std::string_view line) { text += additions.fenced(std::string(line)) + '\n'; });
  return text + additions.declaration();
}

}  // namespace cuda_front_end

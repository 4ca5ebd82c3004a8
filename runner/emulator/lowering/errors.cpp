#include "runner/emulator/lowering/errors.hpp"

#include <algorithm>

#include "runner/emulator/lowering/edits.hpp"

namespace cuda_emulator::lowering {

namespace {

// No compiler's user reads more.
constexpr std::size_t most_errors = 20;

}  // namespace

std::string directives(std::string_view source, std::string_view name, std::vector<Error> errors) {
  std::stable_sort(errors.begin(), errors.end(),
                   [](const Error& a, const Error& b) { return a.offset < b.offset; });
  const auto same = [](const Error& a, const Error& b) {
    return a.offset == b.offset && a.message == b.message;
  };
  errors.erase(std::unique(errors.begin(), errors.end(), same), errors.end());
  if (errors.size() > most_errors) errors.resize(most_errors);
  std::string text;
  for (const Error& error : errors) {
    const std::string_view before = source.substr(0, error.offset);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t start = before.rfind('\n') + 1;  // 0 in the first line
    // A compiler names the place of the string, which the splice puts on the line and column of the token.
    text += "#line " + std::to_string(line) + " " + quoted(name) + "\n#pragma GCC error \\\n";
    for (const char c : before.substr(start)) text += c == '\t' ? '\t' : ' ';
    text += quoted(error.message) + "\n";
  }
  return text;
}

}  // namespace cuda_emulator::lowering

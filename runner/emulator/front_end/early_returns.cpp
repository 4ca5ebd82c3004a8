#include "runner/emulator/front_end/early_returns.hpp"

#include <fstream>

#include "runner/emulator/front_end/ir_text.hpp"

namespace cuda_front_end {
namespace {

/// What stands in quotes after `key`.
std::string quoted_after(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == line.npos) return "";
  const std::size_t begin = at + key.size() + 1;
  return std::string(line.substr(begin, line.find('"', begin) - begin));
}

/// The number of metadata, `!12`, that follows `key`.
std::string number_after_key(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == line.npos) return "";
  const std::size_t begin = at + key.size();
  return std::string(line.substr(begin, line.find_first_not_of("0123456789", begin + 1) - begin));
}

}  // namespace

EarlyReturns::EarlyReturns(const std::vector<std::string>& module_lines) {
  for (const std::string_view line : module_lines) {
    if (!line.starts_with("!")) continue;
    const std::string number(line.substr(0, line.find(' ')));
    if (line.find("!DILocation(") != line.npos) {
      places_[number] = {number_after(line, "line:"), number_after(line, "column:")};
    } else if (line.find("!DISubprogram(") != line.npos) {
      functions_[number] = number_after_key(line, "file: ");
    } else if (line.find("!DIFile(") != line.npos) {
      const std::string name = quoted_after(line, "filename: ");
      files_[number] = name.starts_with("/") ? name : quoted_after(line, "directory: ") + "/" + name;
    }
  }
}

bool EarlyReturns::is_one(std::string_view line, std::string_view define) {
  if (!line.starts_with("  br label ")) return false;
  const auto place = places_.find(number_after_key(line, "!dbg "));
  if (place == places_.end()) return false;
  const std::vector<std::string>& source = source_of(define);
  const auto [row, column] = place->second;
  return row >= 1 && row <= source.size() && column >= 1 && column <= source[row - 1].size() &&
         std::string_view(source[row - 1]).substr(column - 1).starts_with("return");
}

const std::vector<std::string>& EarlyReturns::source_of(std::string_view define) {
  const std::string& name = files_[functions_[number_after_key(define, "!dbg ")]];
  const auto [found, is_new] = sources_.try_emplace(name);
  if (is_new) {
    std::ifstream file(name);
    for (std::string line; std::getline(file, line);) found->second.push_back(line);
  }
  return found->second;
}

}  // namespace cuda_front_end

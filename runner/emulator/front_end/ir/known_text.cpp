#include "runner/emulator/front_end/ir/known_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

constexpr std::size_t most_shown_bytes = 160;

/// Beginnings of lines outside functions, apart from those that are parsed below.
constexpr std::array<std::string_view, 7> known_beginnings = {
    "source_filename = ", "%", "@", "declare ", "!", ";", "}"};

/// Whether variables.cpp wrote this line.
bool is_dynamic_shared_symbol(std::string_view line) {
  return line.starts_with("module asm ") && line.find("cuda_emulator_dynamic_shared") != line.npos;
}

class TextCheck {
 public:
  void add(std::string_view line);
  void finish() const;

 private:
  void add_outside(std::string_view line);

  bool is_in_function_ = false;
  bool has_layout_ = false;
  bool has_triple_ = false;
  std::map<std::string, std::string_view> attributes_;  ///< by group
  std::vector<std::string_view> functions_;  ///< their first lines, without those of this front end
};

void TextCheck::add(std::string_view line) {
  const std::string code = line.starts_with("!") ? std::string() : without_quoted(line);
  for (const std::string_view left : {"addrspace", "nvptx", "@llvm.nvvm."}) {
    if (code.find(left) != code.npos) throw UnknownText(line, "no '" + std::string(left) + "'");
  }
  if (is_in_function_) {
    is_in_function_ = line != "}";
  } else {
    add_outside(line);
  }
}

void TextCheck::add_outside(std::string_view line) {
  if (line.starts_with("define ")) {
    is_in_function_ = line.ends_with("{");
    const std::size_t at = line.find('@');
    const bool is_own =
        line.substr(at, 16).find("@cuda_emulator") == 0 || line.substr(at, 16) == "@\"cuda_emulator.";
    if (!is_own) functions_.push_back(line);
  } else if (line.starts_with("attributes #")) {
    attributes_[std::string(digits_at(line, line.find('#') + 1))] = line;
  } else if (line.starts_with("target datalayout")) {
    has_layout_ = true;
  } else if (line.starts_with("target triple")) {
    has_triple_ = line.find("x86_64") != line.npos;
  } else if (line.find("!DICompileUnit(") != line.npos &&
             line.find("emissionKind: LineTablesOnly") == line.npos) {
    throw UnknownText(line, "'emissionKind: LineTablesOnly'");
  } else if (!line.empty() && !is_dynamic_shared_symbol(line) &&
             std::ranges::none_of(known_beginnings,
                                  [&](std::string_view beginning) { return line.starts_with(beginning); })) {
    throw UnknownText(line, "a function, a variable, a type, attributes or metadata");
  }
}

void TextCheck::finish() const {
  if (!has_layout_ || !has_triple_) throw UnknownText("", "'target datalayout' and 'target triple'");
  for (const std::string_view define : functions_) {
    const std::size_t at = attributes_group(define);
    const auto found =
        at == define.npos ? attributes_.end() : attributes_.find(std::string(digits_at(define, at + 2)));
    if (found == attributes_.end() || found->second.find(" sanitize_thread ") == std::string_view::npos) {
      throw UnknownText(define, "a group of attributes with 'sanitize_thread'");
    }
  }
}

}  // namespace

UnknownText::UnknownText(std::string_view line, const std::string& expected)
    : runtime_error("the text of this clang is not known to the emulated device: expected " + expected +
                    ", found '" + std::string(line.substr(0, most_shown_bytes)) +
                    "'. Clang 14 to 19 are known: build with -DWARP_JUDGE_CLANG=/path/to/clang++") {}

void check_known_text(std::string_view host_module) {
  TextCheck check;
  visit_lines(host_module, [&](std::string_view line) { check.add(line); });
  check.finish();
}

}  // namespace cuda_front_end

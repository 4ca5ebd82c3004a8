#include "runner/emulator/front_end/ir/device_variable_uses.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

constexpr std::string_view registration_call = "@__cudaRegisterVar(";

using Names = std::set<std::string, std::less<>>;

/// The first of `names` that occurs in `text`; empty if none does.
std::string_view name_in(std::string_view text, const Names& names) {
  for (std::size_t at = text.find_first_of("@%"); at != text.npos; at = text.find_first_of("@%", at + 1)) {
    const std::string_view name = text.substr(at, name_end(text, at) - at);
    if (names.contains(name)) return name;
  }
  return {};
}

/// The address operand of a load, a store or a copy; empty for other instructions.
std::string_view place_of_access(std::string_view line) {
  const bool copies = line.find("@llvm.memcpy.") != line.npos || line.find("@llvm.memmove.") != line.npos;
  if (copies && line.find(" call ") != line.npos) return line.substr(line.find('('));
  const std::size_t load = line.find(" = load "), store = line.starts_with("  store ") ? 1 : line.npos;
  if (load == line.npos && store == line.npos) return {};
  const auto parts = split_at_commas(line.substr(load == line.npos ? 8 : load + 8));
  return parts.size() > 1 ? parts[1] : std::string_view();
}

class VariableUses {
 public:
  VariableUses(std::string_view text, std::string_view managed) {
    visit_lines(text, [&](std::string_view line) {
      const std::size_t at = line.find(registration_call);
      if (at == line.npos || !line.starts_with("  call ")) return;
      typed_ |= line.find("i8*") != line.npos;
      const std::size_t name = line.find('@', at + registration_call.size());
      if (name != line.npos) variables_.emplace(line.substr(name, name_end(line, name) - name));
    });
    visit_lines(managed, [&](std::string_view name) { variables_.erase("@" + std::string(name)); });
  }

  bool has_variables() const { return !variables_.empty(); }

  void add(std::string_view line) {
    if (line.starts_with("define ")) {
      is_users_ = line.find("@__cuda_") == line.npos;
      within_.clear();
    }
    if (is_users_ && line.starts_with("  ")) add_instruction(line);
    text_ += line;
    text_ += '\n';
  }

  std::string text() const {
    if (used_.empty()) return "";
    const std::string byte = pointer_to("i8", typed_);
    std::string text = text_ + "declare void @cuda_emulator_host_use(" + byte + ") nomerge\n";
    for (const std::string& name : used_)
      text += name_of(name) + " = private constant " + type_of(name) + " c\"" + plain_name(name) + "\\00\"\n";
    return text;
  }

 private:
  static std::string name_of(std::string_view variable) {
    return "@\"cuda_emulator.used." + plain_name(variable) + "\"";
  }
  static std::string type_of(std::string_view variable) {
    return "[" + std::to_string(plain_name(variable).size() + 1) + " x i8]";
  }

  void add_instruction(std::string_view line) {
    if (const std::size_t is = line.find(" = getelementptr "), cast = line.find(" = bitcast ");
        is != line.npos || cast != line.npos) {
      const std::size_t end = std::min(is, cast);
      const std::string_view variable = variable_in(line.substr(end));
      if (!variable.empty()) within_.emplace(line.substr(2, end - 2), variable);
      return;
    }
    const std::string_view place = place_of_access(line), variable = variable_in(place);
    if (place.empty() || variable.empty()) return;
    used_.emplace(variable);
    const std::string byte = pointer_to("i8", typed_), type = type_of(variable);
    const std::size_t debug = line.find(", !dbg ");
    text_ += "  notail call void @cuda_emulator_host_use(" + byte + " getelementptr inbounds (" + type +
             ", " + pointer_to(type, typed_) + " " + name_of(variable) + ", i64 0, i64 0))";
    if (debug != line.npos) text_ += line.substr(debug, line.find_first_of(", ", debug + 7) - debug);
    text_ += '\n';
  }

  std::string_view variable_in(std::string_view text) const {
    if (const std::string_view name = name_in(text, variables_); !name.empty()) return name;
    for (const auto& [place, variable] : within_) {
      if (!name_in(text, {place}).empty()) return variable;
    }
    return {};
  }

  Names variables_, used_;
  std::map<std::string, std::string, std::less<>> within_;  ///< of the function: addresses in variables
  bool typed_ = false;
  bool is_users_ = false;
  std::string text_;
};

}  // namespace

std::string with_device_variable_uses(std::string_view host_module, std::string_view managed) {
  VariableUses module(host_module, managed);
  if (!module.has_variables()) return "";
  visit_lines(host_module, [&](std::string_view line) { module.add(line); });
  return module.text();
}

}  // namespace cuda_front_end

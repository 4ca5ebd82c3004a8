#include "runner/emulator/front_end/ir/type_layout.hpp"

#include <algorithm>

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

std::size_t round_up(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// The number at the start of `text`.
std::size_t leading_number(std::string_view text) {
  std::size_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') break;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  return number;
}

}  // namespace

TypeLayout::TypeLayout(const std::vector<std::string>& module_lines) {
  for (const std::string_view line : module_lines) {
    if (!line.starts_with("%")) continue;
    constexpr std::string_view definition = " = type ";
    if (const std::size_t at = line.find(definition); at != line.npos)
      named_[std::string(line.substr(0, at))] = line.substr(at + definition.size());
  }
}

TypeLayout::Layout TypeLayout::layout(std::string_view type) const {
  if (type.ends_with("*") || type == "ptr") return {8, 8};
  if (type == "half" || type == "bfloat") return {2, 2};
  if (type == "float") return {4, 4};
  if (type == "double") return {8, 8};
  if (type.starts_with("i")) {
    const std::size_t bytes = std::max<std::size_t>(leading_number(type.substr(1)) / 8, 1);
    return {bytes, std::min<std::size_t>(bytes, 16)};
  }
  if (type.starts_with("%")) {
    const auto found = named_.find(type);
    return found == named_.end() ? Layout() : layout(found->second);
  }
  if (type.starts_with("<{")) return of_struct(type.substr(2, type.size() - 4), true);
  if (type.starts_with("{")) return of_struct(type.substr(1, type.size() - 2), false);
  if (type.starts_with("[") || type.starts_with("<")) {  // "[16 x float]"
    const std::string_view inside = type.substr(1, type.size() - 2);
    const Layout element = layout(inside.substr(inside.find(" x ") + 3));
    const std::size_t bytes = leading_number(inside) * element.bytes;
    return {bytes, type.starts_with("<") ? std::max<std::size_t>(bytes, 1) : element.alignment};
  }
  return {};
}

TypeLayout::Layout TypeLayout::of_struct(std::string_view members, bool is_packed) const {
  Layout whole;
  for (const std::string_view member : split_at_commas(members)) {
    const Layout next = layout(member);
    if (!is_packed) {
      whole.bytes = round_up(whole.bytes, next.alignment);
      whole.alignment = std::max(whole.alignment, next.alignment);
    }
    whole.bytes += next.bytes;
  }
  whole.bytes = round_up(whole.bytes, whole.alignment);
  return whole;
}

}  // namespace cuda_front_end

#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "kernels/common/variant.hpp"

namespace kernels_tests {

/// What is wrong with a table of variants, or nothing.
template <class Function, class DeviceFunction>
std::string table_complaint(std::span<const kernels::Variant<Function, DeviceFunction>> table,
                            std::string_view reference) {
  if (table.empty() || table[0].name != reference) return "row 0 is not " + std::string(reference);
  std::set<std::string_view> names;
  for (const auto& variant : table) {
    const std::string name(variant.name);
    if (!name.starts_with("cpu-") && !name.starts_with("gpu-")) return name + " names no device";
    if (!names.insert(variant.name).second) return name + " stands there twice";
    if (variant.idea.empty()) return name + " says no idea";
    if (variant.largest_size == 0) return name + " takes no size";
    const kernels::Support support = variant.supported();
    if (variant.run == nullptr && support.available) return name + " has no function";
    if (!support.available && support.reason.empty()) return name + " cannot run and says no reason";
    if (kernels::find_variant(table, variant.name) != &variant) return name + " is not found";
  }
  if (kernels::find_variant(table, "cpu-nonesuch") != nullptr) return "a variant that is not there is found";
  return "";
}

}  // namespace kernels_tests

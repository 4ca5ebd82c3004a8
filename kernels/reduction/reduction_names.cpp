#include "kernels/reduction/reduction.hpp"

namespace kernels {

namespace {

struct Row {
  Reduction reduction;
  std::string_view name;
};

constexpr Row names[] = {
    {Reduction::sum, "sum"},
    {Reduction::product, "product"},
    {Reduction::min, "min"},
    {Reduction::max, "max"},
};

}  // namespace

std::optional<Reduction> parse_reduction(std::string_view name) {
  for (const Row& row : names) {
    if (row.name == name) return row.reduction;
  }
  return std::nullopt;
}

std::string_view reduction_name(Reduction reduction) {
  for (const Row& row : names) {
    if (row.reduction == reduction) return row.name;
  }
  return "unknown";
}

}  // namespace kernels

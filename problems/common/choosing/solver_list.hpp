#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace problems {

/// A row of a problem's solver table, without its function.
struct SolverInfo {
  std::string_view name;
  std::string_view idea;
  bool available;
  std::string reason;  ///< why it is not available; empty if it is
  std::uint64_t largest_size;
  bool uses_all_cores;
};

/// Formats the solvers as an aligned table, or as JSON with `json`.
std::string solver_list(std::span<const SolverInfo> solvers, std::string_view id, std::string_view size_unit,
                        bool json);

/// The reason why a solver does not accept an input of this size.
std::string beyond_largest_size(std::string_view size_unit, std::uint64_t largest_size, std::uint64_t size);

}  // namespace problems

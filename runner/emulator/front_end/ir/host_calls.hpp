/// Handles calls of the host's constexpr functions in device code. nvcc accepts them in initialisers of
/// device variables. In functions for both sides it only warns: it evaluates constant calls, such as
/// `std::numeric_limits<int>::max()`, and leaves a kernel empty if it reaches any other.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runner/emulator/front_end/ir/debug_places.hpp"
#include "runner/emulator/front_end/ir/references.hpp"

namespace cuda_front_end {

/// The locations "a.cu:12" of calls that are not constants, one per line, if clang reported no errors other
/// than such calls. Some may be in initialisers, and so belong to no function's instructions.
std::optional<std::string> host_calls(std::string_view messages);

class HostCalls {
 public:
  /// Takes `places` as host_calls() returns them.
  HostCalls(const DebugPlaces& source, std::string_view places);

  /// Records the instruction `line` of `function`, whose first line is `define`.
  void add_instruction(std::string_view line, const std::string& function, std::string_view define);

  /// Throws Refusal if `kernel` reaches one of the calls.
  void check_kernel(const std::string& kernel, const References& references) const;

 private:
  const DebugPlaces& source_;
  std::set<std::string, std::less<>> places_;
  std::map<std::string, Place> functions_;  ///< the first such call in each function
};

}  // namespace cuda_front_end

/// Calls of the host's constexpr functions in device code. nvcc takes them in the initial values of device variables. Of
/// those in functions for both sides it only warns: it computes those that are constants, like
/// `std::numeric_limits<int>::max()`, and leaves a kernel empty that comes to another one.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runner/emulator/front_end/ir/debug_places.hpp"
#include "runner/emulator/front_end/ir/references.hpp"

namespace cuda_front_end {

/// The places "a.cu:12" of those that are no constants, one a line, if clang's messages tell of no other errors than
/// such calls. Some may be in initial values: they are no instructions of any function.
std::optional<std::string> host_calls(std::string_view messages);

class HostCalls {
 public:
  /// `places` as host_calls() has them.
  HostCalls(const DebugPlaces& source, std::string_view places);

  /// Notes the instruction `line` of `function`, whose first line is `define`.
  void add_instruction(std::string_view line, const std::string& function, std::string_view define);

  /// Throws Refusal if `kernel` comes to one of the calls.
  void check_kernel(const std::string& kernel, const References& references) const;

 private:
  const DebugPlaces& source_;
  std::set<std::string, std::less<>> places_;
  std::map<std::string, Place> functions_;  ///< the first such call in each
};

}  // namespace cuda_front_end

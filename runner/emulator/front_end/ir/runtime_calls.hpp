/// Marks calls of functions that a module only declares, which are those of the runtime.
///
/// The runtime distinguishes locations in a program by return addresses. So no two calls may be merged, and
/// no call may become a tail call.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

class RuntimeCalls {
 public:
  explicit RuntimeCalls(const std::vector<std::string>& module_lines);

  /// Returns `line` with these marks, if it calls or declares a function of the runtime; otherwise unchanged.
  std::string marked(std::string line) const;

 private:
  bool is_of_runtime(const std::string& name) const;

  std::set<std::string> defined_;
};

}  // namespace cuda_front_end

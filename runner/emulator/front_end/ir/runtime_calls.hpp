/// Calls of what a module only declares: functions of the runtime.
///
/// The runtime tells the places of a program apart by the addresses that its functions return to. So no call of one
/// is merged with another, and none is a jump at the end of the function that has it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

class RuntimeCalls {
 public:
  explicit RuntimeCalls(const std::vector<std::string>& module_lines);

  /// `line`, if it calls or declares a function of the runtime, with the marks for that; else as it is.
  std::string marked(std::string line) const;

 private:
  bool is_of_runtime(const std::string& name) const;

  std::set<std::string> defined_;
};

}  // namespace cuda_front_end

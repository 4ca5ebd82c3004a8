/// Which branches of a module are `return` statements.
///
/// A thread that leaves a kernel by `return` is no longer waited for at barriers, unlike one that has gone around a
/// barrier to the end of the kernel's body. clang leads both to one block; they differ in where the source has the
/// branch, by the module's debug information.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

class EarlyReturns {
 public:
  explicit EarlyReturns(const std::vector<std::string>& module_lines);

  /// Whether `line`, of a function whose first line is `define`, branches from a `return`. No, where the source
  /// cannot be read.
  bool is_one(std::string_view line, std::string_view define);

 private:
  struct Place {
    std::size_t line = 0, column = 0;
  };

  const std::vector<std::string>& source_of(std::string_view define);

  std::map<std::string, Place, std::less<>> places_;
  std::map<std::string, std::string, std::less<>> functions_, files_;  ///< to the names of files, by number
  std::map<std::string, std::vector<std::string>> sources_;
};

}  // namespace cuda_front_end

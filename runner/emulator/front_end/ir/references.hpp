/// Records which functions and variables of a module refer to which, and so what a kernel can reach.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

class References {
 public:
  explicit References(const std::vector<std::string>& module_lines);

  /// Everything reachable from `from` by name. Names include their `@`.
  std::set<std::string> reachable(const std::string& from) const;

 private:
  void add(const std::string& owner, std::string_view line);

  std::map<std::string, std::set<std::string>> names_;
};

}  // namespace cuda_front_end

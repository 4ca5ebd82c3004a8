/// Which functions and variables of a module name which: what a kernel may come by.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cuda_front_end {

class References {
 public:
  /// Notes all names in `line`, which belongs to the definition of `owner`. Names have their `@`.
  void add(const std::string& owner, std::string_view line);

  /// All that is named by `from`, by what that names, and so on.
  std::set<std::string> reachable(const std::string& from) const;

 private:
  std::map<std::string, std::set<std::string>> names_;
};

}  // namespace cuda_front_end

/// Computes sizes of LLVM's types on a CUDA device.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

class TypeLayout {
 public:
  /// Reads the definitions of named types.
  explicit TypeLayout(const std::vector<std::string>& module_lines);

  std::size_t bytes(std::string_view type) const { return layout(type).bytes; }

 private:
  struct Layout {
    std::size_t bytes = 0, alignment = 1;
  };

  Layout layout(std::string_view type) const;
  Layout of_struct(std::string_view members, bool is_packed) const;

  std::map<std::string, std::string, std::less<>> named_;
};

}  // namespace cuda_front_end

/// Preserves loops that count with floats. LLVM replaces the float by an integer where the first value, the
/// step and the bound are whole numbers, and such a loop then ends where rounding would have stopped the
/// float: 2^24 + 1 is 2^24.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cuda_front_end {

class FloatAdditions {
 public:
  /// Rewrites a line of the module's code. If `line` stores what is computed from the variable's earlier
  /// value, that value first passes a fence that LLVM cannot see through: the line before.
  std::string fenced(std::string line);

  /// The declaration of the fence, if any line needs it.
  std::string declaration() const;

 private:
  using Name = std::string;

  std::string stored(std::string line);
  void note(const Name& name, std::string_view operation);

  std::map<Name, Name, std::less<>>
      variables_;                         ///< values of this function, and the variables that they come from
  std::set<Name, std::less<>> elements_;  ///< addresses in this function that depend on an index
  std::size_t count_ = 0;
  bool is_declared_ = false;  ///< declared by the program, which may use such fences itself
};

/// The module of the host's half with these fences.
std::string with_fenced_additions(std::string_view host_module);

}  // namespace cuda_front_end

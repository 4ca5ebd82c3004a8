/// Floats that are counted up or down in a loop. LLVM counts with integers where the first value, the step and the bound are
/// whole numbers, and such a loop ends where rounding stops the float: 2^24 + 1 is 2^24.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cuda_front_end {

class FloatAdditions {
 public:
  /// `line` of a module's code. If it stores what is computed from the variable's earlier value, the value passes a fence,
  /// through which LLVM does not see: that of the line before.
  std::string fenced(std::string line);

  /// The declaration of the fence, if a line needs it.
  std::string declaration() const;

 private:
  using Name = std::string;

  std::string stored(std::string line);
  void note(const Name& name, std::string_view operation);

  std::map<Name, Name, std::less<>>
      variables_;                         ///< of values in this function: the variable that they come from
  std::set<Name, std::less<>> elements_;  ///< places of this function that depend on an index
  std::size_t count_ = 0;
  bool is_declared_ = false;  ///< by the program, which may have such fences of its own
};

/// The module of the host's half with these fences.
std::string with_fenced_additions(std::string_view host_module);

}  // namespace cuda_front_end

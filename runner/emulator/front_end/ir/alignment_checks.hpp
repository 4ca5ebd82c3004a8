/// Checks the addresses that structs are copied from and to.
///
/// clang's sanitizer does not check a struct that is copied as a whole, such as a float4. It gives the copy
/// the alignment of the type, and the processor chooses its instruction by that alignment.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace cuda_front_end {

class AlignmentChecks {
 public:
  explicit AlignmentChecks(bool typed_pointers) : typed_(typed_pointers) {}

  /// The lines to insert before `line`, the next line of the module's code.
  std::string before(std::string_view line);

  /// Declarations of the functions that these lines call; empty if there were none.
  std::string function() const;

 private:
  void note_own_memory(std::string_view line);
  std::string check(std::string_view argument, std::string_view bytes, bool is_write, std::string_view debug);

  bool typed_, needed_ = false;
  std::set<std::string, std::less<>>
      own_;  ///< names of pointers to variables of the function, which are aligned
};

}  // namespace cuda_front_end

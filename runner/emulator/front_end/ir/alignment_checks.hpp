/// Checks of the addresses that structs are copied from and to.
///
/// clang's sanitizer has none for a struct that is copied whole, as a float4 is; it gives the copy the alignment of
/// the type, by which the processor, too, would choose its instruction.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace cuda_front_end {

class AlignmentChecks {
 public:
  explicit AlignmentChecks(bool typed_pointers) : typed_(typed_pointers) {}

  /// The lines to put before `line`, which is the next one of the module's code.
  std::string before(std::string_view line);

  /// What such lines call; empty if there were none.
  std::string function() const;

 private:
  void note_own_memory(std::string_view line);
  std::string check(std::string_view argument, std::string_view bytes, bool is_write, std::string_view debug);

  bool typed_, needed_ = false;
  std::set<std::string, std::less<>>
      own_;  ///< names of pointers to variables of the function, which are aligned
};

}  // namespace cuda_front_end

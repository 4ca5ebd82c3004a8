/// Inline PTX as functions of a module.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ptx/parse.hpp"

namespace cuda_front_end::ptx {

/// The `asm` statements of a module. Where two have the same text and operands, one function is enough.
class Statements {
 public:
  explicit Statements(bool typed_pointers) : typed_(typed_pointers) {}

  /// Takes note of what the module's `lines` name, for PTX that uses names of elsewhere.
  void note_names(const std::vector<std::string>& lines);

  /// What `line` becomes, which may be `  %1 = call i32 asm "mov.u32 $0, %laneid;", "=r"(), !dbg !7`: a call of a
  /// function. Any other line stays as it is. Throws Invalid and Unsupported.
  std::string call(std::string_view line);

  /// The functions. Those that they call, by their names with `@`, are added to `declarations`.
  const std::string& functions() const { return text_; }
  const std::map<std::string, std::string>& declarations() const { return declarations_; }

 private:
  bool typed_;
  NamesElsewhere elsewhere_;
  std::string text_;
  std::map<std::string, std::string>
      names_;  ///< of the functions, by what stands between `call` and the arguments
  std::map<std::string, std::string> declarations_;
};

/// Whether, in the lines of a module, one `asm` statement opens braces and another closes them.
bool braces_span_statements(const std::vector<std::string>& lines);

}  // namespace cuda_front_end::ptx

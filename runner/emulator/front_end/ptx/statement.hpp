/// Replaces a module's inline PTX by functions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ptx/parse.hpp"

namespace cuda_front_end::ptx {

/// The `asm` statements of a module. Statements with the same text and operands share one function.
class Statements {
 public:
  explicit Statements(bool typed_pointers) : typed_(typed_pointers) {}

  /// Collects the names that the module's `lines` define, for PTX that refers to names defined elsewhere.
  void note_names(const std::vector<std::string>& lines);

  /// Returns the replacement of `line`. A line such as `  %1 = call i32 asm "mov.u32 $0, %laneid;", "=r"(),
  /// !dbg !7` becomes a call of a function; any other stays unchanged. Throws Invalid and Unsupported.
  std::string call(std::string_view line);

  /// The functions. Adds the functions that they call, by their names with `@`, to `declarations`.
  const std::string& functions() const { return text_; }
  const std::map<std::string, std::string>& declarations() const { return declarations_; }

 private:
  bool typed_;
  NamesElsewhere elsewhere_;
  std::string text_;
  std::map<std::string, std::string> names_;  ///< functions, by the text between `call` and the arguments
  std::map<std::string, std::string> declarations_;
};

/// Whether one `asm` statement in the lines of a module opens braces that another closes.
bool braces_span_statements(const std::vector<std::string>& lines);

}  // namespace cuda_front_end::ptx

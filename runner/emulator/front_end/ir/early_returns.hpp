/// Which branches of a module are `return` statements.
///
/// A thread that leaves a kernel by `return` is no longer waited for at barriers, unlike one that has gone around a
/// barrier to the end of the kernel's body. clang leads both to one block; they differ in where the source has the
/// branch, by the module's debug information.
#pragma once

#include <string_view>

#include "runner/emulator/front_end/ir/debug_places.hpp"
#include "runner/emulator/front_end/ir/source_text.hpp"

namespace cuda_front_end {

/// Whether `line`, of a function whose first line is `define`, branches from a `return`. No, where the source cannot be
/// read.
inline bool is_early_return(std::string_view line, std::string_view define, const DebugPlaces& places,
                            SourceText& source) {
  return line.starts_with("  br label ") &&
         source.from(places.of_instruction(line, define)).starts_with("return");
}

}  // namespace cuda_front_end

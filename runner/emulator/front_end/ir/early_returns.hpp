/// Finds the branches of a module that are `return` statements.
///
/// Barriers stop waiting for a thread that leaves a kernel by `return`, but not for one that bypassed a
/// barrier and reached the end of the kernel's body. clang sends both to the same block. The debug
/// information tells them apart, by where the source has the branch.
#pragma once

#include <string_view>

#include "runner/emulator/front_end/ir/debug_places.hpp"
#include "runner/emulator/front_end/ir/source_text.hpp"

namespace cuda_front_end {

/// Whether `line`, in a function whose first line is `define`, branches from a `return`. False if the source
/// cannot be read.
inline bool is_early_return(std::string_view line, std::string_view define, const DebugPlaces& places,
                            SourceText& source) {
  return line.starts_with("  br label ") &&
         source.from(places.of_instruction(line, define)).starts_with("return");
}

}  // namespace cuda_front_end

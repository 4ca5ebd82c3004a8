#pragma once

#include <span>
#include <string>

namespace cuda_emulator {

/// A line of the user's source.
struct SourcePlace {
  std::string file;  ///< empty: unknown
  int line = 0;
};

/// The line of the code before the return address `code`. For inlined code, the line in the user's own file.
SourcePlace place_of(const void* code);

/// `code`, or the nearest code after it that has a line: LLVM gives none to a call that it merged from two,
/// such as the one before a loop and the one in it.
const void* next_line(const void* code);

/// The first of `words` that is a return address in the program's own code, of a call to its own code; null
/// if there is none. `words` are the stack contents of a thread that can no longer be unwound, including old
/// values.
const void* first_own_call(std::span<const void* const> words);

/// The first of `words` that is an address in the program's own code, or else one shortly before the first of
/// them; null if there is none.
const void* first_own_code(std::span<const void* const> words);

/// "file:line", or "an unknown line".
std::string to_text(const SourcePlace& place);

/// The return address of the innermost caller in the program's own code, not a library's.
const void* calling_code();

}  // namespace cuda_emulator

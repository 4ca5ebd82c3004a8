#pragma once

#include <span>
#include <string>

namespace cuda_emulator {

/// A line of the user's source.
struct SourcePlace {
  std::string file;  ///< empty: unknown
  int line = 0;
};

/// The line of the code before the return address `code`.
/// Of code that was inlined, that of the user's own file.
SourcePlace place_of(const void* code);

/// `code`, or the code next behind it that has a line: LLVM gives none to a call that it made of two, such as the one before a
/// loop and the one in it.
const void* next_line(const void* code);

/// The first of `words` that is a return address in the program's own code, of a call of its own code; null if none
/// is. `words` are what lies on the stack of a thread that cannot be unwound any more, old ones among them.
const void* first_own_call(std::span<const void* const> words);

/// The first of `words` that is an address in the program's own code, or else one shortly before the first of them; null
/// if none is.
const void* first_own_code(std::span<const void* const> words);

/// "file:line", or "an unknown line".
std::string to_text(const SourcePlace& place);

/// The return address of the innermost caller that is the program's own code, no library's.
const void* calling_code();

}  // namespace cuda_emulator

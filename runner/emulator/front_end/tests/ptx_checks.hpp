/// Checks the translation of many inline PTX texts at once.
#pragma once

#include CATCH2_HEADER

#include <initializer_list>
#include <string>

#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/statement.hpp"

namespace cuda_front_end::ptx {

/// The statement with an int (0), a float (1), a double (2), a long (3) and a short (4), all of them read and
/// written.
inline std::string line_with(const std::string& text) {
  return "  %1 = call { i32, float, double, i64, i16 } asm sideeffect \"" + text +
         "\", \"=r,=f,=d,=l,=h,0,1,2,3,4\"(i32 %a, float %b, double %c, i64 %d, i16 %e)";
}
inline void translate(const std::string& text) {
  Statements(true).call(line_with(text));
}

inline void check_valid(std::initializer_list<const char*> texts) {
  for (const char* text : texts) {
    INFO(text);
    CHECK_NOTHROW(translate(text));
  }
}
inline void check_invalid(std::initializer_list<const char*> texts) {
  for (const char* text : texts) {
    INFO(text);
    CHECK_THROWS_AS(translate(text), Invalid);
  }
}
inline void check_lacking(std::initializer_list<const char*> texts) {
  for (const char* text : texts) {
    INFO(text);
    CHECK_THROWS_AS(translate(text), Unsupported);
  }
}

}  // namespace cuda_front_end::ptx

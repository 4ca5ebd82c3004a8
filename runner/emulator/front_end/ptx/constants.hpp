/// Numbers of PTX, and the expressions that are made of them.
#pragma once

#include <cstdint>

#include "runner/emulator/front_end/ptx/tokens.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

struct Constant {
  enum class Kind {
    integer,
    single,  ///< 0f3F800000: it may also be the bits of a word
    real,    ///< 1.5, 0d3FF8000000000000
  };
  Kind kind = Kind::integer;
  std::uint64_t bits = 0;  ///< of the integer, the float or the double
  bool is_unsigned = false;

  /// Whether it may be an operand of `type`: an integer is none of a float, and the other way round.
  bool fits(Type type) const;
  /// The number as the bits that `type` has; the lowest of them, if they are fewer.
  std::uint64_t as(Type type) const;
};

/// Whether a constant begins at the cursor.
bool is_constant_at(const Cursor& cursor);

/// Reads a number without a sign.
Constant read_number(Cursor& cursor);

/// Reads a constant: a number, or an expression such as `(1 << 4) + -2`, to its end. Throws Invalid.
Constant read_constant(Cursor& cursor);

}  // namespace cuda_front_end::ptx

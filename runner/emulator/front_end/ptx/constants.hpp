/// Parses PTX numbers and constant expressions.
#pragma once

#include <cstdint>

#include "runner/emulator/front_end/ptx/tokens.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

struct Constant {
  enum class Kind {
    integer,
    single,  ///< 0f3F800000, which may also stand for a word's bits
    real,    ///< 1.5, 0d3FF8000000000000
  };
  Kind kind = Kind::integer;
  std::uint64_t bits = 0;  ///< of the integer, the float or the double
  bool is_unsigned = false;

  /// Whether it may be an operand of `type`: integers and floats do not mix.
  bool fits(Type type) const;
  /// The number's bits as `type`; the lowest ones if the type is narrower.
  std::uint64_t as(Type type) const;
};

/// Whether a constant starts at the cursor.
bool is_constant_at(const Cursor& cursor);

/// Reads a number without a sign.
Constant read_number(Cursor& cursor);

/// Reads a whole constant: a number, or an expression such as `(1 << 4) + -2`. Throws Invalid.
Constant read_constant(Cursor& cursor);

}  // namespace cuda_front_end::ptx

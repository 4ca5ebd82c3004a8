/// Describes the types of PTX registers and instructions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cuda_front_end::ptx {

struct Type {
  enum class Kind { bits, is_unsigned, is_signed, real, brain, predicate };
  Kind kind = Kind::bits;
  int bits = 32;  ///< of one element
  int count = 1;  ///< 2 in f16x2

  bool is_real() const { return kind == Kind::real || kind == Kind::brain; }
  bool is_signed() const { return kind == Kind::is_signed; }
  bool is_predicate() const { return kind == Kind::predicate; }
  /// Whether it has 16 bits; the processor then computes with a float.
  bool is_small_real() const { return is_real() && bits == 16; }
  int all_bits() const { return bits * count; }
  Type element() const { return {kind, bits, 1}; }
  Type as_bits() const { return {is_predicate() ? kind : Kind::bits, all_bits(), 1}; }

  std::string name() const;     ///< "u32", "bf16x2"
  std::string integer() const;  ///< "i32": how a register of this type is stored
  std::string ir() const;       ///< the type computed with: "float", "i32"
};

/// The type called "u32", "f16x2", "pred" and so on.
std::optional<Type> type_named(std::string_view name);

inline constexpr Type predicate{Type::Kind::predicate, 1}, b32{Type::Kind::bits, 32},
    b64{Type::Kind::bits, 64}, u32{Type::Kind::is_unsigned, 32}, s32{Type::Kind::is_signed, 32},
    f32{Type::Kind::real, 32}, f64{Type::Kind::real, 64};

}  // namespace cuda_front_end::ptx

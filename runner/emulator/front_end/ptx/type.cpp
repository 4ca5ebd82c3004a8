#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

std::string Type::name() const {
  if (is_predicate()) return "pred";
  static constexpr const char* letters[] = {"b", "u", "s", "f", "bf"};
  return letters[static_cast<int>(kind)] + std::to_string(bits) + (count == 2 ? "x2" : "");
}

std::string Type::integer() const {
  return "i" + std::to_string(all_bits());
}

std::string Type::ir() const {
  if (kind == Kind::real && bits == 32) return "float";
  if (kind == Kind::real && bits == 64) return "double";
  return integer();
}

std::optional<Type> type_named(std::string_view name) {
  if (name == "pred") return predicate;
  Type type;
  if (name.ends_with("x2")) {
    type.count = 2;
    name.remove_suffix(2);
  }
  if (name.starts_with("bf")) {
    type.kind = Type::Kind::brain;
    name.remove_prefix(2);
  } else {
    switch (name.empty() ? ' ' : name[0]) {
      case 'b':
        type.kind = Type::Kind::bits;
        break;
      case 'u':
        type.kind = Type::Kind::is_unsigned;
        break;
      case 's':
        type.kind = Type::Kind::is_signed;
        break;
      case 'f':
        type.kind = Type::Kind::real;
        break;
      default:
        return {};
    }
    name.remove_prefix(1);
  }
  for (const int bits : {8, 16, 32, 64, 128}) {
    if (name != std::to_string(bits)) continue;
    type.bits = bits;
    const bool is_odd_real =
        type.is_real() && (bits == 8 || bits == 128 || (type.kind == Type::Kind::brain && bits != 16));
    if (is_odd_real || (type.count == 2 && bits != 16)) return {};
    return type;
  }
  return {};
}

}  // namespace cuda_front_end::ptx

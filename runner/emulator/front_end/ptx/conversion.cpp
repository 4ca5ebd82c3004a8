// Translates cvt, in all forms between integers and floats of 16, 32 and 64 bits, and cvta.
#include <string>

#include "runner/emulator/front_end/ptx/addresses.hpp"
#include "runner/emulator/front_end/ptx/reals.hpp"

namespace cuda_front_end::ptx {
namespace {

/// The LLVM name of rounding to an integer by rni, rzi, rmi or rpi.
std::string integral_rounding(const Translation& t) {
  const std::string_view word = t.one_of({"rni", "rzi", "rmi", "rpi"});
  return word == "rni"   ? "nearbyint"
         : word == "rzi" ? "trunc"
         : word == "rmi" ? "floor"
         : word == "rpi" ? "ceil"
                         : "";
}

/// Widens a 16-bit float to 32 bits.
std::string computable(Translation& t, Type& type, const std::string& value) {
  if (!type.is_small_real()) return flushed(t, type, value);
  const std::string wide = widened(t.out, type, value);
  type = f32;
  return wide;
}

/// Converts a float to the nearest integer that exists. A NaN becomes 0, or only the highest bit set if a
/// 64-bit type is involved.
std::string integer_of_real(Translation& t, Type to, Type from, std::string value) {
  if (const std::string rounding = integral_rounding(t); !rounding.empty())
    value = real_intrinsic(t.out, rounding, from, {value});
  const std::string name =
      std::string("llvm.fpto") + (to.is_signed() ? "si" : "ui") + ".sat." + to.integer() + '.' + from.name();
  const std::string converted = t.out.call(to.integer(), name, {from.ir() + ' ' + value});
  if (from.bits != 64 && to.bits != 64) return converted;
  const std::string is_nan = compare_reals(t.out, "uno", from, value, value);
  return t.out.select(is_nan, to.integer(), std::to_string(1ull << (to.bits - 1)), converted);
}

/// Converts between integers: extends the source by its sign, and `.sat` clamps to the target's range.
std::string integer_of_integer(Translation& t, Type to, Type from, const std::string& value) {
  if (!t.has("sat")) return t.out.resized(value, from.bits, to.bits, from.is_signed());
  const Type both{Type::Kind::is_signed, 128};
  std::string wide = t.out.resized(value, from.bits, 128, from.is_signed());
  const std::string least = to.is_signed() ? "-" + std::to_string(1ull << (to.bits - 1)) : "0";
  const std::string most =
      std::to_string((to.bits == 64 ? ~0ull : (1ull << to.bits) - 1) >> (to.is_signed() ? 1 : 0));
  wide = t.out.call("i128", "llvm.smax.i128", {"i128 " + wide, "i128 " + least});
  wide = t.out.call("i128", "llvm.smin.i128", {"i128 " + wide, "i128 " + most});
  return t.out.resized(wide, both.bits, to.bits, false);
}

std::string real_of_integer(Translation& t, Type to, Type from, const std::string& value) {
  const std::string_view rounding = directed_rounding(t);
  const std::string operation = from.is_signed() ? "sitofp " : "uitofp ";
  if (to.is_small_real()) {
    const std::string exact = t.out.add(operation + from.integer() + ' ' + value + " to double");
    return narrowed(t.out, f64, to, exact, rounding.empty() ? "rn" : rounding);
  }
  if (rounding.empty()) return t.out.add(operation + from.integer() + ' ' + value + " to " + to.ir());
  const std::string wide = t.out.resized(value, from.bits, 64, from.is_signed());
  const std::string name = "cuda_emulator_ptx_" + to.name() + "_of_" + (from.is_signed() ? "s64_" : "u64_") +
                           std::string(rounding);
  return t.out.call(to.ir(), name, {"i64 " + wide});
}

std::string relu(Translation& t, Type type, const std::string& value) {
  if (!t.has("relu")) return value;
  return t.out.select(compare_reals(t.out, "olt", type, value, "0.0"), type.ir(), "0.0", value);
}

std::string real_of_real(Translation& t, Type to, Type from, std::string value) {
  const std::string integral = integral_rounding(t);
  if (!integral.empty()) value = real_intrinsic(t.out, integral, from, {value});
  value = relu(t, from, saturated_real(t, from, value));
  const std::string_view rounding = directed_rounding(t);
  if (to.is_small_real()) return narrowed(t.out, from, to, value, rounding.empty() ? "rn" : rounding);
  if (to.bits == from.bits) return flushed(t, to, value);
  if (to.bits > from.bits) return t.out.add("fpext float " + value + " to double");
  if (!rounding.empty())
    return t.out.call("float", "cuda_emulator_ptx_f32_of_f64_" + std::string(rounding), {"double " + value});
  return flushed(t, to, t.out.add("fptrunc double " + value + " to float"));
}

std::string converted(Translation& t, Type to, Type from, std::string value) {
  const bool to_real = to.is_real(), from_real = from.is_real();
  if (from_real) value = computable(t, from, value);
  if (to_real) return from_real ? real_of_real(t, to, from, value) : real_of_integer(t, to, from, value);
  return from_real ? integer_of_real(t, to, from, value) : integer_of_integer(t, to, from, value);
}

/// cvt.rn.f16x2.f32 d, high, low
void convert_pair(Translation& t, Type to, Type from) {
  if (!to.is_real() || from.bits != 32 || !from.is_real()) t.refuse();
  const std::string high = converted(t, to.element(), from, t.value(1, from)),
                    low = converted(t, to.element(), from, t.value(2, from));
  const std::string moved = t.out.add("shl i32 " + t.out.resized(high, 16, 32, false) + ", 16");
  t.assign(b32, t.out.add("or i32 " + moved + ", " + t.out.resized(low, 16, 32, false)));
}

void convert(Translation& t) {
  if (t.has("tf32")) {
    const std::string_view rounding = t.one_of({"rn", "rz", "rna"});
    if (t.type_count() != 1 || rounding.empty()) t.refuse();
    const std::string value = relu(t, f32, t.value(1, f32));
    return t.assign(
        b32, t.out.call("i32", "cuda_emulator_ptx_tf32_of_f32_" + std::string(rounding), {"float " + value}));
  }
  const Type to = t.type(0), from = t.type(1);
  if (t.has("rna") || to.kind == Type::Kind::bits || from.kind == Type::Kind::bits || from.count == 2)
    t.refuse();
  if (to.count == 2) return convert_pair(t, to, from);
  const std::string result = converted(t, to, from, t.value(1, from));
  t.assign(to, result);
}

}  // namespace

bool translate_conversion(Translation& t) {
  if (t.name() == "cvt") {
    convert(t);
  } else if (t.name() == "cvta") {
    const Type type = t.type();
    std::string address = t.out.resized(t.value(1, type), type.bits, 64, false);
    if (t.has("shared") || t.has("shared::cta")) {
      address = t.has("to") ? shared_of_generic(t.out, address) : generic_of_shared(t.out, address);
    }
    t.assign(type, t.out.resized(address, 64, type.bits, false));
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

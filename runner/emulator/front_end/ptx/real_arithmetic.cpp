// Arithmetic of floats.
#include <array>
#include <string>

#include "runner/emulator/front_end/ptx/reals.hpp"

namespace cuda_front_end::ptx {
namespace {

using Values = std::vector<std::string>;

std::string rounded_call(Translation& t, const std::string& name, Type type, const Values& values) {
  Values arguments;
  for (const std::string& value : values) arguments.push_back(type.ir() + ' ' + value);
  const std::string function =
      "cuda_emulator_ptx_" + name + '_' + std::string(directed_rounding(t)) + '_' + type.name();
  return t.out.call(type.ir(), function, arguments);
}

/// Translates add, sub, mul and div.
std::string binary(Translation& t, const std::string& name, Type type, const Values& values) {
  if (!directed_rounding(t).empty()) return rounded_call(t, name, type, values);
  return t.out.add('f' + name + ' ' + type.ir() + ' ' + values[0] + ", " + values[1]);
}

/// A product and a sum, rounded once. 16-bit operands are computed in 64 bits, which round as the exact
/// result would.
std::string fused(Translation& t, Type type, const Values& values) {
  if (!directed_rounding(t).empty()) return rounded_call(t, "fma", type, values);
  return real_intrinsic(t.out, "fma", type, values);
}

std::string relu(Translation& t, Type type, const std::string& value) {
  if (!t.has("relu")) return value;
  const std::string negative = compare_reals(t.out, "olt", type, value, "0.0");
  return t.out.select(negative, type.ir(), "0.0", value);
}

/// The smaller or the larger value. If one is NaN, the result is the other; -0 is less than 0.
std::string extreme(Translation& t, const std::string& name, Type type, const Values& values) {
  Function& out = t.out;
  const std::string &a = values[0], &b = values[1], real = type.ir(), integer = type.integer();
  const std::string a_first = compare_reals(out, name == "min" ? "olt" : "ogt", type, a, b);
  const std::string a_bits = out.add("bitcast " + real + ' ' + a + " to " + integer),
                    b_bits = out.add("bitcast " + real + ' ' + b + " to " + integer);
  const std::string both = out.add((name == "min" ? "or " : "and ") + integer + ' ' + a_bits + ", " + b_bits);
  const std::string of_equals = out.add("bitcast " + integer + ' ' + both + " to " + real);
  const std::string equal = compare_reals(out, "oeq", type, a, b),
                    a_nan = compare_reals(out, "uno", type, a, a),
                    b_nan = compare_reals(out, "uno", type, b, b);
  std::string result = out.select(equal, real, of_equals, out.select(a_first, real, a, b));
  const bool nan_wins = t.has("NaN");
  result = out.select(b_nan, real, nan_wins ? b : a, result);
  return out.select(a_nan, real, nan_wins ? a : b, result);
}

/// Translates rcp, sqrt and rsqrt exactly, which is as good as any approximation.
std::string root_or_reciprocal(Translation& t, const std::string& name, Type type, const std::string& a) {
  if (name != "rsqrt" && !directed_rounding(t).empty()) return rounded_call(t, name, type, {a});
  const std::string root = name == "rcp" ? a : real_intrinsic(t.out, "sqrt", type, {a});
  return name == "sqrt" ? root : t.out.add("fdiv " + type.ir() + " 1.0, " + root);
}

/// Calls a C library function where LLVM has no intrinsic.
std::string hyperbolic_tangent(Translation& t, Type type, const std::string& a) {
  return t.out.call(type.ir(), "cuda_emulator_ptx_tanh_" + type.name(), {type.ir() + ' ' + a});
}

/// Translates neg, abs and copysign, which change only the sign.
void change_sign(Translation& t, Type type) {
  const std::string integer = type.integer();
  unsigned long long mask = 1ull << (type.bits - 1);
  if (type.count == 2) mask |= mask << type.bits;
  const std::string sign = std::to_string(mask), others = t.out.add("xor " + integer + ' ' + sign + ", -1");
  const Type bits = type.as_bits();
  const auto operand = [&](std::size_t number) {
    std::string value = t.value(number, type.ir() == integer ? bits : type);
    if (type.ir() == integer) return value;
    value = flushed(t, type, value);
    return t.out.add("bitcast " + type.ir() + ' ' + value + " to " + integer);
  };
  const std::string a = operand(1);
  if (t.name() == "neg") return t.assign(bits, t.out.add("xor " + integer + ' ' + a + ", " + sign));
  if (t.name() == "abs") return t.assign(bits, t.out.add("and " + integer + ' ' + a + ", " + others));
  const std::string magnitude = t.out.add("and " + integer + ' ' + operand(2) + ", " + others);
  t.assign(bits, t.out.add("or " + integer + ' ' + magnitude + ", " +
                           t.out.add("and " + integer + ' ' + a + ", " + sign)));
}

/// 16-bit fma and mad call the runtime, since 32 bits are too few to round once.
void fuse_small(Translation& t, Type type) {
  if (!directed_rounding(t).empty()) t.refuse();
  const std::string integer = type.integer();
  std::array<std::string, 3> packed;
  for (std::size_t i = 0; i < 3; ++i) packed[i] = t.value(i + 1, type);
  std::string result = "0";
  for (int element = 0; element < type.count; ++element) {
    const std::string place = std::to_string(16 * element);
    Values values;
    for (const std::string& value : packed) {
      const std::string moved = t.out.add("lshr " + integer + ' ' + value + ", " + place);
      const std::string wide = widened(t.out, type, t.out.resized(moved, type.all_bits(), 16, false));
      values.push_back(t.out.add("fpext float " + wide + " to double"));
    }
    const std::string exact = relu(t, f64, saturated_real(t, f64, real_intrinsic(t.out, "fma", f64, values)));
    const std::string bits = t.out.resized(narrowed(t.out, f64, type, exact), 16, type.all_bits(), false);
    result = t.out.add("or " + integer + ' ' + result + ", " +
                       t.out.add("shl " + integer + ' ' + bits + ", " + place));
  }
  t.assign(type, result);
}

}  // namespace

bool translate_real_arithmetic(Translation& t) {
  if (t.type_count() != 1 || !t.type().is_real()) return false;
  const std::string& name = t.name();
  const Type type = t.type();
  if (type.is_small_real() && !directed_rounding(t).empty()) t.refuse();
  const auto with = [&](std::size_t count, auto compute) { for_each_element(t, type, count, compute); };
  if (name == "add" || name == "sub" || name == "mul") {
    with(2, [&](Type computed, const Values& values) { return binary(t, name, computed, values); });
  } else if (name == "div") {
    with(2, [&](Type computed, const Values& values) { return binary(t, name, computed, values); });
  } else if (name == "fma" || name == "mad") {
    if (type.is_small_real()) return fuse_small(t, type), true;
    if (t.has("relu")) t.refuse();
    with(3, [&](Type computed, const Values& values) { return fused(t, computed, values); });
  } else if (name == "min" || name == "max") {
    with(2, [&](Type computed, const Values& values) { return extreme(t, name, computed, values); });
  } else if (name == "rcp" || name == "sqrt" || name == "rsqrt") {
    with(1, [&](Type computed, const Values& values) {
      return root_or_reciprocal(t, name, computed, values[0]);
    });
  } else if (name == "sin" || name == "cos" || name == "ex2" || name == "lg2") {
    const std::string intrinsic = name == "ex2" ? "exp2" : name == "lg2" ? "log2" : name;
    with(1, [&](Type computed, const Values& values) {
      return real_intrinsic(t.out, intrinsic, computed, values);
    });
  } else if (name == "tanh") {
    with(1, [&](Type computed, const Values& values) { return hyperbolic_tangent(t, computed, values[0]); });
  } else if (name == "neg" || name == "abs" || name == "copysign") {
    change_sign(t, type);
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

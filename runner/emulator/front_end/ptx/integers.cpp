// Translates integer arithmetic, except operations with carries.
#include <string>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

std::string signed_or_not(Type type, const char* operation) {
  return (type.is_signed() ? "s" : "u") + std::string(operation);
}

/// `add i32 a, b`
std::string binary(Function& out, const std::string& operation, Type type, const std::string& a,
                   const std::string& b) {
  return out.add(operation + ' ' + type.integer() + ' ' + a + ", " + b);
}

/// The double-width product.
std::string wide_product(Translation& t, Type type, const std::string& a, const std::string& b) {
  const Type wide{type.kind, 2 * type.bits};
  return binary(t.out, "mul", wide, t.out.resized(a, type.bits, wide.bits, type.is_signed()),
                t.out.resized(b, type.bits, wide.bits, type.is_signed()));
}

/// Translates mul.lo, mul.hi or mul.wide, also in mul24 and mad24; returns the product with its type.
std::string product(Translation& t, Type& type) {
  std::string a = t.value(1, type), b = t.value(2, type);
  const bool of_24_bits = t.name().ends_with("24");
  if (of_24_bits) {
    for (std::string* factor : {&a, &b}) {
      *factor = binary(t.out, "shl", type, *factor, "8");
      *factor = binary(t.out, type.is_signed() ? "ashr" : "lshr", type, *factor, "8");
    }
  }
  if (t.has("lo")) return binary(t.out, "mul", type, a, b);
  const std::string wide = wide_product(t, type, a, b);
  const Type wide_type{type.kind, 2 * type.bits};
  if (t.has("hi")) {
    const std::string upper =
        binary(t.out, "lshr", wide_type, wide, std::to_string(of_24_bits ? 16 : type.bits));
    return t.out.resized(upper, wide_type.bits, type.bits, false);
  }
  if (!t.has("wide")) t.refuse();
  type = wide_type;
  return wide;
}

std::string saturated(Translation& t, const char* operation, Type type, const std::string& a,
                      const std::string& b) {
  if (type.kind != Type::Kind::is_signed) t.refuse();
  const std::string integer = type.integer();
  return t.out.call(integer, "llvm.s" + std::string(operation) + ".sat." + integer,
                    {integer + ' ' + a, integer + ' ' + b});
}

std::string sum(Translation& t, const char* operation, Type type, const std::string& a,
                const std::string& b) {
  return t.has("sat") ? saturated(t, operation, type, a, b) : binary(t.out, operation, type, a, b);
}

/// Division by 0 is not an error on a device, nor is dividing the least number by -1.
void divide(Translation& t, Type type, bool remainder) {
  const std::string a = t.value(1, type), b = t.value(2, type), integer = type.integer();
  const std::string by_zero = t.out.add("icmp eq " + integer + ' ' + b + ", 0");
  std::string unsafe = by_zero;
  if (type.is_signed()) {
    const std::string by_minus_one = t.out.add("icmp eq " + integer + ' ' + b + ", -1");
    const std::string negated = binary(t.out, "sub", type, "0", a);
    const std::string quotient_of_minus_one = remainder ? "0" : negated;
    unsafe = t.out.add("or i1 " + by_zero + ", " + by_minus_one);
    const std::string divisor = t.out.select(unsafe, integer, "1", b);
    const std::string result = binary(t.out, remainder ? "srem" : "sdiv", type, a, divisor);
    const std::string right = t.out.select(by_minus_one, integer, quotient_of_minus_one, result);
    return t.assign(type, t.out.select(by_zero, integer, remainder ? a : "-1", right));
  }
  const std::string divisor = t.out.select(by_zero, integer, "1", b);
  const std::string result = binary(t.out, remainder ? "urem" : "udiv", type, a, divisor);
  t.assign(type, t.out.select(by_zero, integer, remainder ? a : "-1", result));
}

std::string extreme(Translation& t, Type type, const char* operation, const std::string& a,
                    const std::string& b) {
  const std::string integer = type.integer();
  return t.out.call(integer, "llvm." + signed_or_not(type, operation) + '.' + integer,
                    {integer + ' ' + a, integer + ' ' + b});
}

std::string absolute(Translation& t, Type type, const std::string& a) {
  return t.out.call(type.integer(), "llvm.abs." + type.integer(), {type.integer() + ' ' + a, "i1 false"});
}

/// Translates dp4a and dp2a, sums of products of bytes.
void dot_product(Translation& t) {
  const Type a_type = t.type(0), b_type = t.type(1);
  if (a_type.bits != 32 || b_type.bits != 32) t.refuse();
  const bool of_four = t.name() == "dp4a";
  if (!of_four && !t.has("lo") && !t.has("hi")) t.refuse();
  const std::string a = t.value(1, b32), b = t.value(2, b32);
  std::string total = t.value(3, b32);
  const int a_bits = of_four ? 8 : 16, count = of_four ? 4 : 2, b_begin = t.has("hi") ? 16 : 0;
  const auto part = [&](const std::string& word, Type type, int from, int bits) {
    const std::string up = t.out.add("shl i32 " + word + ", " + std::to_string(32 - from - bits));
    return t.out.add((type.is_signed() ? "ashr i32 " : "lshr i32 ") + up + ", " + std::to_string(32 - bits));
  };
  for (int i = 0; i < count; ++i) {
    const std::string product =
        binary(t.out, "mul", b32, part(a, a_type, i * a_bits, a_bits), part(b, b_type, b_begin + i * 8, 8));
    total = binary(t.out, "add", b32, total, product);
  }
  t.assign(b32, total);
}

/// Translates add, min and max of two halves of a word: u16x2 and s16x2.
void halves(Translation& t) {
  const Type type = t.type(), half = type.element();
  const std::string a = t.value(1, type), b = t.value(2, type);
  std::string result = "0";
  for (const char* const place : {"0", "16"}) {
    const auto part = [&](const std::string& word) {
      return t.out.resized(t.out.add("lshr i32 " + word + ", " + place), 32, 16, false);
    };
    std::string value = t.name() == "add" ? binary(t.out, "add", half, part(a), part(b))
                                          : extreme(t, half, t.name().c_str(), part(a), part(b));
    if (t.has("relu")) value = extreme(t, half, "max", value, "0");
    const std::string moved = t.out.add("shl i32 " + t.out.resized(value, 16, 32, false) + ", " + place);
    result = binary(t.out, "or", b32, result, moved);
  }
  t.assign(b32, result);
}

}  // namespace

bool translate_integer_arithmetic(Translation& t) {
  const std::string& name = t.name();
  if (name == "dp4a" || name == "dp2a") return dot_product(t), true;
  if (t.type_count() == 1 && t.type().count == 2 && !t.type().is_real() &&
      (name == "add" || name == "min" || name == "max"))
    return halves(t), true;
  if (t.type_count() == 0 || t.type().is_real() || t.has("cc") || t.type().count != 1) return false;
  Type type = t.type();
  if (name == "add" || name == "sub") {
    t.assign(type, sum(t, name.c_str(), type, t.value(1, type), t.value(2, type)));
  } else if (name == "mul" || name == "mul24") {
    const std::string result = product(t, type);
    t.assign(type, result);
  } else if (name == "mad" || name == "mad24") {
    const std::string result = product(t, type);
    t.assign(type, sum(t, "add", type, result, t.value(3, type)));
  } else if (name == "sad") {
    const std::string a = t.value(1, type), b = t.value(2, type);
    const std::string distance =
        binary(t.out, "sub", type, extreme(t, type, "max", a, b), extreme(t, type, "min", a, b));
    t.assign(type, binary(t.out, "add", type, t.value(3, type), distance));
  } else if (name == "div" || name == "rem") {
    divide(t, type, name == "rem");
  } else if (name == "abs") {
    t.assign(type, absolute(t, type, t.value(1, type)));
  } else if (name == "neg") {
    t.assign(type, binary(t.out, "sub", type, "0", t.value(1, type)));
  } else if (name == "min" || name == "max") {
    std::string result = extreme(t, type, name.c_str(), t.value(1, type), t.value(2, type));
    if (t.has("relu")) result = extreme(t, type, "max", result, "0");
    t.assign(type, result);
  } else {
    return false;
  }
  return true;
}

bool translate_carries(Translation& t) {
  const std::string& name = t.name();
  const bool takes_carry = name == "addc" || name == "subc" || name == "madc";
  if (!takes_carry && !(t.has("cc") && (name == "add" || name == "sub" || name == "mad"))) return false;
  Type type = t.type();
  if (type.is_real()) t.refuse();
  const bool multiplies = name.starts_with("mad"), subtracts = name.starts_with("sub");
  const std::string first = multiplies ? product(t, type) : t.value(1, type),
                    second = t.value(multiplies ? 3 : 2, type);
  // The extra bit is the carry or the borrow.
  const Type longer{Type::Kind::bits, type.bits + 1};
  const std::string operation = subtracts ? "sub" : "add";
  std::string result = binary(t.out, operation, longer, t.out.resized(first, type.bits, longer.bits, false),
                              t.out.resized(second, type.bits, longer.bits, false));
  if (takes_carry)
    result = binary(t.out, operation, longer, result, t.out.resized(t.out.carry(), 1, longer.bits, false));
  t.assign(type, t.out.resized(result, longer.bits, type.bits, false));
  if (t.has("cc")) {
    t.out.set_carry(t.out.resized(binary(t.out, "lshr", longer, result, std::to_string(type.bits)),
                                  longer.bits, 1, false));
  }
  return true;
}

}  // namespace cuda_front_end::ptx

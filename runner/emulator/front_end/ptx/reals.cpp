#include "runner/emulator/front_end/ptx/reals.hpp"

namespace cuda_front_end::ptx {

std::string widened(Function& out, Type type, const std::string& value) {
  if (type.kind == Type::Kind::brain) {
    return out.add("bitcast i32 " + out.add("shl i32 " + out.resized(value, 16, 32, false) + ", 16") +
                   " to float");
  }
  return out.call("float", "cuda_emulator_ptx_f32_of_f16", {"i16 " + value});
}

std::string narrowed(Function& out, Type from, Type type, const std::string& value,
                     std::string_view rounding) {
  const std::string wide = from.bits == 64 ? value : out.add("fpext float " + value + " to double");
  const std::string name = "cuda_emulator_ptx_" + type.element().name() + "_of_f64_" + std::string(rounding);
  return out.call("i16", name, {"double " + wide});
}

std::string_view directed_rounding(const Translation& t) {
  return t.one_of({"rz", "rm", "rp"});
}

std::string compare_reals(Function& out, const char* relation, Type type, const std::string& a,
                          const std::string& b) {
  return out.add(std::string("fcmp ") + relation + ' ' + type.ir() + ' ' + a + ", " + b);
}

std::string real_intrinsic(Function& out, const std::string& name, Type type,
                           const std::vector<std::string>& values) {
  std::vector<std::string> arguments;
  for (const std::string& value : values) arguments.push_back(type.ir() + ' ' + value);
  return out.call(type.ir(), "llvm." + name + '.' + type.name(), arguments);
}

std::string flushed(Translation& t, Type type, const std::string& value) {
  if (!t.has("ftz") || type.bits != 32) return value;
  const std::string magnitude = real_intrinsic(t.out, "fabs", type, {value});
  const std::string is_small = compare_reals(t.out, "olt", type, magnitude, "0x3810000000000000");  // 2^-126
  return t.out.select(is_small, "float", real_intrinsic(t.out, "copysign", type, {"0.0", value}), value);
}

std::string saturated_real(Translation& t, Type type, const std::string& value) {
  if (!t.has("sat")) return value;
  const std::string positive = compare_reals(t.out, "ogt", type, value, "0.0"),
                    below = compare_reals(t.out, "olt", type, value, "1.0");
  const std::string at_most_one = t.out.select(below, type.ir(), value, "1.0");
  return t.out.select(positive, type.ir(), at_most_one, "0.0");
}

void for_each_element(Translation& t, Type type, std::size_t count,
                      const std::function<std::string(Type, const std::vector<std::string>&)>& compute) {
  if (!type.is_small_real()) {
    std::vector<std::string> values;
    for (std::size_t i = 1; i <= count; ++i) values.push_back(flushed(t, type, t.value(i, type)));
    return t.assign(type, flushed(t, type, saturated_real(t, type, compute(type, values))));
  }
  const std::string integer = type.integer();
  std::vector<std::string> packed;
  for (std::size_t i = 1; i <= count; ++i) packed.push_back(t.value(i, type));
  std::string result = "0";
  for (int element = 0; element < type.count; ++element) {
    const std::string place = std::to_string(16 * element);
    std::vector<std::string> values;
    for (const std::string& value : packed) {
      const std::string moved = element ? t.out.add("lshr " + integer + ' ' + value + ", " + place) : value;
      values.push_back(widened(t.out, type, t.out.resized(moved, type.all_bits(), 16, false)));
    }
    const std::string bits = narrowed(t.out, f32, type, saturated_real(t, f32, compute(f32, values)));
    const std::string moved =
        t.out.add("shl " + integer + ' ' + t.out.resized(bits, 16, type.all_bits(), false) + ", " + place);
    result = element ? t.out.add("or " + integer + ' ' + result + ", " + moved) : moved;
  }
  t.assign(type, result);
}

}  // namespace cuda_front_end::ptx

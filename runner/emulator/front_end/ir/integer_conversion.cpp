#include "runner/emulator/front_end/ir/integer_conversion.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace cuda_front_end {
namespace {

const std::string conversion_prefix = "@cuda_emulator.";

std::string_view intrinsic_suffix(std::string_view type) {
  return type == "float" ? "f32" : type == "double" ? "f64" : "";
}

bool is_integer(std::string_view type) {
  return type == "i8" || type == "i16" || type == "i32" || type == "i64";
}

std::string intrinsic_name(const std::string& operation, std::string_view from, const std::string& to) {
  return "@llvm." + operation + ".sat." + to + "." + std::string(intrinsic_suffix(from));
}

/// Narrow types get the lower bits of the 32-bit result. A NaN becomes 0, or only the highest bit set if a
/// 64-bit type is involved.
std::string conversion_function(const std::string& name) {
  const std::size_t dot = name.find('.'), second_dot = name.find('.', dot + 1);
  const std::string operation = name.substr(0, dot), from = name.substr(dot + 1, second_dot - dot - 1),
                    to = name.substr(second_dot + 1), wide = to == "i64" ? "i64" : "i32";
  const std::string intrinsic = intrinsic_name(operation, from, wide);
  std::string text =
      "define internal " + to + " " + conversion_prefix + name + "(" + from + " %x) alwaysinline {\n";
  text += "  %number = call " + wide + " " + intrinsic + "(" + from + " %x)\n";
  std::string result = "%number";
  if (from == "double" || wide == "i64") {
    const std::string highest_bit = wide == "i64" ? "-9223372036854775808" : "-2147483648";
    text += "  %is_none = fcmp uno " + from + " %x, %x\n";
    text += "  %known = select i1 %is_none, " + wide + " " + highest_bit + ", " + wide + " %number\n";
    result = "%known";
  }
  if (to != wide) {
    text += "  %low = trunc " + wide + " " + result + " to " + to + "\n";
    result = "%low";
  }
  return text + "  ret " + to + " " + result + "\n}\n";
}

}  // namespace

std::string IntegerConversion::saturated(std::string line) {
  // `  %conv = fptosi float %x to i32, !dbg !3`
  const std::size_t equals = line.find(" = fpto");
  if (!line.starts_with("  %") || equals == line.npos) return line;
  const std::size_t begin = equals + 3, from = line.find(' ', begin) + 1, value = line.find(' ', from) + 1,
                    word = line.find(" to ", value);
  if (word == line.npos) return line;
  const std::size_t to = word + 4, end = std::min(line.find(',', to), line.size());
  const std::string operation = line.substr(begin, from - 1 - begin),
                    from_type = line.substr(from, value - 1 - from), to_type = line.substr(to, end - to);
  if (intrinsic_suffix(from_type).empty() || !is_integer(to_type)) return line;
  const std::string name = operation + "." + from_type + "." + to_type;
  used_.insert(name);
  const std::string call = "call " + to_type + " " + conversion_prefix + name + "(" + from_type + " " +
                           line.substr(value, word - value) + ")";
  return line.replace(begin, end - begin, call);
}

std::string IntegerConversion::functions() const {
  std::string text;
  for (const std::string& name : used_) text += conversion_function(name);
  if (used_.empty()) return text;
  for (const std::string operation : {"fptosi", "fptoui"}) {
    for (const std::string from : {"float", "double"}) {
      for (const std::string to : {"i32", "i64"})
        text += "declare " + to + " " + intrinsic_name(operation, from, to) + "(" + from + ")\n";
    }
  }
  return text;
}

}  // namespace cuda_front_end

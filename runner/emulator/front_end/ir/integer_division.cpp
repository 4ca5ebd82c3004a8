#include "runner/emulator/front_end/ir/integer_division.hpp"

#include <string_view>

namespace cuda_front_end {
namespace {

/// Makes a function name of `sdiv i32`.
std::string function_name(std::string operation) {
  operation[operation.find(' ')] = '.';
  return "@cuda_emulator." + operation;
}

std::string replaced(std::string_view pattern, std::string_view word, std::string_view by) {
  std::string text(pattern);
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

/// Defines a function for division. Dividing by 0 gives a quotient and remainder with all bits set, or all 32
/// bits if no 64-bit number is involved. Dividing a signed number by -1 gives its negative and the remainder
/// 0.
std::string division_function(const std::string& operation) {
  const std::string type = operation.substr(operation.find(' ') + 1);
  const bool is_signed = operation.front() == 's', is_quotient = operation.substr(1, 3) == "div";
  std::string text = "define internal TYPE " + function_name(operation) + R"((TYPE %a, TYPE %b) alwaysinline {
  %by_zero = icmp eq TYPE %b, 0
  %is_short = icmp ult TYPE %a, SHORT
  %all_bits = select i1 %is_short, TYPE SHORT_BITS, TYPE -1
)";
  text += is_signed ? R"(  %by_minus_one = icmp eq TYPE %b, -1
  %negative = sub TYPE 0, %a
  %known = select i1 %by_zero, TYPE %all_bits, TYPE BY_MINUS_ONE
  %is_known = or i1 %by_zero, %by_minus_one
  %divisor = select i1 %is_known, TYPE 1, TYPE %b
  %plain = OPERATION %a, %divisor
  %result = select i1 %is_known, TYPE %known, TYPE %plain
)"
                    : R"(  %divisor = select i1 %by_zero, TYPE 1, TYPE %b
  %plain = OPERATION %a, %divisor
  %result = select i1 %by_zero, TYPE %all_bits, TYPE %plain
)";
  text += "  ret TYPE %result\n}\n";
  text = replaced(text, "OPERATION", operation);
  text = replaced(text, "TYPE", type);
  text = replaced(text, "SHORT_BITS", type == "i64" ? "4294967295" : "-1");
  text = replaced(text, "SHORT", type == "i64" ? "4294967296" : "0");
  return replaced(text, "BY_MINUS_ONE", is_quotient ? "%negative" : "0");
}

}  // namespace

std::string IntegerDivision::without_traps(std::string line) {
  // `  %div = sdiv i32 %a, %b, !dbg !3`
  const std::size_t equals = line.find(" = ");
  if (!line.starts_with("  %") || equals == line.npos) return line;
  const std::size_t begin = equals + 3, end = line.find(' ', begin);
  const std::string_view name = std::string_view(line).substr(begin, end - begin);
  if (name != "sdiv" && name != "udiv" && name != "srem" && name != "urem") return line;
  const std::size_t type_end = line.find(' ', end + 1), comma = line.find(", ", type_end);
  const std::string type = line.substr(end + 1, type_end - end - 1);
  if (type != "i32" && type != "i64") return line;
  const std::size_t divisor = comma + 2;
  if (comma == line.npos || line[divisor] != '%') return line;
  const std::string operation = line.substr(begin, type_end - begin);
  used_.insert(operation);
  line.insert(
      line.find_first_of(", ", divisor) == line.npos ? line.size() : line.find_first_of(", ", divisor), ")");
  line.insert(divisor, type + " ");
  line.replace(begin, type_end - begin, "call " + type + " " + function_name(operation) + "(" + type);
  return line;
}

std::string IntegerDivision::functions() const {
  std::string text;
  for (const std::string& operation : used_) text += division_function(operation);
  return text;
}

}  // namespace cuda_front_end

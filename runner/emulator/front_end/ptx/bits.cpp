// Translates logic, shifts, bit fields and byte permutations.
#include <array>
#include <string>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

/// Emits code on integers of one type.
class Bits {
 public:
  Bits(Function& out, int bits) : out_(out), bits_(bits), integer_("i" + std::to_string(bits)) {}

  std::string operator()(const char* operation, const std::string& a, const std::string& b) {
    return out_.add(std::string(operation) + ' ' + integer_ + ' ' + a + ", " + b);
  }
  std::string compare(const char* relation, const std::string& a, const std::string& b) {
    return out_.add(std::string("icmp ") + relation + ' ' + integer_ + ' ' + a + ", " + b);
  }
  std::string select(const std::string& condition, const std::string& yes, const std::string& no) {
    return out_.select(condition, integer_, yes, no);
  }
  std::string least(const std::string& a, const std::string& b) { return select(compare("ult", a, b), a, b); }
  /// Emits `shl` or `lshr` by any amount.
  std::string shift(const char* operation, const std::string& a, const std::string& amount) {
    return select(compare("ult", amount, width()), (*this)(operation, a, amount), "0");
  }
  /// A number with the lowest `count` bits set.
  std::string low_bits(const std::string& count) { return (*this)("xor", shift("shl", "-1", count), "-1"); }
  std::string call(const std::string& name, const std::string& a, const char* more = "") {
    std::vector<std::string> arguments{integer_ + ' ' + a};
    if (*more) arguments.emplace_back(more);
    return out_.call(integer_, "llvm." + name + '.' + integer_, arguments);
  }
  std::string width() const { return std::to_string(bits_); }
  std::string highest() const { return std::to_string(bits_ - 1); }

 private:
  Function& out_;
  int bits_;
  std::string integer_;
};

/// Returns a 32-bit operand in the width of `type`. Only its `kept` low bits count, unless `kept` is 0.
std::string amount(Translation& t, std::size_t number, Type type, unsigned kept = 0) {
  Bits words(t.out, 32);
  std::string value = t.value(number, u32);
  if (kept) value = words("and", value, std::to_string(kept));
  if (type.bits < 32) value = words.least(value, "255");
  return t.out.resized(value, 32, type.bits, false);
}

void shift(Translation& t, Type type) {
  Bits bits(t.out, type.bits);
  const std::string a = t.value(1, type), by = amount(t, 2, type);
  if (t.name() == "shr" && type.is_signed()) {
    t.assign(type, bits("ashr", a, bits.least(by, bits.highest())));
  } else {
    t.assign(type, bits.shift(t.name() == "shl" ? "shl" : "lshr", a, by));
  }
}

/// Translates shf: the 64 bits of both operands, shifted by at most 32, or modulo 32.
void shift_funnel(Translation& t) {
  Bits words(t.out, 32), pair(t.out, 64);
  const std::string low = t.value(1, u32), high = t.value(2, u32), by = t.value(3, u32);
  const std::string count = t.has("wrap") ? words("and", by, "31") : words.least(by, "32");
  const std::string both =
      pair("or", pair("shl", t.out.resized(high, 32, 64, false), "32"), t.out.resized(low, 32, 64, false));
  const std::string wide_count = t.out.resized(count, 32, 64, false);
  const std::string result =
      t.has("l") ? pair("lshr", pair("shl", both, wide_count), "32") : pair("lshr", both, wide_count);
  t.assign(u32, t.out.resized(result, 64, 32, false));
}

/// The position or length of a field. For a 32-bit field, 8 bits of it count. For a 64-bit field, an H200
/// uses all of them, whatever the manual says.
std::string field_amount(Translation& t, std::size_t number, Type type) {
  return amount(t, number, type, type.bits == 32 ? 0xff : 0);
}

void extract_field(Translation& t, Type type) {
  Bits bits(t.out, type.bits);
  const std::string a = t.value(1, type), from = field_amount(t, 2, type), length = field_amount(t, 3, type);
  if (!type.is_signed())
    return t.assign(type, bits("and", bits.shift("lshr", a, from), bits.low_bits(length)));
  // Shifts up, so that the field's last bit becomes the sign, and down again.
  const std::string end = bits.least(bits("add", from, length), bits.width());
  const std::string up = bits("sub", bits.width(), end);
  const std::string down = bits.least(bits("add", up, from), bits.highest());
  const std::string field = bits("ashr", bits.shift("shl", a, up), down);
  t.assign(type, bits.select(bits.compare("eq", length, "0"), "0", field));
}

void insert_field(Translation& t, Type type) {
  Bits bits(t.out, type.bits);
  const std::string a = t.value(1, type), b = t.value(2, type), to = field_amount(t, 3, type),
                    length = field_amount(t, 4, type);
  const std::string mask = bits.shift("shl", bits.low_bits(length), to);
  const std::string kept = bits("and", b, bits("xor", mask, "-1"));
  t.assign(type, bits("or", kept, bits("and", bits.shift("shl", a, to), mask)));
}

void find_highest_bit(Translation& t, Type type) {
  Bits bits(t.out, type.bits);
  std::string a = t.value(1, type);
  if (type.is_signed()) a = bits("xor", a, bits("ashr", a, bits.highest()));
  const std::string zeros = bits.call("ctlz", a, "i1 false"), place = bits("sub", bits.highest(), zeros);
  const std::string result = t.has("shiftamt") ? bits.select(bits.compare("eq", a, "0"), "-1", zeros) : place;
  t.assign(u32, t.out.resized(result, type.bits, 32, false));
}

/// Translates lop3, any function of three bits, by its table.
void logic_of_three(Translation& t) {
  if (t.operand_count() != 5) t.refuse();  // with a predicate
  Bits bits(t.out, 32);
  const unsigned long long table = t.out.constant(t.operand(4));
  std::array<std::array<std::string, 2>, 3> inputs;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string value = t.value(i + 1, b32);
    inputs[i] = {bits("xor", value, "-1"), value};
  }
  std::string result = "0";
  for (unsigned row = 0; row < 8; ++row) {
    if (!(table >> row & 1)) continue;
    result = bits("or", result,
                  bits("and", bits("and", inputs[0][row >> 2], inputs[1][row >> 1 & 1]), inputs[2][row & 1]));
  }
  t.assign(b32, result);
}

/// The selectors that a mode of prmt stands for: 16 bits for each value of the last operand.
struct PermutationMode {
  const char* name;
  unsigned long long selectors;
};
constexpr std::array<PermutationMode, 6> permutation_modes = {{{"f4e", 0x6543543243213210},
                                                               {"b4e", 0x0123701267015670},
                                                               {"rc8", 0x3333222211110000},
                                                               {"ecl", 0x3333322232113210},
                                                               {"ecr", 0x3210221011100000},
                                                               {"rc16", 0x3232101032321010}}};

void permute_bytes(Translation& t) {
  Bits words(t.out, 32), pair(t.out, 64), bytes(t.out, 8);
  const std::string low = t.out.resized(t.value(1, b32), 32, 64, false),
                    high = t.out.resized(t.value(2, b32), 32, 64, false);
  const std::string both = pair("or", pair("shl", high, "32"), low);
  std::string selector = t.value(3, b32);
  for (const auto& [name, selectors] : permutation_modes) {
    if (!t.has(name)) continue;
    const std::string row = pair("shl", t.out.resized(words("and", selector, "3"), 32, 64, false), "4");
    selector = t.out.resized(pair("lshr", std::to_string(selectors), row), 64, 32, false);
  }
  std::string result = "0";
  for (int i = 0; i < 4; ++i) {
    const std::string digit = words("lshr", selector, std::to_string(4 * i));
    const std::string place = t.out.resized(words("shl", words("and", digit, "7"), "3"), 32, 64, false);
    const std::string byte = t.out.resized(pair("lshr", both, place), 64, 8, false);
    const std::string takes_sign = words.compare("ne", words("and", digit, "8"), "0");
    const std::string chosen = bytes.select(takes_sign, bytes("ashr", byte, "7"), byte);
    result = words("or", result, words("shl", t.out.resized(chosen, 8, 32, false), std::to_string(8 * i)));
  }
  t.assign(b32, result);
}

bool translate_logic(Translation& t, Type type) {
  Bits bits(t.out, type.bits);
  const std::string& name = t.name();
  if (name == "and" || name == "or" || name == "xor") {
    t.assign(type, bits(name.c_str(), t.value(1, type), t.value(2, type)));
  } else if (name == "not") {
    t.assign(type, bits("xor", t.value(1, type), "-1"));
  } else if (name == "cnot") {
    t.assign(type, bits.select(bits.compare("eq", t.value(1, type), "0"), "1", "0"));
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool translate_bits(Translation& t) {
  const std::string& name = t.name();
  if (t.type_count() == 0 || t.type().is_real() || t.type().count != 1) return false;
  const Type type = t.type();
  if (translate_logic(t, type)) return true;
  Bits bits(t.out, type.bits);
  if (name == "shl" || name == "shr") {
    shift(t, type);
  } else if (name == "shf") {
    shift_funnel(t);
  } else if (name == "bfe") {
    extract_field(t, type);
  } else if (name == "bfi") {
    insert_field(t, type);
  } else if (name == "bfind") {
    find_highest_bit(t, type);
  } else if (name == "brev") {
    t.assign(type, bits.call("bitreverse", t.value(1, type)));
  } else if (name == "popc") {
    t.assign(u32, t.out.resized(bits.call("ctpop", t.value(1, type)), type.bits, 32, false));
  } else if (name == "clz") {
    t.assign(u32, t.out.resized(bits.call("ctlz", t.value(1, type), "i1 false"), type.bits, 32, false));
  } else if (name == "lop3") {
    logic_of_three(t);
  } else if (name == "prmt") {
    permute_bytes(t);
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

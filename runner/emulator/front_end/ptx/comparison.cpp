// Translates setp, set, selp, slct and testp.
#include <array>
#include <string>
#include <utility>

#include "runner/emulator/front_end/ptx/reals.hpp"

namespace cuda_front_end::ptx {
namespace {

constexpr std::array<std::pair<std::string_view, const char*>, 14> real_relations = {{{"eq", "oeq"},
                                                                                      {"ne", "one"},
                                                                                      {"lt", "olt"},
                                                                                      {"le", "ole"},
                                                                                      {"gt", "ogt"},
                                                                                      {"ge", "oge"},
                                                                                      {"equ", "ueq"},
                                                                                      {"neu", "une"},
                                                                                      {"ltu", "ult"},
                                                                                      {"leu", "ule"},
                                                                                      {"gtu", "ugt"},
                                                                                      {"geu", "uge"},
                                                                                      {"num", "ord"},
                                                                                      {"nan", "uno"}}};
constexpr std::array<std::pair<std::string_view, const char*>, 6> signed_relations = {
    {{"eq", "eq"}, {"ne", "ne"}, {"lt", "slt"}, {"le", "sle"}, {"gt", "sgt"}, {"ge", "sge"}}};
constexpr std::array<std::pair<std::string_view, const char*>, 10> unsigned_relations = {{{"eq", "eq"},
                                                                                          {"ne", "ne"},
                                                                                          {"lt", "ult"},
                                                                                          {"le", "ule"},
                                                                                          {"gt", "ugt"},
                                                                                          {"ge", "uge"},
                                                                                          {"lo", "ult"},
                                                                                          {"ls", "ule"},
                                                                                          {"hi", "ugt"},
                                                                                          {"hs", "uge"}}};

template <class Relations>
std::string relation(const Translation& t, const Relations& relations) {
  for (const auto& [word, found] : relations) {
    if (t.has(word)) return found;
  }
  t.refuse();
}

/// Whether the operand `first` and the next one compare as the instruction asks.
std::string comparison(Translation& t, std::size_t first, Type type) {
  if (type.count != 1) t.refuse();
  if (!type.is_real()) {
    const std::string found =
        type.is_signed() ? relation(t, signed_relations) : relation(t, unsigned_relations);
    return t.out.add("icmp " + found + ' ' + type.integer() + ' ' + t.value(first, type) + ", " +
                     t.value(first + 1, type));
  }
  std::string a = t.value(first, type), b = t.value(first + 1, type);
  if (type.is_small_real()) {
    a = widened(t.out, type, a), b = widened(t.out, type, b);
    type = f32;
  }
  return compare_reals(t.out, relation(t, real_relations).c_str(), type, flushed(t, type, a),
                       flushed(t, type, b));
}

/// Combines `result` by and, or, xor with the operand after those compared, if there is one.
std::string combined(Translation& t, const std::string& result, std::size_t number) {
  const std::string_view operation = t.one_of({"and", "or", "xor"});
  if (operation.empty()) return result;
  return t.out.add(std::string(operation) + " i1 " + result + ", " + t.value(number, predicate));
}

void set_predicates(Translation& t) {
  const std::string result = comparison(t, 1, t.type());
  const Operand& target = t.operand(0);
  const bool two = target.kind == Operand::Kind::pair;
  // Computes both results before storing either, since a target may also be the operand.
  const std::string first = combined(t, result, 3);
  const std::string second = two ? combined(t, t.out.add("xor i1 " + result + ", true"), 3) : "";
  t.out.assign(two ? target.parts[0] : target, predicate, first);
  if (two) t.out.assign(target.parts[1], predicate, second);
}

void set_register(Translation& t) {
  const Type to = t.type(0);
  if (to.count != 1) t.refuse();
  const std::string result = combined(t, comparison(t, 1, t.type(1)), 3);
  if (to.is_small_real()) {
    const char* one = to.kind == Type::Kind::brain ? "16256" : "15360";
    return t.assign(to, t.out.select(result, "i16", one, "0"));
  }
  if (to.bits == 16) return t.assign(to, t.out.add("sext i1 " + result + " to i16"));
  if (to.is_real()) return t.assign(to, t.out.select(result, "float", "1.0", "0.0"));
  t.assign(to, t.out.select(result, "i32", "-1", "0"));
}

void select_by_sign(Translation& t) {
  const Type type = t.type(0).as_bits(), sign = t.type(1);
  std::string takes_first;
  if (sign.is_real()) {
    takes_first = compare_reals(t.out, "oge", sign, flushed(t, sign, t.value(3, sign)), "0.0");
  } else {
    takes_first = t.out.add("icmp sge " + sign.integer() + ' ' + t.value(3, sign) + ", 0");
  }
  t.assign(type, t.out.select(takes_first, type.integer(), t.value(1, type), t.value(2, type)));
}

void test_property(Translation& t) {
  const Type type = t.type();
  const std::string a = t.value(1, type), magnitude = real_intrinsic(t.out, "fabs", type, {a});
  // The least normal number and infinity, as LLVM writes doubles and floats.
  const std::string least = type.bits == 64 ? "0x0010000000000000" : "0x3810000000000000",
                    infinity = "0x7FF0000000000000";
  const auto is = [&](const char* how, const std::string& than) {
    return compare_reals(t.out, how, type, magnitude, than);
  };
  std::string result;
  if (t.has("finite"))
    result = is("olt", infinity);
  else if (t.has("infinite"))
    result = is("oeq", infinity);
  else if (t.has("number"))
    result = is("ord", magnitude);
  else if (t.has("notanumber"))
    result = is("uno", magnitude);
  else if (t.has("normal"))
    result = t.out.add("and i1 " + is("oge", least) + ", " + is("olt", infinity));
  else if (t.has("subnormal"))
    result = t.out.add("and i1 " + is("olt", least) + ", " + is("ogt", "0.0"));
  else
    t.refuse();
  t.assign(predicate, result);
}

}  // namespace

bool translate_comparison(Translation& t) {
  const std::string& name = t.name();
  if (name == "setp") {
    set_predicates(t);
  } else if (name == "set") {
    set_register(t);
  } else if (name == "selp") {
    const Type type = t.type().as_bits();
    t.assign(type, t.out.select(t.value(3, predicate), type.integer(), t.value(1, type), t.value(2, type)));
  } else if (name == "slct") {
    select_by_sign(t);
  } else if (name == "testp") {
    test_property(t);
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

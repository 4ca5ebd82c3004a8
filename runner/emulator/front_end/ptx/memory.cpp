// Translates mov, loads and stores.
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "runner/emulator/front_end/ptx/addresses.hpp"
#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

int vector_length(const Translation& t) {
  return t.has("v2") ? 2 : t.has("v4") ? 4 : 1;
}

bool is_atomic(const Translation& t) {
  return !t.one_of({"relaxed", "acquire", "release"}).empty();
}

/// Loads or stores one element or several. Elements of an atomic access are atomic individually; those of a
/// vector are accessed as volatile ones.
struct Access {
  Type element;
  int length;
  std::string type, pointer, suffix;
  bool atomic, is_volatile;

  Access(Translation& t, const Operand& address) : element(t.type().as_bits()), length(vector_length(t)) {
    type = length == 1 ? element.integer() : '<' + std::to_string(length) + " x " + element.integer() + '>';
    atomic = is_atomic(t) && length == 1 && element.bits <= 64;
    is_volatile = t.has("volatile") || t.has("mmio") || (is_atomic(t) && !atomic);
    pointer = t.out.pointer_type(type) + ' ' +
              t.out.pointer(generic_address(t, address, names_shared_memory(t)), type);
    suffix = std::string(atomic ? " seq_cst" : "") + ", align " + std::to_string(element.bits / 8 * length);
  }
  std::string words() const {
    return std::string(atomic ? "atomic " : "") + (is_volatile ? "volatile " : "");
  }
};

void load(Translation& t) {
  const Access access(t, t.operand(1));
  const std::string loaded =
      t.out.add("load " + access.words() + access.type + ", " + access.pointer + access.suffix);
  if (access.length == 1) {
    // A wider register is extended as the type says.
    const Type type = t.type();
    return t.assign(type.is_signed() ? type : access.element, loaded);
  }
  const Operand& target = t.operand(0);
  if (static_cast<int>(target.parts.size()) != access.length) t.refuse();
  for (int i = 0; i < access.length; ++i) {
    const std::string part =
        t.out.add("extractelement " + access.type + ' ' + loaded + ", i32 " + std::to_string(i));
    t.out.assign(target.parts[static_cast<std::size_t>(i)], t.type().is_signed() ? t.type() : access.element,
                 part);
  }
}

void store(Translation& t) {
  const Access access(t, t.operand(0));
  std::string value;
  if (access.length == 1) {
    value = t.out.value(t.operand(1), access.element);
  } else {
    const Operand& source = t.operand(1);
    if (static_cast<int>(source.parts.size()) != access.length) t.refuse();
    value = "undef";
    for (int i = 0; i < access.length; ++i) {
      const std::string part = t.out.value(source.parts[static_cast<std::size_t>(i)], access.element);
      value = t.out.add("insertelement " + access.type + ' ' + value + ", " + access.element.integer() + ' ' +
                        part + ", i32 " + std::to_string(i));
    }
  }
  t.out.add_line("store " + access.words() + access.type + ' ' + value + ", " + access.pointer +
                 access.suffix);
}

/// mov.v4.u32 {...}, %tid and mov.v2.u32 {a, b}, {b, a}: reads everything before writing anything.
void move_elements(Translation& t) {
  const Type type = t.type();
  const Operand &target = t.operand(0), &source = t.operand(1);
  std::vector<std::string> values;
  for (std::size_t i = 0; i < target.parts.size(); ++i) {
    Operand element = source;
    if (source.kind == Operand::Kind::special) {
      element.text += std::string(".") + "xyzw"[i];
    } else {
      element = source.parts[i];
    }
    values.push_back(t.out.value(element, type));
  }
  for (std::size_t i = 0; i < values.size(); ++i) t.out.assign(target.parts[i], type, values[i]);
}

/// The fraction of accesses in createpolicy.fractional is above 0 and at most 1.
void check_fraction(const Translation& t) {
  if (!t.has("fractional") || t.operand_count() < 2 || t.operand(1).kind != Operand::Kind::number) return;
  const Constant& constant = t.operand(1).constant;
  const double fraction = constant.kind == Constant::Kind::single
                              ? std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits))
                              : std::bit_cast<double>(constant.bits);
  if (!(fraction > 0 && fraction <= 1))
    throw Invalid("the fraction of a PTX createpolicy must be above 0 and at most 1");
}

}  // namespace

bool translate_move(Translation& t) {
  if (t.name() != "mov") return false;
  if (vector_length(t) > 1) {
    move_elements(t);
    return true;
  }
  // Compares floats by value, for the numbers that a program may write.
  const Type type = t.type();
  std::string value = t.value(1, type);
  if (const long long offset = t.operand(1).offset; offset)
    value = t.out.add("add " + type.integer() + ' ' + value + ", " + std::to_string(offset));
  t.assign(type, value);
  return true;
}

bool translate_memory(Translation& t) {
  const std::string& name = t.name();
  if (name == "ld" || name == "ldu") {
    load(t);
  } else if (name == "st") {
    store(t);
  } else if (name == "prefetch" || name == "prefetchu" || name == "applypriority" || name == "discard") {
    // This device has no caches.
  } else if (name == "createpolicy") {
    check_fraction(t);
    t.assign(b64, "0");
  } else if (name == "isspacep") {
    const std::string address = t.value(1, b64);
    const std::string space = t.has("shared::cta") || t.has("shared::cluster")
                                  ? "shared"
                                  : std::string(t.one_of({"shared", "global", "local", "const"}));
    if (space.empty()) t.refuse();
    t.assign(predicate,
             t.out.add("icmp ne i32 " +
                       t.out.call("i32", "cuda_emulator_ptx_is_" + space, {"i64 " + address}) + ", 0"));
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

// atom and red.
#include <string>

#include "runner/emulator/front_end/ptx/addresses.hpp"
#include "runner/emulator/front_end/ptx/reals.hpp"

namespace cuda_front_end::ptx {
namespace {

/// The processor's own.
std::string simple_operation(const Translation& t) {
  const std::string_view word = t.one_of({"add", "and", "or", "xor", "exch"});
  return word == "exch" ? "xchg" : std::string(word);
}

std::string sum_of_small(Translation& t, Type type, const std::string& a, const std::string& b) {
  const std::string integer = type.integer();
  std::string result = "0";
  for (int element = 0; element < type.count; ++element) {
    const std::string place = std::to_string(16 * element);
    const auto part = [&](const std::string& packed) {
      return widened(t.out, type,
                     t.out.resized(t.out.add("lshr " + integer + ' ' + packed + ", " + place),
                                   type.all_bits(), 16, false));
    };
    const std::string left = part(a), right = part(b);
    const std::string sum = narrowed(t.out, f32, type, t.out.add("fadd float " + left + ", " + right));
    const std::string moved =
        t.out.add("shl " + integer + ' ' + t.out.resized(sum, 16, type.all_bits(), false) + ", " + place);
    result = t.out.add("or " + integer + ' ' + result + ", " + moved);
  }
  return result;
}

std::string sum_of_reals(Translation& t, Type type, const std::string& old, const std::string& value) {
  if (type.is_small_real()) return sum_of_small(t, type, old, value);
  const auto real = [&](const std::string& bits) {
    return t.out.add("bitcast " + type.integer() + ' ' + bits + " to " + type.ir());
  };
  const std::string left = real(old), right = real(value);
  const std::string sum = t.out.add("fadd " + type.ir() + ' ' + left + ", " + right);
  return t.out.add("bitcast " + type.ir() + ' ' + sum + " to " + type.integer());
}

/// What `old` becomes.
std::string changed(Translation& t, Type type, const std::string& old, const std::string& value) {
  const std::string integer = type.integer();
  const auto compare = [&](const char* how, const std::string& a, const std::string& b) {
    return t.out.add(std::string("icmp ") + how + ' ' + integer + ' ' + a + ", " + b);
  };
  if (t.has("add") && type.is_real()) return sum_of_reals(t, type, old, value);
  if (type.is_real()) t.refuse();
  if (t.has("min"))
    return t.out.select(compare(type.is_signed() ? "slt" : "ult", value, old), integer, value, old);
  if (t.has("max"))
    return t.out.select(compare(type.is_signed() ? "sgt" : "ugt", value, old), integer, value, old);
  if (t.has("inc"))
    return t.out.select(compare("uge", old, value), integer, "0",
                        t.out.add("add " + integer + ' ' + old + ", 1"));
  if (!t.has("dec")) t.refuse();
  const std::string wraps = t.out.add("or i1 " + compare("eq", old, "0") + ", " + compare("ugt", old, value));
  return t.out.select(wraps, integer, value, t.out.add("sub " + integer + ' ' + old + ", 1"));
}

/// Emits a compare-and-swap loop for operations that the processor has no instruction for.
std::string change_in_turns(Translation& t, Type type, const std::string& pointer, const std::string& value) {
  const std::string integer = type.integer(), again = t.out.new_label(), done = t.out.new_label();
  const std::string old_place = t.out.pointer(t.out.memory(integer, 1), integer),
                    slot = t.out.pointer_type(integer) + ' ' + old_place;
  const std::string align = ", align " + std::to_string(type.all_bits() / 8);
  t.out.add_line("store " + integer + ' ' +
                 t.out.add("load atomic " + integer + ", " + pointer + " seq_cst" + align) + ", " + slot);
  t.out.place(again);
  const std::string old = t.out.add("load " + integer + ", " + slot);
  const std::string wanted = changed(t, type, old, value);
  const std::string both = t.out.add("cmpxchg " + pointer + ", " + integer + ' ' + old + ", " + integer +
                                     ' ' + wanted + " seq_cst seq_cst" + align);
  const std::string pair = "{ " + integer + ", i1 } " + both;
  t.out.add_line("store " + integer + ' ' + t.out.add("extractvalue " + pair + ", 0") + ", " + slot);
  t.out.branch(t.out.add("extractvalue " + pair + ", 1"), done, again);
  t.out.place(done);
  return t.out.add("load " + integer + ", " + slot);
}

std::string exchange_if_equal(Translation& t, Type type, const std::string& pointer, std::size_t first) {
  const std::string integer = type.integer();
  const std::string both =
      t.out.add("cmpxchg " + pointer + ", " + integer + ' ' + t.value(first, type) + ", " + integer + ' ' +
                t.value(first + 1, type) + " seq_cst seq_cst, align " + std::to_string(type.bits / 8));
  return t.out.add("extractvalue { " + integer + ", i1 } " + both + ", 0");
}

}  // namespace

bool translate_atomic(Translation& t) {
  const bool gives_back = t.name() == "atom";
  if (!gives_back && t.name() != "red") return false;
  if (!t.one_of({"v2", "v4", "v8"}).empty()) t.refuse();
  const Type type = t.type(), bits = type.as_bits();
  if (bits.bits > 64) t.refuse();
  const std::size_t first = gives_back ? 1 : 0;
  const std::string address = generic_address(t, t.operand(first), names_shared_memory(t));
  const std::string pointer =
      t.out.pointer_type(bits.integer()) + ' ' + t.out.pointer(address, bits.integer());
  std::string old;
  if (t.has("cas")) {
    old = exchange_if_equal(t, bits, pointer, first + 1);
  } else {
    const std::string value = t.value(first + 1, bits), operation = simple_operation(t);
    const bool needs_turns = operation.empty() || (operation == "add" && type.is_real());
    old = needs_turns ? change_in_turns(t, type, pointer, value)
                      : t.out.add("atomicrmw " + operation + ' ' + pointer + ", " + bits.integer() + ' ' +
                                  value + " seq_cst, align " + std::to_string(bits.bits / 8));
  }
  if (gives_back) t.assign(bits, old);
  return true;
}

}  // namespace cuda_front_end::ptx

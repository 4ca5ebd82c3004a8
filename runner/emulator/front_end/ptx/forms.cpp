#include "runner/emulator/front_end/ptx/forms.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ptx/form_table.hpp"
#include "runner/emulator/front_end/ptx/form_words.hpp"
#include "runner/emulator/front_end/ptx/lacking_forms.hpp"
#include "runner/emulator/front_end/ptx/special_registers.hpp"

namespace cuda_front_end::ptx {
namespace {

/// Whether a register of type `is` may be used where `wanted` is expected.
bool fits(Type is, Type wanted, bool may_be_wider) {
  if (is.is_predicate() || wanted.is_predicate()) return is.is_predicate() && wanted.is_predicate();
  const auto is_bits = [](Type type) { return type.kind == Type::Kind::bits || type.count == 2; };
  if (wanted.count == 2) return is_bits(is) && is.all_bits() == wanted.all_bits();
  if (may_be_wider && is.all_bits() > wanted.all_bits())
    return is_bits(is) || wanted.kind == Type::Kind::bits || (!is.is_real() && !wanted.is_real());
  if (is.all_bits() != wanted.all_bits()) return false;
  return is_bits(is) || is_bits(wanted) || is.is_real() == wanted.is_real();
}

/// Matches an instruction's operands with the text of a form.
class OperandMatch {
 public:
  OperandMatch(const Instruction& instruction, const ModifiersAndTypes& words, const OperandsInScope& scope)
      : instruction_(instruction), words_(words), scope_(scope) {}

  /// Throws Unsupported for operands that match but that this device does not support.
  bool operator()(std::string_view form) const {
    if (!all_match(form)) return false;
    if (lacking_) throw Unsupported(std::string(lacking_) + " is not available");
    return true;
  }

 private:
  bool all_match(std::string_view form) const {
    if (form == "*") return true;
    const auto& operands = instruction_.operands;
    std::size_t next = 0;
    for (std::string_view wanted : split(form, ' ')) {
      if (wanted == "bool") {
        if (!words_.has("and") && !words_.has("or") && !words_.has("xor")) continue;
        wanted = "pred";
      } else if (wanted == "hint") {
        if (!words_.has("L2::cache_hint")) continue;
        wanted = "u64";
      }
      const bool optional = drop_suffix(wanted, '?');
      if (next >= operands.size()) {
        if (optional) continue;
        return false;
      }
      if (!matches(operands[next++], wanted)) return false;
    }
    return next == operands.size();
  }

  bool matches(const Operand& operand, std::string_view wanted) const {
    if (wanted == "@") return is_address(operand);
    if (wanted == "x") return is_special_of_four(operand);
    if (wanted.starts_with('#')) return is_number(operand, wanted.substr(1));
    if (const std::size_t bound = wanted.find('#'); bound != wanted.npos) {
      const bool is_literal = scope_.known(operand).kind == Operand::Kind::number;
      return matches(operand, is_literal ? wanted.substr(bound) : wanted.substr(0, bound));
    }
    if (wanted == "V") return operand.kind == Operand::Kind::vector;
    if (wanted == "L") return operand.kind == Operand::Kind::label;
    const bool is_result = wanted.starts_with("=");
    if (is_result) wanted.remove_prefix(1);
    const bool must_be_pair = wanted.find('&') != wanted.npos;
    const Words pair = split(wanted, must_be_pair ? '&' : '|');
    if (operand.kind == Operand::Kind::pair || must_be_pair) {
      return operand.kind == Operand::Kind::pair && pair.size() == 2 &&
             matches_one(operand.parts[0], pair[0], is_result) &&
             matches_one(operand.parts[1], pair[1], is_result);
    }
    return matches_one(operand, pair[0], is_result);
  }

  bool matches_one(const Operand& operand, std::string_view wanted, bool is_result) const {
    if (operand.kind == Operand::Kind::sink) return wanted.ends_with('_');
    drop_suffix(wanted, '_');
    if (wanted.starts_with('-') || wanted.starts_with('.')) return is_selected(operand, wanted, is_result);
    if (wanted.starts_with("m")) return is_of_move(operand, type(wanted.substr(1)), is_result);
    if (wanted.starts_with("v")) return is_vector(operand, wanted.substr(1), is_result);
    if (wanted.starts_with("e")) return is_moved_vector(operand, type(wanted.substr(1)), is_result);
    const bool may_be_wider = drop_suffix(wanted, '+');
    return is_value(operand, type(wanted), is_result, may_be_wider);
  }

  /// The type that `0`, `1w` or `u32` stands for.
  Type type(std::string_view text) const {
    if (!std::isdigit(static_cast<unsigned char>(text[0]))) return *type_named(text);
    Type found = words_.types[static_cast<std::size_t>(text[0] - '0')];
    if (text.ends_with('w')) found.bits *= 2;
    return found;
  }

  bool is_value(const Operand& operand, Type wanted, bool is_result, bool may_be_wider) const {
    const Operand& known = scope_.known(operand);
    if (operand.minus || !operand.selector.empty()) return false;
    if (operand.negated && (is_result || !wanted.is_predicate())) return false;
    if (known.kind == Operand::Kind::number) return !is_result && known.constant.fits(wanted);
    if (known.kind != Operand::Kind::name || !fits(scope_.type(known), wanted, may_be_wider)) return false;
    if (!operand.offset) return true;
    if (is_result) return false;
    lacking_ = "a PTX register with an offset, outside of mov and addresses,";
    return true;
  }

  /// An operand of a video instruction: `-` allows a sign, `.` a selector of bytes or halves.
  bool is_selected(const Operand& operand, std::string_view wanted, bool is_result) const {
    Operand plain = operand;
    if (wanted.starts_with('-')) {
      plain.minus = false;
      wanted.remove_prefix(1);
    }
    wanted.remove_prefix(1);
    plain.selector.clear();
    return (operand.selector.empty() || is_selector(operand.selector, is_result)) &&
           !(elements() > 1 && scope_.known(operand).kind == Operand::Kind::number) &&
           is_value(plain, type(wanted), is_result, false);
  }

  /// The number of parts into which a video instruction such as `vadd4` splits a word.
  int elements() const {
    const char last = instruction_.words[0].back();
    return last == '2' || last == '4' ? last - '0' : 1;
  }

  /// `b3` and `h1` select from a word, `b7654` and `h32` from two words; `b20` and `h0` name parts of a
  /// result.
  bool is_selector(std::string_view selector, bool is_result) const {
    const int count = elements();
    const std::string_view digits = selector.substr(1);
    if (count == 1) return digits.size() == 1 && digits[0] < (selector[0] == 'b' ? '4' : '2');
    const char end = static_cast<char>('0' + (is_result ? count : 2 * count));
    return (selector[0] == 'h') == (count == 2) &&
           std::ranges::all_of(digits, [&](char c) { return c < end; }) &&
           (is_result ? std::ranges::is_sorted(digits, std::greater_equal<>())
                      : digits.size() == static_cast<std::size_t>(count));
  }

  bool is_vector(const Operand& operand, std::string_view wanted, bool is_result) const {
    const bool may_be_wider = drop_suffix(wanted, '+');
    const std::size_t count = words_.has("v2") ? 2 : words_.has("v4") ? 4 : 1;
    if (static_cast<int>(count) * type(wanted).bits > 128) return false;
    if (count == 1 && operand.kind != Operand::Kind::vector)
      return is_value(operand, type(wanted), is_result, may_be_wider);
    return operand.kind == Operand::Kind::vector && operand.parts.size() == count &&
           std::all_of(operand.parts.begin(), operand.parts.end(), [&](const Operand& part) {
             if (part.kind == Operand::Kind::sink) return is_result;
             if (part.kind == Operand::Kind::special)
               return !is_result && type(wanted).bits >= 32 &&
                      special_register_may_have(part.text, type(wanted).bits);
             // Here it does not matter whether an element is a float.
             return is_value(part, type(wanted), is_result, may_be_wider) ||
                    is_value(part, type(wanted).as_bits(), is_result, false);
           });
  }

  bool is_moved_vector(const Operand& operand, Type wanted, bool is_result) const {
    const std::size_t count = words_.has("v2") ? 2 : 4;
    if (operand.kind != Operand::Kind::vector || operand.parts.size() != count ||
        static_cast<int>(count) * wanted.bits > 128)
      return false;
    const bool takes_integers = !is_result && wanted.is_real();
    std::size_t reals = 0, registers = 0;
    const bool all_fit = std::all_of(operand.parts.begin(), operand.parts.end(), [&](const Operand& part) {
      if (part.kind == Operand::Kind::sink) return is_result;
      if (part.kind == Operand::Kind::special) return is_of_move(part, wanted, is_result);
      const Operand& known = scope_.known(part);
      if (known.kind == Operand::Kind::name) {
        ++registers;
        reals += scope_.type(known).is_real();
      }
      return is_value(part, wanted, is_result, false) ||
             (takes_integers && is_value(part, wanted.as_bits(), is_result, false));
    });
    return all_fit && (reals == 0 || reals == registers);
  }

  bool is_of_move(const Operand& operand, Type wanted, bool is_result) const {
    if (operand.kind == Operand::Kind::special) {
      return !is_result && !wanted.is_real() && special_register_may_have(operand.text, wanted.bits);
    }
    if (operand.kind != Operand::Kind::vector) {
      Operand base = operand;
      base.offset = 0;  // mov.u32 d, a+4
      return is_value(base, wanted, is_result, false) &&
             (!operand.offset || (!is_result && !wanted.is_real() && wanted.bits >= 32));
    }
    const int count = static_cast<int>(operand.parts.size());
    const bool divides = count == 2 || count == 4;
    if (wanted.kind != Type::Kind::bits || !divides) return false;
    const Type part{Type::Kind::bits, wanted.bits / count};
    return std::all_of(operand.parts.begin(), operand.parts.end(), [&](const Operand& each) {
      if (each.kind == Operand::Kind::sink) return is_result;
      return is_value(each, part, is_result, false);
    });
  }

  bool is_special_of_four(const Operand& operand) const {
    if (operand.kind != Operand::Kind::special) return false;
    // NVIDIA's assembler accepts any special register here, and no manual says what its elements are.
    if (!is_of_four_elements(operand.text))
      throw Unsupported("the elements of the PTX register '%" + operand.text + "' are not available");
    return true;
  }

  /// Whether it is an integer: equal to `wanted`, or less than the number after `<`, if something is wanted.
  bool is_number(const Operand& operand, std::string_view wanted) const {
    const Operand& known = scope_.known(operand);
    if (known.kind != Operand::Kind::number || known.constant.kind != Constant::Kind::integer) return false;
    if (wanted.empty()) return true;
    const bool is_bound = wanted.starts_with('<');
    if (is_bound) wanted.remove_prefix(1);
    const std::uint64_t number = std::stoull(std::string(wanted));
    return is_bound ? known.constant.bits < number : known.constant.bits == number;
  }

  bool is_address(const Operand& operand) const {
    if (operand.kind != Operand::Kind::address) return false;
    if (operand.parts.empty()) return words_.has("local");
    const Operand& base = scope_.known(operand.parts[0]);
    if (base.kind != Operand::Kind::name) return false;
    const Type is = scope_.type(base);
    const bool may_be_short = words_.has_one_of("shared|shared::cta|shared::cluster") ||
                              is_one_of(instruction_.words[0], "ldmatrix|stmatrix") ||
                              words_of_name(instruction_, "cp.async.mbarrier.arrive") > 0;
    if (is.is_real() || is.is_predicate()) return false;
    if (is.bits == 16 && may_be_short) {
      lacking_ = "a PTX address of 16 bits";
      return true;
    }
    return is.bits == 64 || (is.bits == 32 && may_be_short);
  }

  const Instruction& instruction_;
  const ModifiersAndTypes& words_;
  const OperandsInScope& scope_;
  mutable const char* lacking_ = nullptr;
};

bool any_form(auto&& holds) {
  return std::ranges::any_of(forms, holds) || std::ranges::any_of(lacking_forms, holds);
}

bool is_other_word(std::string_view word) {
  return std::ranges::find(other_words, word) != other_words.end();
}

enum class Match { none, words, whole };

/// How much of the instruction matches the form.
Match match(const Form& form, const Instruction& instruction, const OperandsInScope& scope) {
  const std::size_t count = words_of_name(instruction, form.names);
  if (count == 0) return Match::none;
  const ModifiersAndTypes words(instruction, count);
  if (!has_words(form, instruction, words)) return Match::none;
  return OperandMatch(instruction, words, scope)(form.operands) ? Match::whole : Match::words;
}

}  // namespace

void check_words(const Instruction& instruction) {
  const std::string& name = instruction.words[0];
  if (!any_form([&](const Form& form) { return has_name(form, name); }))
    throw Invalid("there is no PTX instruction '" + instruction.opcode() + "'");
  for (std::size_t i = 1; i < instruction.words.size(); ++i) {
    const std::string& word = instruction.words[i];
    if (!is_other_word(word) && !any_form([&](const Form& form) { return has_word(form, name, word); }))
      throw Invalid("there is no modifier '." + word + "' of the PTX instruction '" + instruction.opcode() +
                    "'");
  }
}

void check_form(const Instruction& instruction, const OperandsInScope& scope) {
  const std::string quoted = "the PTX instruction '" + instruction.opcode() + "'";
  bool knows_words = false;
  for (const Form& form : forms) {
    const Match found = match(form, instruction, scope);
    if (found == Match::whole) return;
    knows_words = knows_words || found == Match::words;
  }
  for (const Form& form : lacking_forms) {
    const Match found = match(form, instruction, scope);
    if (found == Match::whole) throw Unsupported(quoted + " is not available");
    knows_words = knows_words || found == Match::words;
  }
  if (knows_words) throw Invalid(quoted + " has operands of other types, or of another number");
  throw Invalid("there is no PTX instruction '" + instruction.opcode() + "' for compute capability 9.0");
}

}  // namespace cuda_front_end::ptx

#include "runner/emulator/front_end/ptx/forms.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ptx/form_table.hpp"
#include "runner/emulator/front_end/ptx/special_registers.hpp"

namespace cuda_front_end::ptx {
namespace {

using Words = std::vector<std::string_view>;

Words split(std::string_view text, char separator) {
  Words parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool drop_suffix(std::string_view& text, char suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(1);
  return true;
}

bool is_one_of(std::string_view word, std::string_view alternatives) {
  const Words all = split(alternatives, '|');
  return std::find(all.begin(), all.end(), word) != all.end();
}

/// How many of the instruction's words are the longest of the names that it has, such as `bar|bar.cta`; 0 if it has none.
std::size_t words_of_name(const Instruction& instruction, std::string_view names) {
  std::size_t most = 0;
  for (std::string_view name : split(names, '|')) {
    const Words words = split(name, '.');
    if (words.size() <= instruction.words.size() &&
        std::equal(words.begin(), words.end(), instruction.words.begin()))
      most = std::max(most, words.size());
  }
  return most;
}

/// The instruction's words after its name: modifiers and types apart.
struct ModifiersAndTypes {
  std::vector<std::string_view> modifiers;
  std::vector<Type> types;
  std::vector<std::string_view> type_names;

  ModifiersAndTypes(const Instruction& instruction, std::size_t words_of_name) {
    for (std::size_t i = words_of_name; i < instruction.words.size(); ++i) {
      const std::string_view word = instruction.words[i];
      if (const auto type = type_named(word)) {
        types.push_back(*type);
        type_names.push_back(word);
      } else {
        modifiers.push_back(word);
      }
    }
  }
  bool has(std::string_view modifier) const { return std::ranges::count(modifiers, modifier) > 0; }
  bool has_one_of(std::string_view alternatives) const {
    return std::ranges::any_of(modifiers,
                               [&](std::string_view word) { return is_one_of(word, alternatives); });
  }
  bool has_cache_hint() const {
    return std::ranges::any_of(modifiers, [](std::string_view word) {
      return word.starts_with("L1::") || word.starts_with("L2::");
    });
  }
};

/// Whether modifiers of different groups may stand together.
bool may_stand_together(std::string_view name, const ModifiersAndTypes& words) {
  if (is_one_of(name, "ld|st|atom|red") && words.has_cache_hint())
    return !words.has_one_of("shared|shared::cta|shared::cluster|local|const");
  if (name == "mbarrier")
    return words.has_one_of("acquire|release|relaxed") == words.has_one_of("cta|cluster");
  return true;
}

bool has_types(const ModifiersAndTypes& words, std::string_view types) {
  if (types == "*") return true;
  const Words groups = split(types, ' ');
  if (groups.size() != words.types.size()) return false;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!is_one_of(words.type_names[i], groups[i])) return false;
  }
  return true;
}

bool has_modifiers(const ModifiersAndTypes& words, std::string_view modifiers) {
  std::size_t found = 0;
  bool others = false;
  for (std::string_view group : split(modifiers, ' ')) {
    if (group == "*") {
      others = true;
      continue;
    }
    const bool optional = drop_suffix(group, '?');
    const auto count = static_cast<std::size_t>(
        std::count_if(words.modifiers.begin(), words.modifiers.end(),
                      [&](std::string_view word) { return is_one_of(word, group); }));
    if (count > 1 || (count == 0 && !optional)) return false;
    found += count;
  }
  return others || found == words.modifiers.size();
}

/// Whether a register of type `is` may stand where `wanted` is meant.
bool fits(Type is, Type wanted, bool may_be_wider) {
  if (is.is_predicate() || wanted.is_predicate()) return is.is_predicate() && wanted.is_predicate();
  const auto is_bits = [](Type type) { return type.kind == Type::Kind::bits || type.count == 2; };
  if (wanted.count == 2) return is_bits(is) && is.all_bits() == wanted.all_bits();
  if (may_be_wider && is.all_bits() > wanted.all_bits())
    return is_bits(is) || wanted.kind == Type::Kind::bits || (!is.is_real() && !wanted.is_real());
  if (is.all_bits() != wanted.all_bits()) return false;
  return is_bits(is) || is_bits(wanted) || is.is_real() == wanted.is_real();
}

/// Matches the operands of one instruction with the text of a form.
class OperandMatch {
 public:
  OperandMatch(const Instruction& instruction, const ModifiersAndTypes& words, const OperandsInScope& scope)
      : instruction_(instruction), words_(words), scope_(scope) {}

  bool operator()(std::string_view form) const {
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

 private:
  bool matches(const Operand& operand, std::string_view wanted) const {
    if (wanted == "@") return is_address(operand);
    if (wanted == "x") return is_special_of_four(operand);
    if (wanted.starts_with('#')) return is_number(operand, wanted.substr(1));
    if (const std::size_t bound = wanted.find('#'); bound != wanted.npos) {
      const bool is_literal = scope_.known(operand).kind == Operand::Kind::number;
      return matches(operand, is_literal ? wanted.substr(bound) : wanted.substr(0, bound));
    }
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
    if (wanted.starts_with("m")) return is_of_move(operand, type(wanted.substr(1)), is_result);
    if (wanted.starts_with("v")) return is_vector(operand, wanted.substr(1), is_result);
    if (wanted.starts_with("e")) return is_moved_vector(operand, type(wanted.substr(1)), is_result);
    const bool may_be_wider = drop_suffix(wanted, '+');
    return is_value(operand, type(wanted), is_result, may_be_wider);
  }

  /// What `0`, `1w` or `u32` stands for.
  Type type(std::string_view text) const {
    if (!std::isdigit(static_cast<unsigned char>(text[0]))) return *type_named(text);
    Type found = words_.types[static_cast<std::size_t>(text[0] - '0')];
    if (text.ends_with('w')) found.bits *= 2;
    return found;
  }

  bool is_value(const Operand& operand, Type wanted, bool is_result, bool may_be_wider) const {
    const Operand& known = scope_.known(operand);
    if (operand.offset || (operand.negated && (is_result || !wanted.is_predicate()))) return false;
    if (known.kind == Operand::Kind::number) return !is_result && known.constant.fits(wanted);
    return known.kind == Operand::Kind::name && fits(scope_.type(known), wanted, may_be_wider);
  }

  bool is_vector(const Operand& operand, std::string_view wanted, bool is_result) const {
    const bool may_be_wider = drop_suffix(wanted, '+');
    const std::size_t count = words_.has("v2") ? 2 : words_.has("v4") ? 4 : 1;
    if (static_cast<int>(count) * type(wanted).bits > 128) return false;
    if (count == 1) return is_value(operand, type(wanted), is_result, may_be_wider);
    return operand.kind == Operand::Kind::vector && operand.parts.size() == count &&
           std::all_of(operand.parts.begin(), operand.parts.end(), [&](const Operand& part) {
             if (part.kind == Operand::Kind::sink) return is_result;
             // Whether an element is a float or not is of no matter here.
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
    // NVIDIA's assembler takes any special register here, and no manual says what its elements are.
    if (!is_of_four_elements(operand.text))
      throw Unsupported("the elements of the PTX register '%" + operand.text + "' are not available");
    return true;
  }

  /// Whether it is an integer; that of `wanted`, or one below it after `<`, where something is wanted.
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
    const bool may_be_short =
        words_.has("shared") || words_.has("shared::cta") || words_.has("shared::cluster");
    return !is.is_real() && !is.is_predicate() && (is.bits == 64 || (is.bits == 32 && may_be_short));
  }

  const Instruction& instruction_;
  const ModifiersAndTypes& words_;
  const OperandsInScope& scope_;
};

/// Whether the table has the word at all: else it is of a later or another PTX.
bool is_known_word(std::string_view word) {
  const auto in = [&](std::string_view groups) {
    const Words all = split(groups, ' ');
    return std::any_of(all.begin(), all.end(), [&](std::string_view group) {
      if (group == "*") return false;
      drop_suffix(group, '?');
      return is_one_of(word, group);
    });
  };
  return std::any_of(forms.begin(), forms.end(), [&](const Form& form) {
    const Words names = split(form.names, '|');
    return in(form.modifiers) || in(form.types) || std::ranges::any_of(names, [&](std::string_view name) {
             const Words words = split(name, '.');
             return std::find(words.begin() + 1, words.end(), word) != words.end();
           });
  });
}

}  // namespace

bool is_lacking(std::string_view name) {
  return std::ranges::find(lacking_instructions, name) != lacking_instructions.end();
}

void check_form(const Instruction& instruction, const OperandsInScope& scope) {
  const std::string& name = instruction.words[0];
  const std::string quoted = "the PTX instruction '" + instruction.opcode() + "'";
  bool knows_name = false, knows_words = false;
  for (const Form& form : forms) {
    const Words names = split(form.names, '|');
    knows_name |= std::ranges::any_of(
        names, [&](std::string_view each) { return each.substr(0, each.find('.')) == name; });
    const std::size_t count = words_of_name(instruction, form.names);
    if (count == 0) continue;
    const ModifiersAndTypes words(instruction, count);
    if (!has_types(words, form.types) || !has_modifiers(words, form.modifiers) ||
        !may_stand_together(name, words))
      continue;
    knows_words = true;
    if (OperandMatch(instruction, words, scope)(form.operands)) return;
  }
  if (knows_words) throw Invalid(quoted + " has operands of other types, or of another number");
  const bool is_familiar = std::all_of(instruction.words.begin() + 1, instruction.words.end(), is_known_word);
  if (knows_name && !is_familiar) throw Unsupported(quoted + " is not available");
  throw Invalid(knows_name ? "there is no PTX instruction '" + instruction.opcode() + "'"
                           : "there is no PTX instruction of the name '" + name + "'");
}

}  // namespace cuda_front_end::ptx

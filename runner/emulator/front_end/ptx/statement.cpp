#include "runner/emulator/front_end/ptx/statement.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <vector>

#include "runner/emulator/front_end/ir/ir_text.hpp"
#include "runner/emulator/front_end/ptx/forms.hpp"
#include "runner/emulator/front_end/ptx/function.hpp"
#include "runner/emulator/front_end/ptx/instruction.hpp"
#include "runner/emulator/front_end/ptx/parse.hpp"

namespace cuda_front_end::ptx {
namespace {

/// Decodes escapes of LLVM's text, such as \0A.
std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 2 < text.size() && std::isxdigit(static_cast<unsigned char>(text[at + 1]))) {
      plain += static_cast<char>(std::strtol(std::string(text.substr(at + 1, 2)).c_str(), nullptr, 16));
      at += 2;
    } else {
      plain += text[at];
    }
  }
  return plain;
}

/// Expands ${:uid}, the statement's number, ${0:x}, an operand, and $$, a dollar sign.
std::string without_modifiers(std::string text) {
  for (std::size_t at = text.find("${"); at != text.npos; at = text.find("${", at + 1)) {
    const std::size_t end = text.find('}', at), colon = text.find(':', at);
    if (end == text.npos) break;
    const std::string operand = text.substr(at + 2, std::min(colon, end) - at - 2);
    text.replace(at, end + 1 - at, operand.empty() ? "_0" : '$' + operand);
  }
  for (std::size_t at = text.find("$$"); at != text.npos; at = text.find("$$", at + 1)) text.erase(at, 1);
  return text;
}

/// A parsed `asm` call.
struct Call {
  std::string before;  ///< "  %1 = "
  std::string result;  ///< its type
  std::string text;
  std::vector<std::string> constraints;
  std::vector<std::string> arguments;  ///< "i32 %a"
  std::string after;                   ///< debug information

  /// Whether the statement's effect depends only on its operands.
  std::string key;
};

std::string without_attributes(std::string_view argument) {
  const std::size_t end = type_end(argument, 0), value = argument.rfind(' ');
  // "i32 noundef %a"; a constant expression has spaces, and no attributes.
  const bool is_expression = argument.find('(', end) != argument.npos;
  return is_expression ? std::string(argument)
                       : std::string(argument.substr(0, end)) + std::string(argument.substr(value));
}

bool is_number(std::string_view value) {
  return !value.empty() && value.find_first_not_of("-0123456789") == value.npos;
}

/// The type of register that CUDA's compiler uses for an operand of `constraint`.
Type type_of_constraint(const std::string& constraint) {
  switch (constraint.back()) {
    case 'h':
      return {Type::Kind::bits, 16};
    case 'r':
      return b32;
    case 'l':
      return b64;
    case 'f':
      return f32;
    case 'd':
      return f64;
    default:
      throw Unsupported("the constraint '" + constraint + "' of inline PTX is not available");
  }
}

/// The position of "asm" in a line that calls it; npos in any other.
std::size_t assembly_at(std::string_view line) {
  const std::size_t call = line.find("call ");
  if (call == line.npos || line.substr(0, call).find('"') != line.npos) return line.npos;
  const std::size_t at = line.find(" asm ", call);
  return at == line.npos || line.substr(call, at - call).find('@') != line.npos ? line.npos : at + 1;
}

Call taken_apart(std::string_view line, std::size_t assembly) {
  Call call;
  const std::size_t begin = line.find("call ");
  std::string_view type = without_blanks(line.substr(begin + 5, assembly - begin - 5));
  for (const std::string_view word :
       {"nnan ", "ninf ", "nsz ", "arcp ", "contract ", "afn ", "reassoc ", "fast "}) {
    if (type.starts_with(word)) type.remove_prefix(word.size());
  }
  call.before = line.substr(0, begin);
  for (const std::string_view word : {"tail ", "musttail ", "notail "}) {
    if (call.before.ends_with(word)) call.before.erase(call.before.size() - word.size());
  }
  call.result = type;
  const std::size_t open = line.find('"', assembly), close = line.find('"', open + 1);
  const std::size_t open_constraints = line.find('"', close + 1),
                    close_constraints = line.find('"', open_constraints + 1);
  call.text = without_modifiers(without_escapes(line.substr(open + 1, close - open - 1)));
  for (const std::string_view part :
       split_at_commas(line.substr(open_constraints + 1, close_constraints - open_constraints - 1))) {
    call.constraints.emplace_back(part);
  }
  const std::size_t end = closing_bracket(line, close_constraints + 1);
  for (const std::string_view part :
       split_at_commas(line.substr(close_constraints + 2, end - close_constraints - 2))) {
    call.arguments.push_back(without_attributes(part));
  }
  if (const std::size_t debug = line.find(", !dbg !", end); debug != line.npos) {
    call.after = line.substr(debug, line.find(',', debug + 2) - debug);
  }
  call.key = call.result + '|' + std::string(line.substr(open, close_constraints - open));
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const std::string& argument = call.arguments[i];
    const std::size_t type_size = type_end(argument, 0);
    call.key += '|' + argument.substr(0, type_size);
    if (is_number(std::string_view(argument).substr(type_size + 1))) call.key += argument.substr(type_size);
  }
  return call;
}

/// The width in bits of an integer, a float or a pointer.
int bits_of(std::string_view type) {
  if (type == "float") return 32;
  if (type == "double" || type == "ptr" || type.ends_with("*")) return 64;
  if (type == "half" || type == "bfloat") return 16;
  if (type.starts_with("i")) return std::atoi(std::string(type.substr(1)).c_str());
  throw Unsupported("an operand of inline PTX of the type '" + std::string(type) + "' is not available");
}

bool is_pointer(std::string_view type) {
  return type == "ptr" || type.ends_with("*");
}
bool is_integer(std::string_view type) {
  return type.starts_with("i") && !is_pointer(type);
}

/// Converts `value` of LLVM's `type` to an integer, or an integer to such a value.
std::string as_integer(Function& out, const std::string& type, const std::string& value) {
  if (is_integer(type)) return value;
  return out.add((is_pointer(type) ? "ptrtoint " : "bitcast ") + type + ' ' + value + " to i" +
                 std::to_string(bits_of(type)));
}
std::string from_integer(Function& out, const std::string& type, const std::string& value) {
  if (is_integer(type)) return value;
  return out.add((is_pointer(type) ? "inttoptr i" : "bitcast i") + std::to_string(bits_of(type)) + ' ' +
                 value + " to " + type);
}

/// The types of the results, one by one.
std::vector<std::string> result_types(const std::string& type) {
  if (type == "void") return {};
  if (!type.starts_with("{")) return {type};
  std::vector<std::string> types;
  for (const std::string_view part : split_at_commas(std::string_view(type).substr(1, type.size() - 2)))
    types.emplace_back(part);
  return types;
}

void check(const Instruction& instruction, const Function& out) {
  if (!instruction.guard.empty()) {
    const Operand& guard = out.known(instruction.guard[0]);
    if (guard.kind != Operand::Kind::name || !out.type_of(guard).is_predicate())
      throw Invalid("inline PTX: '@' is not followed by a predicate");
  }
  check_form(instruction, {[&](const Operand& operand) -> const Operand& { return out.known(operand); },
                           [&](const Operand& operand) { return out.type_of(operand); }});
}

void translate(const Instruction& instruction, Function& out) {
  check(instruction, out);
  std::string next;
  if (!instruction.guard.empty()) {
    const std::string yes = out.new_label();
    next = out.new_label();
    out.branch(out.value(instruction.guard[0], predicate), yes, next);
    out.place(yes);
  }
  Translation translation(instruction, out);
  constexpr std::array families = {translate_move,
                                   translate_carries,
                                   translate_integer_arithmetic,
                                   translate_bits,
                                   translate_real_arithmetic,
                                   translate_comparison,
                                   translate_conversion,
                                   translate_memory,
                                   translate_atomic,
                                   translate_memory_barrier,
                                   translate_copy,
                                   translate_warp,
                                   translate_matrix,
                                   translate_control};
  constexpr std::array scoped = {"atom", "red", "ld", "st"};
  const bool of_block = translation.has("cta") && std::ranges::count(scoped, translation.name()) > 0;
  if (of_block) out.call("void", "cuda_emulator_begin_block_scope", {});
  bool known = false;
  for (const auto& family : families) known = known || family(translation);
  if (!known) translation.refuse();
  if (of_block) out.call("void", "cuda_emulator_end_block_scope", {});
  if (!next.empty()) out.place(next);
}

void translate(const Statement& statement, Function& out) {
  if (const auto* label = std::get_if<Label>(&statement)) {
    out.place(label_name(label->name));
  } else if (const auto* declared = std::get_if<Register>(&statement)) {
    const auto type = type_named(declared->type);
    if (!type || type->kind == Type::Kind::brain)
      throw Invalid("there are no PTX registers of the type '." + declared->type + "'");
    out.add_register(declared->name, *type);
  } else if (const auto* lacking = std::get_if<Lacking>(&statement)) {
    throw Unsupported(lacking->reason);
  } else {
    translate(std::get<Instruction>(statement), out);
  }
}

/// Reports what is wrong with a statement before what only a GPU supports.
void translate(const std::vector<Statement>& statements, Function& out) {
  std::optional<Unsupported> lacking;
  for (const Statement& statement : statements) {
    try {
      translate(statement, out);
    } catch (const Unsupported& what) {
      if (!lacking) lacking = what;
    }
  }
  if (lacking) throw Unsupported(*lacking);
}

/// Makes a register for an operand of LLVM's `type`.
void add_register(Function& out, const std::string& name, const std::string& constraint,
                  const std::string& type) {
  const Type wanted = type_of_constraint(constraint);
  if (bits_of(type) != wanted.bits || (wanted.is_real() != (type == "float" || type == "double")))
    throw Invalid("an operand of inline PTX has not the type that its constraint '" + constraint + "' says");
  out.add_register(name, wanted);
}

/// Where an operand is: among the results, among the parameters, or in the text.
void add_operands(const Call& call, const std::vector<std::string>& results, Function& out,
                  std::string& parameters, ConstantOperands& constants) {
  std::size_t operand = 0, argument = 0;
  for (const std::string& constraint : call.constraints) {
    if (constraint.starts_with("~")) continue;
    if (constraint.find('*') != constraint.npos)
      throw Unsupported("an operand of inline PTX in memory is not available");
    const std::size_t number = operand++;
    const std::string name = '$' + std::to_string(number);
    if (number < results.size()) {
      add_register(out, name, constraint, results[number]);
      out.add_parameter(number, name);
      continue;
    }
    if (argument >= call.arguments.size()) throw Unsupported("the operands of inline PTX cannot be read");
    const std::string& given = call.arguments[argument];
    const std::size_t size = type_end(given, 0);
    const std::string type = given.substr(0, size), value = given.substr(size + 1);
    parameters += (parameters.empty() ? "" : ", ") + type + " %p" + std::to_string(argument);
    const std::string parameter = "%p" + std::to_string(argument++);
    if (constraint == "n" || constraint == "i") {
      if (!is_number(value) && value != "true" && value != "false")
        throw Unsupported("a constant operand of inline PTX that is no number is not available");
      constants[std::to_string(number)] = value == "true" ? "1" : value == "false" ? "0" : value;
      continue;
    }
    const bool is_tied = std::isdigit(static_cast<unsigned char>(constraint[0]));
    const std::string target = is_tied ? '$' + constraint : name;
    if (!is_tied) add_register(out, name, constraint, type);
    out.add_parameter(number, target);
    Operand operand_itself;
    operand_itself.kind = Operand::Kind::name;
    operand_itself.text = target;
    out.assign(operand_itself, {Type::Kind::bits, bits_of(type)}, as_integer(out, type, parameter));
  }
}

std::string function_text(const Call& call, const std::string& name, const NamesElsewhere& elsewhere,
                          Function& out) {
  const std::vector<std::string> results = result_types(call.result);
  std::string parameters;
  ConstantOperands constants;
  add_operands(call, results, out, parameters, constants);
  const bool is_fence =
      std::find(call.constraints.begin(), call.constraints.end(), "~{memory}") != call.constraints.end();
  const char* fence = "call void asm sideeffect \"\", \"~{memory}\"()";
  if (is_fence) out.add_line(fence);
  translate(parse(call.text, constants, elsewhere), out);
  out.end();
  if (is_fence) out.add_line(fence);
  std::string result;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Operand operand;
    operand.kind = Operand::Kind::parameter;
    operand.text = std::to_string(i);
    const std::string value =
        from_integer(out, results[i], out.value(operand, {Type::Kind::bits, bits_of(results[i])}));
    if (results.size() == 1) {
      result = value;
    } else {
      result = out.add("insertvalue " + call.result + ' ' + (i ? result : "undef") + ", " + results[i] + ' ' +
                       value + ", " + std::to_string(i));
    }
  }
  out.add_line(results.empty() ? "ret void" : "ret " + call.result + ' ' + result);
  return "define internal " + call.result + " @" + name + '(' + parameters +
         ") alwaysinline nounwind convergent sanitize_thread {\n" + out.body() + "}\n";
}

}  // namespace

std::string Statements::call(std::string_view line) {
  const std::size_t assembly = assembly_at(line);
  if (assembly == line.npos) return std::string(line);
  const Call call = taken_apart(line, assembly);
  // An empty statement is a message to the compiler; its operands' values are passed through.
  if (call.text.find_first_not_of(" \t\n") == std::string::npos && call.result == "void" &&
      call.arguments.empty()) {
    return std::string(line);
  }
  std::string& name = names_[call.key];
  if (name.empty()) {
    Function out(typed_);
    const std::string new_name = "cuda_emulator.ptx." + std::to_string(names_.size());
    text_ += function_text(call, new_name, elsewhere_, out);
    declarations_.insert(out.declarations().begin(), out.declarations().end());
    name = new_name;
  }
  std::string arguments;
  for (const std::string& argument : call.arguments) arguments += (arguments.empty() ? "" : ", ") + argument;
  return call.before + "call " + call.result + " @" + name + '(' + arguments + ')' + call.after;
}

void Statements::note_names(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    if (line.starts_with("@")) elsewhere_.insert(line.substr(1, line.find(' ') - 1));
    const std::size_t assembly = assembly_at(line);
    if (assembly == line.npos) continue;
    try {
      add_names_for_others(taken_apart(line, assembly).text, elsewhere_);
    } catch (const Invalid&) {
      // The statement is refused when it is translated.
    }
  }
}

bool braces_span_statements(const std::vector<std::string>& lines) {
  bool opens = false, closes = false;
  for (const std::string& line : lines) {
    const std::size_t assembly = assembly_at(line);
    if (assembly == line.npos) continue;
    try {
      const int open = open_braces(taken_apart(line, assembly).text);
      opens = opens || open > 0;
      closes = closes || open < 0;
    } catch (const Invalid&) {
      // The statement is refused when it is translated.
    }
  }
  return opens && closes;
}

}  // namespace cuda_front_end::ptx

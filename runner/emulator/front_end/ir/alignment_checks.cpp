#include "runner/emulator/front_end/ir/alignment_checks.hpp"

#include <vector>

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

/// The operand after the type that starts at `begin`: `%p` in `i8* %p to i32*`.
std::string_view operand_after_type(std::string_view line, std::size_t begin) {
  const std::size_t at = type_end(line, begin) + 1;
  return at < line.size() ? line.substr(at, name_end(line, at) - at) : std::string_view();
}

/// The pointer from which `instruction` derives another without reading memory; empty if it does not.
std::string_view derived_from(std::string_view instruction) {
  constexpr std::string_view cast = "bitcast ", element = "getelementptr ", inbounds = "inbounds ";
  if (instruction.starts_with(cast)) return operand_after_type(instruction, cast.size());
  if (!instruction.starts_with(element)) return {};
  std::size_t at = element.size();
  if (instruction.substr(at).starts_with(inbounds)) at += inbounds.size();
  return operand_after_type(instruction, type_end(instruction, at) + 2);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

}  // namespace

void AlignmentChecks::note_own_memory(std::string_view line) {
  if (!line.starts_with("  %")) return;
  const std::size_t end = name_end(line, 2);
  if (line.substr(end, 3) != " = ") return;
  const std::string_view instruction = line.substr(end + 3);
  const bool own = instruction.starts_with("alloca ") || own_.contains(derived_from(instruction));
  if (own) own_.emplace(line.substr(2, end - 2));
}

std::string AlignmentChecks::check(std::string_view argument, std::string_view bytes, bool is_write,
                                   std::string_view debug) {
  const std::size_t alignment = number_after(argument, "align"), blank = argument.rfind(' ');
  const std::string_view pointer = argument.substr(blank + 1);
  if (alignment < 2 || !pointer.starts_with("%") || own_.contains(pointer)) return "";
  needed_ = true;
  return "  call void @cuda_emulator.check_alignment(" + pointer_to("i8", typed_) + " " +
         std::string(pointer) + ", i64 " + std::string(bytes) + ", i64 " + std::to_string(alignment) +
         ", i32 " + (is_write ? "1" : "0") + ")" + std::string(debug) + "\n";
}

std::string AlignmentChecks::before(std::string_view line) {
  if (line.starts_with("define")) own_.clear();
  note_own_memory(line);
  const std::size_t at = line.find("call void @llvm.mem"), open = line.find('(', at);
  if (at == line.npos || open == line.npos) return "";
  const std::size_t close = closing_bracket(line, open);
  const std::vector<std::string_view> arguments = split_at_commas(line.substr(open + 1, close - open - 1));
  if (arguments.size() < 3 || !arguments[2].starts_with("i64 ")) return "";
  const std::string_view bytes = arguments[2].substr(4);
  if (!is_number(bytes) || bytes == "0") return "";
  std::string_view debug;
  if (const std::size_t found = line.find(", !dbg !"); found != line.npos) {
    debug = line.substr(found, line.find(',', found + 1) - found);
  }
  const bool is_set = line.substr(at).starts_with("call void @llvm.memset");
  return (is_set ? "" : check(arguments[1], bytes, false, debug)) + check(arguments[0], bytes, true, debug);
}

std::string AlignmentChecks::function() const {
  if (!needed_) return "";
  const std::string pointer = pointer_to("i8", typed_);
  return "define internal void @cuda_emulator.check_alignment(" + pointer +
         " %address, i64 %bytes, i64 %alignment, i32 %is_write) alwaysinline {\n"
         "  %number = ptrtoint " +
         pointer +
         " %address to i64\n"
         "  %mask = sub i64 %alignment, 1\n"
         "  %rest = and i64 %number, %mask\n"
         "  %is_right = icmp eq i64 %rest, 0\n"
         "  br i1 %is_right, label %right, label %wrong\n"
         "wrong:\n"
         "  notail call void @cuda_emulator_misaligned(" +
         pointer +
         " %address, i64 %bytes, i64 %alignment, i32 %is_write)\n"
         "  br label %right\n"
         "right:\n"
         "  ret void\n"
         "}\n"
         "declare void @cuda_emulator_misaligned(" +
         pointer + ", i64, i64, i32) nomerge cold\n";
}

}  // namespace cuda_front_end

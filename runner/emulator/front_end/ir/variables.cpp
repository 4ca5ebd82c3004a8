#include "runner/emulator/front_end/ir/variables.hpp"

#include <algorithm>
#include <utility>

#include "runner/emulator/front_end/ir/built_in_variables.hpp"
#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

/// Kinds, numbered as in runtime/base/device_image.hpp.
enum class Kind { shared = 0, device = 1, constant = 2, managed = 3 };

/// Emits the row, and a function that returns the variable's address, since the address of a thread-local
/// variable is not a constant.
std::string row(const std::string& name, const std::string& type, Kind kind, std::string_view module_id,
                std::size_t alignment, bool typed, const std::string& initial = "null") {
  const std::string plain = plain_name(name), suffix = "." + plain + "." + std::string(module_id);
  const auto quoted = [&](std::string_view what) {
    return "@\"cuda_emulator." + std::string(what) + suffix + "\"";
  };
  const auto string_of = [](std::size_t characters) {
    return std::string("[") + std::to_string(characters + 1) +
           " x i8]";  // a const char* would cause a warning
  };
  const std::string byte = pointer_to("i8", typed), string_type = string_of(plain.size());
  const auto as_bytes = [&](const std::string& of, const std::string& value) {
    return byte + " bitcast (" + pointer_to(of, typed) + " " + value + " to " + byte + ")";
  };
  const std::string pointer = pointer_to(type, typed);
  return "define internal " + byte + " " + quoted("address") + "() {\n  ret " + as_bytes(type, name) +
         "\n}\n" + quoted("name") + " = private constant " + string_type + " c\"" + plain + "\\00\"\n" +
         quoted("variable") + " = constant { " + byte + ", " + byte + ", i64, i64, i64, " + byte + ", " +
         byte + " } { " + as_bytes(string_type, quoted("name")) + ", " +
         as_bytes(byte + " ()", quoted("address")) + ", i64 ptrtoint (" + pointer + " getelementptr (" +
         type + ", " + pointer + " null, i32 1) to i64), i64 " + std::to_string(alignment) + ", i64 " +
         std::to_string(static_cast<int>(kind)) + ", " +
         as_bytes(string_of(module_id.size()), "@cuda_emulator.module") + ", " +
         (initial == "null" ? byte + " null" : as_bytes(type, initial)) +
         " }, section \"cuda_variables\", align 8\n";
}

/// Constants such as std::in_place, whose names no program passes to the runtime.
bool is_of_a_library(std::string_view name) {
  for (const char* prefix : {"@_ZSt", "@_ZNSt", "@_ZN9__gnu_cxx"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

/// Its memory is the host variable of this name; the runtime copies the initial value there.
std::string managed_variable(const std::string& name, const std::string& type, const std::string& rest,
                             std::string_view module_id, std::size_t alignment, bool typed) {
  const std::string initial = "@\"cuda_emulator.initial." + plain_name(name) + "\"";
  return name + " = external global " + type + ", align " + std::to_string(alignment) + "\n" + initial +
         " = internal constant " + type + rest.substr(0, split_at_commas(rest)[0].size() + 1) + "\n" +
         row(name, type, Kind::managed, module_id, alignment, typed, initial);
}

/// Constants of device code are placed together, to distinguish them from those of the host.
std::string constant_of_device(std::string line, std::size_t after_name) {
  if (line.find(" constant ", after_name) == line.npos || line.starts_with("@llvm.") ||
      line.find(", section ") != line.npos || line.find(" external ") != line.npos)
    return line;
  std::size_t end = line.size();  // of the value
  for (const char* word : {", comdat", ", align ", ", !dbg"}) {
    if (const std::size_t at = line.rfind(word); at != line.npos && line.find('"', at) == line.npos)
      end = std::min(end, at);
  }
  line.insert(end, ", section \"cuda_device_constants\"");
  return line;
}

}  // namespace

std::string lowered_global(std::string line, std::string_view module_id, bool typed) {
  const std::size_t after_name = name_end(line, 0);
  const std::string name = line.substr(0, after_name);
  std::size_t keyword = line.find(" global ", after_name);
  std::size_t type_begin = keyword + 8;
  if (const std::size_t constant = line.find(" constant ", after_name); constant < keyword) {
    keyword = constant;
    type_begin = constant + 10;
  }
  if (keyword == line.npos) return line;
  const std::string before = line.substr(after_name, keyword - after_name);
  const std::size_t space = before.find("addrspace(");
  if (space == before.npos) return constant_of_device(std::move(line), after_name);
  const char number = before[space + 10];
  const std::size_t end = type_end(line, type_begin);
  const std::string type = line.substr(type_begin, end - type_begin), rest = line.substr(end);
  const std::size_t alignment = number_after(rest, "align");
  const std::string aligned = ", align " + std::to_string(alignment);
  const bool declared = has_word(before, "external") || has_word(before, "extern_weak");
  if (number == '3' && declared) {  // dynamic: all of them start at the same address
    const std::string plain = plain_name(name);
    return name + " = external thread_local(initialexec) global " + type + aligned +
           "\nmodule asm \".type cuda_emulator_dynamic_shared, @tls_object\"\nmodule asm \".set " + plain +
           ", cuda_emulator_dynamic_shared\"";
  }
  if (is_built_in_variable(name)) {
    // The runtime sets them for each thread; within a thread they are constant.
    return name + " = external thread_local(initialexec) constant " + type + aligned;
  }
  if (is_of_a_library(name)) {
    const std::string value = rest.substr(0, split_at_commas(rest)[0].size() + 1);
    return name + " = internal constant " + type + value + ", section \"cuda_device_constants\"" + aligned;
  }
  if (declared) return name + " = external global " + type + aligned;
  const bool managed = rest.find("section \"cuda_managed_variables\"") != rest.npos;
  if (managed) return managed_variable(name, type, rest, module_id, alignment, typed);
  const Kind kind = number == '3' ? Kind::shared : number == '4' ? Kind::constant : Kind::device;
  const std::string section = kind == Kind::shared ? "" : ", section \"cuda_device_memory\"",
                    local = kind == Kind::shared ? "thread_local(localexec) " : "";
  const std::string value =
      kind == Kind::shared ? " zeroinitializer" : rest.substr(0, split_at_commas(rest)[0].size() + 1);
  // The bytes after it belong to no variable, so that an access beyond its end is noticed.
  const std::string gap = std::string("[") + std::to_string(gap_bytes) + " x i8]",
                    with_gap = "<{ " + type + ", " + gap + " }>";
  const std::string storage = "@\"cuda_emulator.storage." + plain_name(name) + "\"";
  return storage + " = internal " + local + "global " + with_gap + " <{ " + type + value + ", " + gap +
         " zeroinitializer }>" + section + aligned + "\n" + name + " = internal " + local + "alias " + type +
         ", " + pointer_to(type, typed) + " getelementptr inbounds (" + with_gap + ", " +
         pointer_to(with_gap, typed) + " " + storage + ", i32 0, i32 0)\n" +
         row(name, type, kind, module_id, alignment, typed);
}

std::string defined_here(std::string_view line) {
  const std::size_t after_name = name_end(line, 0), keyword = line.find(" global ", after_name);
  if (!line.starts_with("@") || keyword == line.npos || line.find(" constant ", after_name) < keyword ||
      is_built_in_variable(line.substr(0, after_name)))
    return "";
  const std::string before(line.substr(after_name, keyword - after_name));
  const bool is_devices =
      before.find("addrspace(1)") != before.npos || before.find("addrspace(4)") != before.npos;
  if (!is_devices || !has_word(before, "external")) return "";
  const std::size_t end = type_end(line, keyword + 8);
  return std::string(line.substr(0, after_name)) + without_word(before, "external") +
         std::string(line.substr(keyword, end - keyword)) + " zeroinitializer" +
         std::string(line.substr(end));
}

std::string type_of_global(std::string_view line) {
  constexpr std::string_view keyword = " global ";
  const std::size_t at = line.find(keyword);
  if (at == line.npos) return "";
  const std::size_t begin = at + keyword.size();
  return std::string(line.substr(begin, type_end(line, begin) - begin));
}

bool is_shared_variable(std::string_view line) {
  // What follows either word may be a text.
  const std::string_view head = line.substr(0, std::min(line.find(" global "), line.find(" constant ")));
  return head.find("addrspace(3)") != head.npos && !has_word(head, "external") &&
         !has_word(head, "extern_weak");
}

}  // namespace cuda_front_end

#include "runner/emulator/front_end/ir/kernels.hpp"

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

/// A function's parameter.
struct Parameter {
  std::string type;        ///< the type as passed
  std::string in_memory;   ///< the type of the value that an argument's pointer points to
  std::string attributes;  ///< attributes that a call has to repeat
  bool by_value = false;   ///< passed as a pointer to a copy
};

Parameter parameter_of(std::string_view text) {
  Parameter parameter;
  const std::size_t end = type_end(text, 0);
  parameter.type = parameter.in_memory = text.substr(0, end);
  const std::string_view rest = text.substr(end);
  for (const char* word : {"zeroext", "signext"}) {
    if (has_word(rest, word)) parameter.attributes = word;
  }
  if (const std::size_t at = rest.find("byval("); at != rest.npos) {
    const std::size_t open = at + 5, close = closing_bracket(rest, open);
    parameter.by_value = true;
    parameter.in_memory = rest.substr(open + 1, close - open - 1);
    parameter.attributes = rest.substr(at, close + 1 - at);
    parameter.attributes += " align " + std::to_string(number_after(rest.substr(close), "align"));
  } else if (parameter.type == "i1") {
    parameter.in_memory = "i8";
  }
  return parameter;
}

}  // namespace

std::map<std::string, KernelNotes, std::less<>> noted_kernels(const std::vector<std::string>& lines) {
  std::map<std::string, KernelNotes, std::less<>> kernels;
  for (const bool bounds : {false, true}) {
    for (const std::string_view line : lines) {
      if (!line.starts_with("!")) continue;
      const std::string_view key = bounds ? ", !\"maxntidx\", i32 " : ", !\"kernel\", i32 1";
      const std::size_t at = line.find(key), name = line.find('@');
      if (at == line.npos || name == line.npos) continue;
      const std::string kernel(line.substr(name, name_end(line, name) - name));
      if (!bounds) {
        kernels[kernel];
      } else if (const auto found = kernels.find(kernel); found != kernels.end()) {
        found->second.max_threads = number_after(line.substr(at), "i32");
      }
    }
  }
  return kernels;
}

std::string kernel_row(std::string_view define, const KernelNotes& notes,
                       const std::vector<std::string>& shared, std::string_view module_id, bool typed) {
  const std::size_t at = define.find('@'), open = name_end(define, at);
  const std::string name(define.substr(at, open - at)), plain = plain_name(name),
                                                        suffix = "." + plain + "." + std::string(module_id);
  const auto quoted = [&](std::string_view what) {
    return "@\"cuda_emulator." + std::string(what) + suffix + "\"";
  };
  std::string thunk, call, types, sizes;
  std::size_t count = 0;
  const std::string byte_pointer = pointer_to("i8", typed), bytes_pointer = pointer_to(byte_pointer, typed);
  for (const std::string_view text :
       split_at_commas(define.substr(open + 1, closing_bracket(define, open) - open - 1))) {
    const Parameter parameter = parameter_of(text);
    const std::string number = std::to_string(count++), pointer = pointer_to(parameter.in_memory, typed);
    thunk += "  %slot" + number + " = getelementptr " + byte_pointer + ", " + bytes_pointer +
             " %arguments, i64 " + number + "\n";
    thunk += "  %byte" + number + " = load " + byte_pointer + ", " + bytes_pointer + " %slot" + number + "\n";
    std::string value = "%address" + number;
    thunk += "  " + value + " = bitcast " + byte_pointer + " %byte" + number + " to " + pointer + "\n";
    if (!parameter.by_value) {
      thunk += "  %value" + number + " = load " + parameter.in_memory + ", " + pointer + " %address" +
               number + ", align 1\n";
      value = "%value" + number;
    }
    if (parameter.type != parameter.in_memory && !parameter.by_value) {
      thunk += "  %bit" + number + " = trunc i8 %value" + number + " to i1\n";
      value = "%bit" + number;
    }
    const std::string separator = count > 1 ? ", " : "";
    types += separator + parameter.type;
    call += separator + parameter.type + " " + parameter.attributes +
            (parameter.attributes.empty() ? "" : " ") + value;
    sizes += separator + "i64 ptrtoint (" + pointer + " getelementptr (" + parameter.in_memory + ", " +
             pointer + " null, i32 1) to i64)";
  }
  const std::string count_text = std::to_string(count), array = "[" + count_text + " x i64]",
                    letters = std::to_string(plain.size() + 1);
  const std::string string_type = "[" + letters + " x i8]",
                    record = "{ " + byte_pointer + ", " + byte_pointer + ", " + pointer_to("i64", typed) +
                             ", i64, i64, " + byte_pointer + ", " + bytes_pointer + ", i64 }";
  const auto as_bytes = [&](const std::string& type, const std::string& value) {
    return byte_pointer + " bitcast (" + pointer_to(type, typed) + " " + value + " to " + byte_pointer + ")";
  };
  const std::string shared_array = "[" + std::to_string(shared.size()) + " x " + byte_pointer + "]";
  std::string shared_rows;
  for (const std::string& variable : shared) {
    const std::string row = "@\"cuda_emulator.variable." + variable + "." + std::string(module_id) + "\"",
                      type = "{ " + byte_pointer + ", " + byte_pointer + ", i64, i64, i64, " + byte_pointer +
                             ", " + byte_pointer + " }";
    shared_rows += (shared_rows.empty() ? "" : ", ") + as_bytes(type, row);
  }
  const std::string thunk_type = "void (" + byte_pointer + ")";
  return "\ndefine internal void " + quoted("thunk") + "(" + byte_pointer +
         " %given) \"cuda_thunk\" {\n  %arguments = bitcast " + byte_pointer + " %given to " + bytes_pointer +
         "\n" + thunk + "  call void " + name + "(" + call + ")\n  ret void\n}\n" + quoted("sizes") +
         " = private constant " + array + " [" + sizes + "]\n" + quoted("name") + " = private constant " +
         string_type + " c\"" + plain + "\\00\"\n" + quoted("shared") + " = private constant " +
         shared_array + " [" + shared_rows + "]\n" + quoted("kernel") + " = constant " + record + " { " +
         as_bytes(string_type, quoted("name")) + ", " + as_bytes(thunk_type, quoted("thunk")) + ", " +
         (typed ? "i64* bitcast (" + array + "* " + quoted("sizes") + " to i64*)"
                : "ptr " + quoted("sizes")) +
         ", i64 " + count_text + ", i64 " + std::to_string(notes.max_threads) + ", " +
         as_bytes("[" + std::to_string(module_id.size() + 1) + " x i8]", "@cuda_emulator.module") + ", " +
         (typed ? "i8** bitcast (" + shared_array + "* " + quoted("shared") + " to i8**)"
                : "ptr " + quoted("shared")) +
         ", i64 " + std::to_string(shared.size()) + " }, section \"cuda_kernels\", align 8\n";
}

}  // namespace cuda_front_end

#include "runner/emulator/front_end/device_module.hpp"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/emulator/front_end/ir/alignment_checks.hpp"
#include "runner/emulator/front_end/ir/built_in_variables.hpp"
#include "runner/emulator/front_end/ir/early_returns.hpp"
#include "runner/emulator/front_end/ir/float_additions.hpp"
#include "runner/emulator/front_end/ir/host_calls.hpp"
#include "runner/emulator/front_end/ir/host_code_uses.hpp"
#include "runner/emulator/front_end/ir/integer_conversion.hpp"
#include "runner/emulator/front_end/ir/integer_division.hpp"
#include "runner/emulator/front_end/ir/ir_text.hpp"
#include "runner/emulator/front_end/ir/kernels.hpp"
#include "runner/emulator/front_end/ir/library_functions.hpp"
#include "runner/emulator/front_end/ir/printf_calls.hpp"
#include "runner/emulator/front_end/ir/references.hpp"
#include "runner/emulator/front_end/ir/refusal.hpp"
#include "runner/emulator/front_end/ir/runtime_calls.hpp"
#include "runner/emulator/front_end/ir/source_text.hpp"
#include "runner/emulator/front_end/ir/type_layout.hpp"
#include "runner/emulator/front_end/ir/variables.hpp"
#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/statement.hpp"

namespace cuda_front_end {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  visit_lines(text, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

/// Replaces every `from` outside quotes.
void replace_all(std::string& line, std::string_view from, std::string_view to) {
  for (std::size_t at = line.find(from); at != line.npos; at = line.find(from, at + to.size())) {
    line.replace(at, from.size(), to);
  }
}

/// Replaces `addrspace(3)` and its like, and the parts of overloaded functions' names that encode an address
/// space.
void forget_address_spaces(std::string& line) {
  constexpr std::string_view word = "addrspace(";
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at)) {
    const std::size_t end = line.find(')', at) + 1;
    const std::size_t begin = at > 0 && line[at - 1] == ' ' ? at - 1 : at;
    line.erase(begin, end - begin);
    at = begin;
  }
  replace_all(line, "addrspacecast (", "bitcast (");
  replace_all(line, " addrspacecast ", " bitcast ");
  if (line.find("@llvm.") == line.npos) return;
  for (const char space : {'1', '3', '4', '5'}) {
    replace_all(line, std::string(".p") + space, ".p0");
  }
}

/// Edits a line but for its texts, c"...", in which a quote is \22.
template <class Edit>
void edit_outside_texts(std::string& line, Edit edit) {
  std::string edited;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t text = std::min(line.find(" c\"", at), line.size());
    std::string code = line.substr(at, text - at);
    edit(code);
    edited += code;
    if (text == line.size()) break;
    at = std::min(line.find('"', text + 3), line.size() - 1) + 1;
    edited += line.substr(text, at - text);
  }
  line = std::move(edited);
}

/// Functions that have another name in the runtime: the host's C library functions, and a hook that returns.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> renamed = {{
    {"@malloc(", "@cuda_emulator_malloc("},
    {"@free(", "@cuda_emulator_free("},
    {"@_Znwm(", "@cuda_emulator_new("},  // clang's own <new> defines these; others only declare them
    {"@_Znam(", "@cuda_emulator_new_array("},
    {"@_ZdlPv(", "@cuda_emulator_delete("},
    {"@_ZdaPv(", "@cuda_emulator_delete_array("},
    {"@_ZdlPvm(", "@cuda_emulator_delete_sized("},
    {"@_ZdaPvm(", "@cuda_emulator_delete_array_sized("},
    {"@__assert_fail(", "@cuda_emulator_assert_fail("},
    {"@abort(", "@cuda_emulator_trap("},
    {"@llvm.trap(", "@cuda_emulator_trap("},
}};

void rename_functions(std::string& line) {
  if (line.find('@') == line.npos) return;
  for (const auto& [from, to] : renamed) replace_all(line, from, to);
  constexpr std::string_view intrinsic = "@llvm.nvvm.";
  for (std::size_t at = line.find(intrinsic); at != line.npos; at = line.find(intrinsic, at)) {
    const std::size_t end = name_end(line, at);
    std::string name =
        "@cuda_emulator_nvvm_" + line.substr(at + intrinsic.size(), end - at - intrinsic.size());
    for (char& c : name) c = c == '.' ? '_' : c;
    line.replace(at, end - at, name);
  }
}

/// `define dso_local void @f(...) #0 comdat align 2 !dbg !5 {`
std::string internal_function(const std::string& line) {
  const std::size_t at = line.find('@'), close = closing_bracket(line, line.find('(', name_end(line, at)));
  std::string head = line.substr(0, at), tail = line.substr(close + 1);
  for (const char* word : {"dso_local", "linkonce_odr", "linkonce", "weak_odr", "weak", "internal", "hidden",
                           "protected", "ptx_kernel"})
    head = without_word(head, word);
  if (const std::size_t comdat = tail.find(" comdat"); comdat != tail.npos) {
    const std::size_t end =
        tail.substr(comdat + 7, 1) == "(" ? closing_bracket(tail, comdat + 7) + 1 : comdat + 7;
    tail.erase(comdat, end - comdat);
  }
  head.insert(head.find("define") + 6, " internal");
  return head + line.substr(at, close + 1 - at) + tail;
}

std::string internal_global(std::string line) {
  for (const char* word : {"linkonce_odr", "linkonce", "weak_odr", "weak"}) {
    if (const std::size_t at = line.find(std::string("= ") + word + " "); at != line.npos)
      line.replace(at + 2, std::string(word).size(), "internal");
  }
  if (const std::size_t comdat = line.find(", comdat"); comdat != line.npos) {
    const std::size_t end =
        line.substr(comdat + 8, 1) == "(" ? closing_bracket(line, comdat + 8) + 1 : comdat + 8;
    line.erase(comdat, end - comdat);
  }
  return line;
}

/// Changes attributes: removes those of NVIDIA's processors, and adds those of the sanitizers and of the
/// stack. The compiler's options decide which sanitizer is used.
std::string host_attributes(std::string line) {
  for (const std::string_view key : {"\"target-cpu\"=", "\"target-features\"="}) {
    const std::size_t at = line.find(key);
    if (at == line.npos) continue;
    const std::size_t end = line.find('"', line.find('"', at + key.size()) + 1) + 1;
    line.erase(at, end - at);
  }
  if (line.find("\"frame-pointer\"") != line.npos) {
    line.insert(line.rfind('}'), "sanitize_thread sanitize_address \"probe-stack\"=\"inline-asm\" ");
  }
  return line;
}

/// The limit on all NVIDIA devices; a kernel that needs more uses dynamic shared memory.
constexpr std::size_t most_static_shared_bytes = 48 << 10;

/// Whether pointer types name what they point to, as they do up to LLVM 14. C++ names can contain a `*` as
/// well.
bool has_typed_pointers(const std::vector<std::string>& lines) {
  for (const std::string_view line : lines) {
    if (!line.starts_with("define") && !line.starts_with("@") && !line.starts_with("declare")) continue;
    const std::string types = without_quoted(line);
    if (has_word(types, "ptr")) return false;
    if (types.find('*') != types.npos) return true;
  }
  return true;
}

/// The module under construction.
class HostModule {
 public:
  HostModule(const std::vector<std::string>& lines, std::string_view id, const HostModuleOptions& options)
      : lines_(lines),
        kernels_(noted_kernels(lines)),
        id_(id),
        extended_lambdas_(options.extended_lambdas),
        relocatable_(options.relocatable),
        typed_(has_typed_pointers(lines)),
        layout_(lines),
        places_(lines),
        source_(places_),
        references_(lines),
        library_functions_(kernels_, references_),
        host_calls_(places_, options.host_calls),
        host_code_uses_(places_, source_),
        assembly_(typed_),
        runtime_calls_(lines),
        alignment_checks_(typed_) {
    assembly_.note_names(lines);
  }

  void add(std::string line);
  std::string text() const;
  const std::string& managed() const { return managed_; }
  const std::string& declared_variables() const { return declared_variables_; }

 private:
  void add_global(const std::string& line);
  void begin_function(std::string& line);
  void add_code(std::string line);
  std::string without_ptx(const std::string& line);

  const std::vector<std::string>& lines_;
  std::map<std::string, KernelNotes, std::less<>> kernels_;
  std::string id_;
  bool extended_lambdas_;
  bool relocatable_;
  bool typed_;
  std::string text_;
  std::string managed_;
  std::string declared_variables_;
  std::string function_, define_;  ///< of the function that is being read: its name and first line
  std::map<std::string, std::string> definitions_;  ///< the first lines of kernels
  std::set<std::string> declared_;
  std::map<std::string, std::size_t> shared_;  ///< sizes of shared variables in bytes
  TypeLayout layout_;
  DebugPlaces places_;
  SourceText source_;
  References references_;
  LibraryFunctions library_functions_;
  HostCalls host_calls_;
  HostCodeUses host_code_uses_;
  ptx::Statements assembly_;
  std::optional<Refusal> lacking_;  ///< PTX that only a GPU supports; reported if nothing else is wrong
  RuntimeCalls runtime_calls_;
  AlignmentChecks alignment_checks_;
  PrintfCalls printf_calls_;
  IntegerDivision division_;
  IntegerConversion conversion_;
  FloatAdditions additions_;
};

void HostModule::add(std::string line) {
  if (line.starts_with("$") || line.starts_with("!nvvm.annotations") || line.starts_with(";")) return;
  if (line.starts_with("target datalayout")) {
    line = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128\"";
  } else if (line.starts_with("target triple")) {
    line = "target triple = \"x86_64-pc-linux-gnu\"";
  } else if (line.starts_with("attributes #")) {
    line = library_functions_.attributes(host_attributes(line));
  } else if (line.starts_with("!")) {
    replace_all(line, "emissionKind: DebugDirectivesOnly", "emissionKind: LineTablesOnly");
    forget_address_spaces(line);
  } else if (line.starts_with("@")) {
    return add_global(line);
  } else {
    return add_code(std::move(line));
  }
  text_ += line + '\n';
}

void HostModule::add_global(const std::string& line) {
  const std::string name = line.substr(0, name_end(line, 0));
  if (is_shared_variable(line)) shared_[name] = layout_.bytes(type_of_global(line));
  host_code_uses_.add_global(line);
  if (line.find("section \"cuda_managed_variables\"") != line.npos) managed_ += plain_name(name) + '\n';
  const std::string defined = relocatable_ ? "" : defined_here(line);
  if (!defined.empty()) declared_variables_ += plain_name(name) + '\n';
  std::string lowered = internal_global(lowered_global(defined.empty() ? line : defined, id_, typed_));
  edit_outside_texts(lowered, [](std::string& code) {
    forget_address_spaces(code);
    rename_functions(code);
  });
  text_ += lowered + '\n';
}

void HostModule::begin_function(std::string& line) {
  line = internal_function(line);
  const std::size_t at = line.find('@');
  function_ = line.substr(at, name_end(line, at) - at);
  define_ = line;
  host_code_uses_.add_function(line);
  if (library_functions_.contains(function_)) line = library_functions_.without_inlining(std::move(line));
  if (kernels_.contains(function_)) definitions_[function_] = line;
}

std::string HostModule::without_ptx(const std::string& line) {
  try {
    return assembly_.call(line);
  } catch (const ptx::UnmatchedBraces& what) {
    const bool span = ptx::braces_span_statements(lines_);
    throw Refusal(places_.of_instruction(line, define_),
                  span ? "inline PTX whose braces span asm statements is not available on the emulated device"
                       : what.what());
  } catch (const ptx::Invalid& what) {
    throw Refusal(places_.of_instruction(line, define_), what.what());
  } catch (const ptx::Unsupported& what) {
    if (!lacking_) {
      lacking_.emplace(places_.of_instruction(line, define_),
                       std::string(what.what()) + " on the emulated device");
    }
    return line;
  }
}

void HostModule::add_code(std::string line) {
  forget_address_spaces(line);
  line = without_ptx(line);
  if (line.starts_with("define")) begin_function(line);
  if (library_functions_.contains(function_)) line = without_unrolling(std::move(line));
  if (line == "}") {
    function_.clear();
    define_.clear();
  }
  line = printf_calls_.numbered(std::move(line));
  rename_functions(line);
  line = additions_.fenced(conversion_.saturated(division_.without_traps(faster_load(std::move(line)))));
  if (!define_.empty()) {
    host_code_uses_.check_instruction(line, define_);
    host_calls_.add_instruction(line, function_, define_);
  }
  if (definitions_.contains(function_)) {
    if (is_early_return(line, define_, places_, source_)) {
      text_ += "  call void @cuda_emulator_leave_early()\n";
      declared_.insert("@cuda_emulator_leave_early");
    }
  }
  if (line.starts_with("declare")) {
    const std::size_t at = line.find('@');
    // Merges declarations that differed only in an address space.
    if (!declared_.insert(line.substr(at, name_end(line, at) - at)).second) return;
  }
  text_ += alignment_checks_.before(line);
  text_ += runtime_calls_.marked(std::move(line)) + '\n';
}

std::string HostModule::text() const {
  if (lacking_) throw Refusal(*lacking_);
  if (!extended_lambdas_) host_code_uses_.check_lambdas();
  std::string text = text_ + "@cuda_emulator.module = private constant [" + std::to_string(id_.size() + 1) +
                     " x i8] c\"" + id_ + "\\00\"\n";
  const std::string conversions = conversion_.functions();
  text += alignment_checks_.function() + division_.functions() + conversions + additions_.declaration();
  if (declared_.contains("@cuda_emulator_leave_early")) text += "declare void @cuda_emulator_leave_early()\n";
  visit_lines(assembly_.functions(),
              [&](std::string_view line) { text += runtime_calls_.marked(std::string(line)) + '\n'; });
  for (const auto& [name, declaration] : assembly_.declarations()) {
    const bool is_declared =
        declared_.contains(name) ||
        conversions.find("declare " + declaration.substr(8, declaration.find('(') - 7)) != conversions.npos;
    if (!is_declared) text += runtime_calls_.marked(declaration) + '\n';
  }
  for (const auto& [name, define] : definitions_) {
    host_calls_.check_kernel(name, references_);
    std::vector<std::string> shared;
    std::size_t bytes = 0;
    for (const std::string& reached : references_.reachable(name)) {
      const auto variable = shared_.find(reached);
      if (variable == shared_.end()) continue;
      shared.push_back(plain_name(reached));
      bytes += variable->second;
    }
    if (bytes > most_static_shared_bytes) {
      throw Refusal(places_.of_function(define),
                    "this kernel uses too much shared data: its variables have " + std::to_string(bytes) +
                        " bytes together, at most " + std::to_string(most_static_shared_bytes) +
                        " are possible");
    }
    text += kernel_row(define, kernels_.find(name)->second, shared, id_, typed_);
  }
  return text;
}

}  // namespace

HostModuleText host_module(std::string_view device_module, std::string_view id,
                           const HostModuleOptions& options) {
  const std::vector<std::string> lines = lines_of(device_module);
  HostModule module(lines, id, options);
  for (const std::string& line : lines) module.add(line);
  return {module.text(), module.managed(), module.declared_variables()};
}

}  // namespace cuda_front_end

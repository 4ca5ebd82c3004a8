#include "runner/emulator/lowering/execution_spaces.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "runner/emulator/lowering/host_variables.hpp"
#include "runner/emulator/lowering/known_headers.hpp"
#include "runner/emulator/lowering/library_names.hpp"
#include "runner/emulator/lowering/name_uses.hpp"

namespace cuda_emulator::lowering {

namespace {

using Words = std::set<std::string_view>;

std::string_view qualifier(ExecutionSpace space) {
  return space == ExecutionSpace::host     ? "__host__"
         : space == ExecutionSpace::device ? "__device__"
                                           : "__global__";
}

// All functions of one name.
struct Overloads {
  ExecutionSpace space = ExecutionSpace::unknown;
  std::vector<const FreeFunction*> definitions;
  bool means_only_these = true;
};

bool one_space(ExecutionSpace space) {
  return space != ExecutionSpace::unknown && space != ExecutionSpace::both;
}

class Checker {
 public:
  Checker(const Sequence& program, const FreeFunctions& functions, const LexedSource& source,
          std::set<std::size_t>& faulty_launches, std::vector<Error>& errors)
      : program_(program),
        conditional_(in_conditional(program)),
        faulty_launches_(faulty_launches),
        errors_(errors) {
    for (const Macro& macro : source.macros) macros_.insert(macro.name);
    collect(functions);
    distrust_names_in(source.macros);
    distrust_other_uses(functions);
    collect_variables(source.macros);
  }

  void check(const FreeFunctions& functions) {
    std::vector<const FreeFunction*> callers;
    for (const FreeFunction& function : functions.all) {
      if (is_caller(function) && is_compiled_unused(function)) callers.push_back(&function);
    }
    for (std::size_t i = 0; i < callers.size(); ++i) {
      check_body(*callers[i], callers);
    }
  }

 private:
  std::string_view name(const FreeFunction& function) const { return program_.tokens[function.name].text; }

  void collect(const FreeFunctions& functions) {
    for (const FreeFunction& function : functions.all) {
      const auto [place, first] = names_.try_emplace(name(function));
      Overloads& overloads = place->second;
      overloads.space = first || overloads.space == function.space ? function.space : ExecutionSpace::unknown;
      if (function.body != nowhere) overloads.definitions.push_back(&function);
    }
    for (auto& [name, overloads] : names_) {
      if (macros_.contains(name) || may_be_of_library(name)) overloads.means_only_these = false;
    }
  }

  void distrust(std::string_view name) {
    const auto place = names_.find(name);
    if (place != names_.end()) place->second.means_only_these = false;
  }

  void distrust_names_in(const std::vector<Macro>& macros) {
    for (const Macro& macro : macros) {
      for (const Token& token : macro.tokens) distrust(token.text);
    }
  }

  void distrust_other_uses(const FreeFunctions& functions) {
    std::set<std::size_t> declarators;
    for (const FreeFunction& function : functions.all) declarators.insert(function.name);
    for (std::size_t i = 0; i < program_.size(); ++i) {
      if (!program_.is_identifier(i) || !names_.contains(program_.tokens[i].text)) continue;
      if (!declarators.contains(i) && may_declare(program_, i)) distrust(program_.tokens[i].text);
    }
  }

  void collect_variables(const std::vector<Macro>& macros) {
    const std::set<std::size_t> declarators = host_variables(program_, macros_);
    for (const std::size_t i : declarators) variables_.insert(program_.tokens[i].text);
    for (std::size_t i = 0; i < program_.size(); ++i) {
      if (!program_.is_identifier(i) || !variables_.contains(program_.tokens[i].text)) continue;
      if (!declarators.contains(i) && may_declare_variable(program_, i))
        variables_.erase(program_.tokens[i].text);
    }
    for (const Macro& macro : macros) {
      variables_.erase(macro.name);
      for (const Token& token : macro.tokens) variables_.erase(token.text);
    }
  }

  void check_variable(const FreeFunction& caller, std::size_t i) {
    const std::string variable(program_.tokens[i].text);
    if (caller.space == ExecutionSpace::host || !variables_.contains(variable)) return;
    if (!is_evaluated_in(program_, caller.body, i, macros_) || may_be_discarded(program_, i)) return;
    error(i, "the host variable \"" + variable + "\" cannot be used in a " +
                 std::string(qualifier(caller.space)) + " function(\"" + std::string(name(caller)) +
                 "\"): pass it as an argument, or declare it __device__");
  }

  bool contains(const FreeFunction& function, std::string_view first, std::string_view second) const {
    for (std::size_t i = function.body; i < program_.partner(function.body); ++i) {
      if (program_.is(i, first) && program_.is(i + 1, second)) return true;
    }
    return false;
  }

  // Whether it is clear where it runs, and its text is what is compiled.
  bool is_caller(const FreeFunction& function) const {
    return function.body != nowhere && one_space(names_.at(name(function)).space) &&
           !contains(function, "if", "constexpr");
  }

  // Device code only counts where it is used, host code that is no template always.
  static bool is_compiled_unused(const FreeFunction& function) {
    return !function.is_template && (function.space != ExecutionSpace::device || !function.is_internal);
  }

  void check_body(const FreeFunction& caller, std::vector<const FreeFunction*>& callers) {
    for (std::size_t i = caller.body; i < program_.partner(caller.body); ++i) {
      if (!program_.is_identifier(i) || conditional_[i]) continue;
      check_variable(caller, i);
      const auto place = names_.find(program_.tokens[i].text);
      if (place == names_.end() || !place->second.means_only_these || !one_space(place->second.space))
        continue;
      const Overloads& called = place->second;
      if (called.definitions.empty() || !is_evaluated_in(program_, caller.body, i, macros_)) continue;
      std::size_t next = i + 1;
      if (program_.is(next, "<")) next = beyond_angles(program_, next);
      if (!program_.is(next, "(") && !program_.is(next, "<<<")) continue;
      check_call(caller, i, next, called);
      if (called.definitions.size() != 1) continue;
      const FreeFunction* only = called.definitions.front();
      if (is_caller(*only) && std::find(callers.begin(), callers.end(), only) == callers.end()) {
        callers.push_back(only);
      }
    }
  }

  void check_call(const FreeFunction& caller, std::size_t i, std::size_t next, const Overloads& called) {
    const std::string callee(program_.tokens[i].text);
    if (program_.is(next, "<<<")) {
      if (called.space == ExecutionSpace::global || caller.space != ExecutionSpace::host) return;
      faulty_launches_.insert(next);
      error(i, "a " + std::string(qualifier(called.space)) + " function(\"" + callee +
                   "\") cannot be launched with <<<...>>>: declare it as a kernel, __global__ void " +
                   callee);
    } else if (called.space == ExecutionSpace::global) {
      const std::size_t end = program_.beyond(next);
      if (program_.is(end, "<<<")) return;  // the launch is wrong, which is reported there
      error(i, "a __global__ function(\"" + callee + "\") must be launched: " + callee +
                   "<<<grid, block>>>(...)");
    } else if ((caller.space == ExecutionSpace::host) != (called.space == ExecutionSpace::host)) {
      const bool on_host = called.space == ExecutionSpace::host;
      const std::string_view missing = on_host ? "__device__" : "__host__";
      error(i, "calling a " + std::string(qualifier(called.space)) + " function(\"" + callee + "\") from a " +
                   std::string(qualifier(caller.space)) + " function(\"" + std::string(name(caller)) +
                   "\") is not allowed: add " + std::string(missing) + " to " + callee);
    }
  }

  void error(std::size_t i, std::string message) {
    errors_.push_back({program_.tokens[i].begin, std::move(message)});
  }

  const Sequence& program_;
  std::vector<bool> conditional_;
  std::set<std::size_t>& faulty_launches_;
  std::vector<Error>& errors_;
  Words macros_;
  std::map<std::string_view, Overloads> names_;
  Words variables_;  // of the host, that no other entity shares its name with
};

// Macros that make names, or that change what qualifiers mean.
bool is_opaque(const Macro& macro) {
  const auto pastes = [](const Token& token) { return token.is("##"); };
  return macro.name.starts_with("__") || std::any_of(macro.tokens.begin(), macro.tokens.end(), pastes);
}

}  // namespace

void check_execution_spaces(const Sequence& program, const FreeFunctions& functions,
                            const LexedSource& source, std::set<std::size_t>& faulty_launches,
                            std::vector<Error>& errors) {
  if (!functions.complete || !std::all_of(source.headers.begin(), source.headers.end(), is_known_header) ||
      std::any_of(source.macros.begin(), source.macros.end(), is_opaque)) {
    return;
  }
  Checker(program, functions, source, faulty_launches, errors).check(functions);
}

}  // namespace cuda_emulator::lowering

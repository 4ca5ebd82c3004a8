#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "runner/emulator/lowering/lexer.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// Where a function runs, as its qualifiers say.
struct Qualifiers {
  bool global = false, device = false, host = false;

  void add(const Qualifiers& others);
  bool any() const { return global || device || host; }
  bool on_device_only() const { return global || (device && !host); }
};

/// The bodies of functions with a qualifier, by the index of their '{'.
using FunctionBodies = std::map<std::size_t, Qualifiers>;

/// What macros stand for: those that bring qualifiers of a function that is defined where the macro is used,
/// as in `#define KERNEL __global__ void`.
using QualifierMacros = std::map<std::string_view, Qualifiers>;

QualifierMacros qualifier_macros(std::span<const Macro> macros);

FunctionBodies function_bodies(const Sequence& sequence, const QualifierMacros& macros);

/// For each token whether it runs on the device only.
std::vector<bool> on_device_only(const Sequence& sequence, const FunctionBodies& bodies);

}  // namespace cuda_emulator::lowering

#include "runner/emulator/front_end/ir/host_code_uses.hpp"

#include <array>
#include <cctype>
#include <cstdlib>

#include "runner/emulator/front_end/ir/ir_text.hpp"
#include "runner/emulator/front_end/ir/refusal.hpp"

namespace cuda_front_end {
namespace {

constexpr std::array words_of_types = {"static",  "const",    "constexpr", "inline",   "unsigned", "signed",
                                       "char",    "short",    "int",       "long",     "float",    "double",
                                       "bool",    "size_t",   "int8_t",    "uint8_t",  "int16_t",  "uint16_t",
                                       "int32_t", "uint32_t", "int64_t",   "uint64_t", "float2",   "float3",
                                       "float4",  "int2",     "int3",      "int4"};

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Returns the last name in a mangled name: "weights" for "_ZL7weights", "lut" for "_ZN1S3lutE".
std::string source_name(std::string_view mangled) {
  std::string name;
  std::size_t at = mangled.find_first_of("0123456789");
  while (at < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[at]))) {
    const std::size_t count = std::strtoul(std::string(mangled.substr(at)).c_str(), nullptr, 10);
    at = mangled.find_first_not_of("0123456789", at);
    if (at == mangled.npos || count > mangled.size() - at) return "";
    name = mangled.substr(at, count);
    at += count;
  }
  return name;
}

/// Whether `line` declares the array `name` with type keywords alone, and so for the host. A macro could hide
/// other keywords.
bool declares_for_host(std::string_view line, std::string_view name) {
  bool has_type = false;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ' || line[at] == '\t') {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && is_name_character(line[end])) ++end;
    const std::string_view word = line.substr(at, end - at);
    if (word.empty()) return false;
    if (word == name) {
      const std::size_t next = line.find_first_not_of(" \t", end);
      return has_type && next != line.npos && line[next] == '[';
    }
    bool known = false;
    for (const std::string_view type : words_of_types) known |= word == type;
    if (!known) return false;
    has_type = true;
    at = end;
  }
  return false;
}

}  // namespace

void HostCodeUses::add_global(std::string_view line) {
  const std::size_t end = name_end(line, 0);
  const std::string_view name = line.substr(0, end);
  const std::size_t constant = line.find(" constant [", end);
  if (constant == line.npos || line.find("externally_initialized") < constant) return;
  if (name.starts_with("@_ZL") || name.ends_with(".const")) tables_.insert(std::string(name));
}

void HostCodeUses::add_function(std::string_view define) {
  const std::size_t at = define.find('@');
  functions_[std::string(define.substr(at, name_end(define, at) - at))] = define;
}

void HostCodeUses::check_instruction(std::string_view line, std::string_view define) const {
  if (tables_.empty()) return;
  for (std::size_t at = line.find('@'); at != line.npos; at = line.find('@', at + 1)) {
    const auto table = tables_.find(line.substr(at, name_end(line, at) - at));
    if (table == tables_.end()) continue;
    std::string mangled = table->substr(1);
    if (mangled.ends_with(".const")) mangled.resize(mangled.size() - 6);
    const std::string name = source_name(mangled);
    const Place place = places_.of_instruction(line, define);
    if (place.line == 0) continue;
    for (const std::string& declaration : source_.lines(place.file)) {
      if (!declares_for_host(declaration, name)) continue;
      throw Refusal(place,
                    "reference to host variable '" + name +
                        "' in device code: declare it __constant__ or __device__, as nvcc demands of arrays");
    }
  }
}

void HostCodeUses::check_lambdas() const {
  for (const auto& [name, define] : functions_) {
    for (const char* of_lambda : {"ENKUl", "ENUl"}) {  // "_ZZ4mainENKUliE_clEi" is a lambda in main
      const std::size_t at = name.rfind(of_lambda);
      if (!name.starts_with("@_ZZ") || at == name.npos || name.find("E_cl", at) == name.npos) continue;
      const std::string enclosing = name.substr(4, at - 4);
      if (functions_.contains("@_Z" + enclosing) || functions_.contains("@" + source_name(enclosing)))
        continue;
      const Place place = places_.of_function(define);
      if (place.line == 0) continue;
      throw Refusal(
          place,
          "this lambda stands in host code: to call it on the device, nvcc needs --extended-lambda, "
          "and submissions are compiled without");
    }
  }
}

}  // namespace cuda_front_end

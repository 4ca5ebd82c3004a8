#include "runner/emulator/runtime/program/device_variables.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/program/names.hpp"
#include "runner/emulator/runtime/program/tables.hpp"

extern "C" {
// The sections named by the front end; null if the program has none.
[[gnu::weak]] extern const char __start_cuda_device_memory[], __stop_cuda_device_memory[];
[[gnu::weak]] extern const char __start_cuda_device_constants[], __stop_cuda_device_constants[];
}

namespace cuda_emulator {
namespace {

/// The initial values of variables, except zeros: large arrays consist of those.
std::map<const VariableRow*, std::vector<char>>& first_values() {
  static auto& values = *new std::map<const VariableRow*, std::vector<char>>;
  return values;
}

void note_first_value(const VariableRow& row) {
  const std::span<const char> bytes(static_cast<const char*>(row.address()), row.bytes);
  if (std::ranges::any_of(bytes, [](char byte) { return byte != 0; }))
    first_values()[&row].assign(bytes.begin(), bytes.end());
}

CheckedRange make_range() {
  CheckedRange range{__start_cuda_device_memory,
                     static_cast<std::size_t>(__stop_cuda_device_memory - __start_cuda_device_memory)};
  static const std::unique_ptr<std::uint8_t[]> states(new std::uint8_t[range.bytes]());
  range.all_states = states.get();
  static const std::unique_ptr<RaceCell[]> cells(new RaceCell[range.bytes / RaceCell::covered_bytes + 2]());
  range.all_cells = cells.get();
  for (const VariableRow& row : variable_rows()) {
    if (row.kind == VariableKind::shared || row.kind == VariableKind::managed) continue;
    note_first_value(row);
    range.set_states(row.address(), row.bytes, ByteState::written);
    Allocations::instance().adopt({static_cast<char*>(row.address()), row.bytes}, MemoryKind::variable,
                                  variable_name(row.name));
  }
  return range;
}

}  // namespace

const CheckedRange& device_variables() {
  static const CheckedRange range = make_range();
  return range;
}

void forget_accesses_to_variables() {
  const CheckedRange& range = device_variables();
  std::fill_n(reinterpret_cast<char*>(range.all_cells),
              (range.bytes / RaceCell::covered_bytes + 2) * sizeof(RaceCell), 0);
}

void restore_variables() {
  device_variables();
  for (const VariableRow& row : variable_rows()) {
    if (row.kind == VariableKind::shared || row.kind == VariableKind::managed) continue;
    const auto found = first_values().find(&row);
    char* const begin = static_cast<char*>(row.address());
    if (found == first_values().end())
      std::fill_n(begin, row.bytes, 0);
    else
      std::ranges::copy(found->second, begin);
  }
}

bool lies_in_a_constant(const void* address) {
  for (const VariableRow& row : variable_rows()) {
    if (row.kind != VariableKind::constant) continue;
    const auto offset = static_cast<const char*>(address) - static_cast<const char*>(row.address());
    if (static_cast<std::size_t>(offset) < row.bytes) return true;
  }
  return false;
}

std::span<const char> device_constants() {
  return {__start_cuda_device_constants, __stop_cuda_device_constants};
}

}  // namespace cuda_emulator

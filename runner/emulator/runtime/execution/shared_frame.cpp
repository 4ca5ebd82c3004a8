#include "runner/emulator/runtime/execution/shared_frame.hpp"

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/program/names.hpp"
#include "runner/emulator/runtime/program/tables.hpp"

namespace {
constexpr std::size_t gap_bytes = 1024;
}

extern "C" {
/// The address of every `extern __shared__` variable, for each OS thread, as set by the front end.
alignas(1024) extern __thread char cuda_emulator_dynamic_shared[cuda_emulator::most_shared_bytes + gap_bytes]
    __attribute__((tls_model("initial-exec")));
alignas(1024) __thread char cuda_emulator_dynamic_shared[cuda_emulator::most_shared_bytes + gap_bytes];
}

namespace cuda_emulator {

SharedFrame::SharedFrame() {
  const std::span<const char> variables = thread_variables();
  states_.reset(new std::uint8_t[variables.size()]());
  range_ = {variables.data(), variables.size(), states_.get()};
  // Variables whose address is taken are read like any other memory.
  for (const void* built_in : {static_cast<const void*>(&threadIdx), static_cast<const void*>(&blockIdx),
                               static_cast<const void*>(&blockDim), static_cast<const void*>(&gridDim)}) {
    range_.set_states(built_in, sizeof threadIdx, ByteState::written);
  }
  for (const VariableRow& row : variable_rows()) {
    if (row.kind != VariableKind::shared) continue;
    Allocations::instance().adopt({static_cast<char*>(row.address()), row.bytes}, MemoryKind::shared,
                                  variable_name(row.name));
  }
}

SharedFrame::~SharedFrame() {
  for (const VariableRow& row : variable_rows()) {
    if (row.kind == VariableKind::shared) Allocations::instance().disown(row.address());
  }
  if (dynamic_bytes_) Allocations::instance().disown(dynamic());
}

void SharedFrame::begin_launch(const KernelRow* kernel, std::size_t dynamic_bytes) {
  if (kernel == kernel_ && dynamic_bytes == dynamic_bytes_) return;
  for (const auto memory : used_) range_.set_states(memory.data(), memory.size(), ByteState::none);
  used_.clear();
  if (dynamic_bytes != dynamic_bytes_) {
    if (dynamic_bytes_) Allocations::instance().disown(dynamic());
    if (dynamic_bytes)
      Allocations::instance().adopt({static_cast<char*>(dynamic()), dynamic_bytes}, MemoryKind::shared,
                                    nullptr);
  }
  if (dynamic_bytes) used_.push_back({static_cast<char*>(dynamic()), dynamic_bytes});
  for (std::size_t n = 0; kernel && n < kernel->shared_count; ++n) {
    const VariableRow& row = *kernel->shared[n];
    used_.push_back({static_cast<char*>(row.address()), row.bytes});
  }
  kernel_ = kernel;
  dynamic_bytes_ = dynamic_bytes;
}

void* SharedFrame::dynamic() {
  return cuda_emulator_dynamic_shared;
}

bool SharedFrame::in_missing_dynamic(const void* address) const {
  const char* wanted = static_cast<const char*>(address);
  return dynamic_bytes_ == 0 && wanted >= cuda_emulator_dynamic_shared &&
         wanted < cuda_emulator_dynamic_shared + most_shared_bytes;
}

}  // namespace cuda_emulator

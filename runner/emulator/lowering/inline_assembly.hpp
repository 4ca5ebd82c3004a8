#pragma once

#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// Refuses inline PTX: `asm` in device code, unless it is empty (a barrier for the compiler), and elsewhere
/// where its text has types as only PTX has them. Host code keeps its assembly.
void refuse_inline_ptx(const Sequence& sequence, const std::vector<bool>& on_device_only,
                       std::vector<Edit>& edits);

}  // namespace cuda_emulator::lowering

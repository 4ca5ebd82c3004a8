#pragma once

namespace cuda_emulator {

/// Device memory that lives when the program ends is reported then.
void report_leaks_at_exit();

}  // namespace cuda_emulator

#pragma once

namespace cuda_emulator {

/// A function's name as a programmer would write it: "void scale<float>(float*, int)". It lives as long as
/// the program.
const char* signature(const char* mangled);

/// A variable's name without its function or namespace: "tile".
const char* variable_name(const char* mangled);

}  // namespace cuda_emulator

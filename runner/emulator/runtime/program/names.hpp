#pragma once

namespace cuda_emulator {

/// A function as a programmer would write it: "void scale<float>(float*, int)". Lives as long as the program.
const char* signature(const char* mangled);

/// A variable without the function or namespace that it belongs to: "tile".
const char* variable_name(const char* mangled);

}  // namespace cuda_emulator

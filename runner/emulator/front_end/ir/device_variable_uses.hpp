/// Finds host code that reads or writes a device variable by its name. Such code accesses the host variable
/// of that name, which no kernel sees. nvcc warns about it; the runtime reports it when it happens.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// The host's half of a program, as clang emits it before optimisation, with a call of the runtime before
/// each such access; empty if there is none. `managed` has the names of variables that both sides share, one
/// per line.
std::string with_device_variable_uses(std::string_view host_module, std::string_view managed = "");

}  // namespace cuda_front_end

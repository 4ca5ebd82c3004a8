/// Host code that reads or writes a variable of a device by its name: it gets the host's variable of that name, which no
/// kernel sees. nvcc warns of it; the runtime reports it where it happens.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// The host's half of a program, as clang writes it before it optimises, with a call of the runtime before each such
/// access; empty if there is none. `managed`: the names of variables that both sides share, one a line.
std::string with_device_variable_uses(std::string_view host_module, std::string_view managed = "");

}  // namespace cuda_front_end

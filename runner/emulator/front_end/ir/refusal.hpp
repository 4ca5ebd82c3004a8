/// An error for code that the emulated device does not run, or that a GPU's compiler does not compile.
#pragma once

#include <stdexcept>
#include <string>

#include "runner/emulator/front_end/ir/debug_places.hpp"

namespace cuda_front_end {

/// The text is a compiler's message: "a.cu:12:5: error: WHAT".
struct Refusal : std::runtime_error {
  Refusal(const Place& place, const std::string& what) : runtime_error(to_text(place) + ": error: " + what) {}
};

}  // namespace cuda_front_end

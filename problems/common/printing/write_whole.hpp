#pragma once

#include <cstdint>
#include <string_view>

namespace problems {

/// Writes all bytes to the descriptor, waiting where it is not ready. `written_bytes`, if there is one, grows with each part
/// that was written. Throws std::system_error where the rest cannot be.
void write_whole(int descriptor, std::string_view bytes, std::uint64_t* written_bytes = nullptr);

}  // namespace problems

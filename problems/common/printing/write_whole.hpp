#pragma once

#include <cstdint>
#include <string_view>

namespace problems {

/// Writes all bytes to the descriptor, and waits while it is not ready. `written_bytes`, if given, grows with
/// each written part. Throws std::system_error if the rest cannot be written.
void write_whole(int descriptor, std::string_view bytes, std::uint64_t* written_bytes = nullptr);

}  // namespace problems

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_emulator::lowering {

struct Range {
  std::size_t begin = 0, end = 0;
};

/// In a source, instead of the text `replaced`: `before`, then the text of `moved` as the user wrote it,
/// which stands elsewhere and is to be replaced there, then `after`.
struct Edit {
  Range replaced;
  std::string before;
  Range moved = {};
  std::string after = {};
  bool refuses = false;  ///< makes the compiler refuse what may be right for a GPU
};

/// A string literal of C++ with this content.
std::string quoted(std::string_view text);

/// The source with its edits. Those that start within the text of another are dropped.
///
/// `#line` tells a compiler where each of the user's tokens is in the file `name`: its line always, its
/// column wherever a line may be broken, which is at the offsets `breaks` (ascending).
std::string apply(std::string_view source, std::string_view name, std::vector<Edit> edits,
                  std::span<const std::size_t> breaks);

}  // namespace cuda_emulator::lowering

/// The words of inline PTX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end::ptx {

/// Names with their dots and `::`, numbers, `$3`, `%tid.x`, and single characters of punctuation. No comments.
std::vector<std::string> tokens_of(std::string_view text);

}  // namespace cuda_front_end::ptx

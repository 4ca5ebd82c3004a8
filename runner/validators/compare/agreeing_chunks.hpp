#pragma once

#include <cstddef>
#include <string_view>

#include "runner/validators/compare/options.hpp"

namespace validator {

/// How much of the beginning of both texts agrees for certain, to the start of a token in each.
struct Agreement {
  std::size_t answer_bytes = 0;
  std::size_t output_bytes = 0;
};

/// Compares both in chunks on up to `cores` cores. The text after the result need not differ: the last chunk
/// is left out, as more of the output may follow. The result is empty if a second core would gain nothing.
Agreement agreeing_chunks(std::string_view answer, std::string_view output, const Options& options,
                          unsigned cores);

}  // namespace validator

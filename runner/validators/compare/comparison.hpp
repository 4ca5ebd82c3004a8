#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/validators/compare/options.hpp"
#include "runner/validators/compare/output_reader.hpp"

namespace validator {

/// Compares an output with the answer by the rules of the default output validator of the problem package
/// format 2025-09. Nothing when the output is accepted; else where and how it first differs, one line without
/// its end: "line 3, token 2: expected 5, found 6". Lines and tokens are counted in the output, from 1.
///
/// The format leaves these points open: - Numbers are compared exactly, by their digits as written: no
/// rounding, overflow or underflow decides. - Memory, besides mapped files: the longest token of the answer,
/// and a block. So an output token over 1 MiB   longer than the answer's is rejected, even if it is a number
/// of equal value.
///
/// Uses up to `cores` cores for a large output that is a file. Throws std::system_error when the output
/// cannot be read.
std::optional<std::string> first_difference(std::string_view answer, OutputReader& output,
                                            const Options& options, unsigned cores = 1);

}  // namespace validator

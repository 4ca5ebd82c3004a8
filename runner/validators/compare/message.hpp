#pragma once

#include <string>
#include <string_view>

namespace validator {

/// A token in a message: everything but printable ASCII escaped (\n, \x00), in quotes if that or a backslash
/// or a quote occurs; for a long one, the first 40 bytes and the length. `whole` is false if only the
/// beginning of the token is known.
std::string shown(std::string_view token, bool whole = true);

/// White space in a message, always in quotes.
std::string shown_white_space(std::string_view run, bool whole = true);

/// "expected 5, found 6", each as shown(); if that cuts off the first difference, also the text at the
/// difference.
std::string shown_difference(std::string_view expected, std::string_view found);

/// "difference 1, " between two decimal numbers, as far as a double can represent it; empty if it cannot:
/// beyond its range, or if both round to the same.
std::string shown_distance(std::string_view expected, std::string_view found);

}  // namespace validator

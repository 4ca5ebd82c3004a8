#pragma once

// Splitting a long text into chunks for several cores: where the n-th token starts is known by counting first,
// which takes a tenth of the time that parsing does.

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/on_cores.hpp"
#include "base/white_space.hpp"

namespace validator {

/// A text in chunks of equal length, each with the number of the first token that starts in it.
class TokenChunks {
 public:
  /// Counts on up to `cores` cores. A token that the text's beginning cuts off counts as one.
  TokenChunks(std::string_view text, std::size_t chunk_bytes, unsigned cores)
      : text_(text), chunk_bytes_(chunk_bytes), first_token_(count() + 1) {
    base::on_cores(cores, count(), [this](std::size_t chunk) {
      const char* const begin = text_.data() + chunk * chunk_bytes_;
      const char* const end = begin + std::min(chunk_bytes_, text_.size() - chunk * chunk_bytes_);
      first_token_[chunk + 1] = chunk > 0 ? base::token_starts(begin, end)
                                          : !base::is_white(*begin) + base::token_starts(begin + 1, end);
    });
    for (std::size_t chunk = 0; chunk < count(); ++chunk) first_token_[chunk + 1] += first_token_[chunk];
  }

  std::size_t count() const { return (text_.size() + chunk_bytes_ - 1) / chunk_bytes_; }

  /// The number of tokens that start before this chunk; for count(): in the whole text.
  std::size_t tokens_before(std::size_t chunk) const { return first_token_[chunk]; }

  /// The start of token `number`, counted from 0; the end of the text if there is none.
  const char* start_of(std::size_t number) const {
    const char* const end = text_.data() + text_.size();
    if (number >= first_token_.back()) return end;
    const auto after = std::upper_bound(first_token_.begin(), first_token_.end(), number) - 1;
    const char* at = text_.data() + static_cast<std::size_t>(after - first_token_.begin()) * chunk_bytes_;
    std::size_t left = number - *after;
    if (at == text_.data()) {
      if (!base::is_white(*at) && left-- == 0) return at;
      ++at;
    }
    constexpr std::ptrdiff_t step = 240;
    for (std::size_t here; end - at > step && (here = base::token_starts(at, at + step)) <= left; at += step)
      left -= here;
    for (;; ++at) {
      if (base::is_white(at[-1]) && !base::is_white(at[0]) && left-- == 0) return at;
    }
  }

 private:
  std::string_view text_;
  std::size_t chunk_bytes_;
  std::vector<std::size_t> first_token_;
};

}  // namespace validator

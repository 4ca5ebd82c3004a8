#include "runner/validators/compare/agreeing_chunks.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/on_cores.hpp"
#include "runner/validators/compare/comparison.hpp"
#include "runner/validators/compare/token_chunks.hpp"

namespace validator {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 18;

/// A millisecond's work for one core; to start a thread takes a tenth of that.
constexpr std::size_t worth_threads_bytes = std::size_t{1} << 21;

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

void lower_to(std::atomic<std::size_t>& least, std::size_t value) {
  for (std::size_t seen = least; value < seen && !least.compare_exchange_weak(seen, value);) {
  }
}

}  // namespace

Agreement agreeing_chunks(std::string_view answer, std::string_view output, const Options& options,
                          unsigned cores) {
  if (cores < 2 || std::min(answer.size(), output.size()) < worth_threads_bytes) return {};
  const TokenChunks in_answer(answer, chunk_bytes, cores), in_output(output, chunk_bytes, cores);
  const std::size_t count = in_answer.count();
  // Chunk k is the tokens that start in the answer's chunk, with what precedes the next ones; so is the output's.
  std::vector<const char*> answer_starts(count), output_starts(count);
  base::on_cores(cores, count, [&](std::size_t chunk) {
    const std::size_t token = in_answer.tokens_before(chunk);
    answer_starts[chunk] = chunk == 0 ? answer.data() : in_answer.start_of(token);
    output_starts[chunk] = chunk == 0 ? output.data() : in_output.start_of(token);
  });
  std::atomic<std::size_t> agreeing = count - 1;
  base::on_cores(cores, count - 1, [&](std::size_t chunk) {
    if (chunk >= agreeing) return;
    OutputReader found(between(output_starts[chunk], output_starts[chunk + 1]));
    const std::string_view expected = between(answer_starts[chunk], answer_starts[chunk + 1]);
    if (first_difference(expected, found, options)) lower_to(agreeing, chunk);
  });
  return {static_cast<std::size_t>(answer_starts[agreeing] - answer.data()),
          static_cast<std::size_t>(output_starts[agreeing] - output.data())};
}

}  // namespace validator

// Splitting a text by its tokens, for chunks of every length.

#include "runner/validators/compare/token_chunks.hpp"

#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

namespace {

std::vector<std::size_t> plain_starts(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!base::is_white(text[i]) && (i == 0 || base::is_white(text[i - 1]))) starts.push_back(i);
  }
  return starts;
}

std::string random_text(std::mt19937& random, std::size_t length, unsigned white_in_ten) {
  std::string text(length, 'x');
  for (char& c : text)
    c = random() % 10 < white_in_ten ? " \t\n\v\f\r"[random() % 6] : "19.-ax\x01\xFF"[random() % 8];
  return text;
}

}  // namespace

TEST_CASE("every token is found, wherever chunks end") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_text(random, random() % 2000, static_cast<unsigned>(random() % 11));
    const std::vector<std::size_t> starts = plain_starts(text);
    const std::size_t chunk_bytes = 1 + random() % 700;
    const validator::TokenChunks chunks(text, chunk_bytes, static_cast<unsigned>(1 + random() % 4));
    CAPTURE(round, text, chunk_bytes);
    REQUIRE(chunks.count() == (text.size() + chunk_bytes - 1) / chunk_bytes);
    REQUIRE(chunks.tokens_before(chunks.count()) == starts.size());
    for (std::size_t chunk = 0; chunk < chunks.count(); ++chunk) {
      std::size_t before = 0;
      for (const std::size_t start : starts) before += start < chunk * chunk_bytes;
      REQUIRE(chunks.tokens_before(chunk) == before);
    }
    for (std::size_t i = 0; i < starts.size(); ++i) {
      REQUIRE(chunks.start_of(i) == text.data() + starts[i]);
    }
    REQUIRE(chunks.start_of(starts.size()) == text.data() + text.size());
  }
}

// Random streams against a plain reference that splits, and compares numbers as whole millionths.
#include CATCH2_HEADER

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "runner/validators/compare/tests/judged.hpp"

namespace {

using Generator = std::mt19937_64;

int pick(Generator& random, int count) {
  return static_cast<int>(random() % static_cast<unsigned>(count));
}

struct Token {
  std::int64_t millionths;  // of a number
  std::string word;         // or this, when not empty
};

// One of many ways to write the same number, or of the usual ones.
std::string written(const Token& token, Generator& random, bool usual = false) {
  if (!token.word.empty()) return token.word;
  const std::int64_t size = std::abs(token.millionths);
  const std::string sign = token.millionths < 0 ? "-" : pick(random, 4) == 0 ? "+" : "";
  if (usual) {
    return fmt::format("{}{}.{:06}{:0<{}}", token.millionths < 0 ? "-" : "", size / 1000000, size % 1000000,
                       "", pick(random, 12));
  }
  switch (pick(random, 5)) {
    case 0:
      return fmt::format("{}{}.{:06}", sign, size / 1000000, size % 1000000);
    case 1:
      return fmt::format("{}{}e-6", sign, size);
    case 2:
      return fmt::format("{}{}.{:02}E-04", sign, size / 100, size % 100);
    case 3:
      return fmt::format("{}000{}.{:06}000000000000", sign, size / 1000000, size % 1000000);
    default:
      return fmt::format("{}.{:020}e+14", sign, size);
  }
}

Token random_token(Generator& random) {
  const std::vector<std::string> words = {"yes", "NO", "Case", "#1:", "nan", "-inf", "0x1", "1e", "."};
  if (pick(random, 4) == 0)
    return {0, words[static_cast<std::size_t>(pick(random, static_cast<int>(words.size())))]};
  const std::int64_t limit = pick(random, 2) == 0 ? 30 : 2'000'000'000;
  return {static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * limit + 1)) - limit, ""};
}

std::string random_space(Generator& random) {
  const std::vector<std::string> runs = {" ", "\n", "\r\n", "\t", "  ", " \n\n", "\v\f"};
  return runs[static_cast<std::size_t>(pick(random, static_cast<int>(runs.size())))];
}

struct Stream {
  std::string text;
  std::vector<std::size_t> starts;  // of the tokens in it
};

Stream joined(const std::vector<Token>& tokens, Generator& random, bool usual) {
  Stream stream{pick(random, 3) == 0 ? random_space(random) : "", {}};
  for (const Token& token : tokens) {
    stream.starts.push_back(stream.text.size());
    stream.text += written(token, random, usual);
    stream.text += random_space(random);
  }
  return stream;
}

std::string place_at(const std::string& text, std::size_t offset) {
  validator::Position place;
  place.advance(std::string_view(text).substr(0, offset));
  return place.of_next_token();
}

// |s - a| <= max(absolute millionths, |a| * relative millionths / 1e6), in whole numbers.
bool reference_agrees(const Token& answer, const Token& output, std::int64_t absolute,
                      std::int64_t relative) {
  if (!answer.word.empty()) return answer.word == output.word;
  if (!output.word.empty()) return false;
  const std::int64_t difference = std::abs(answer.millionths - output.millionths);
  return difference <= absolute || difference * 1'000'000 <= std::abs(answer.millionths) * relative;
}

std::size_t reference_first_wrong(const std::vector<Token>& answer, const std::vector<Token>& output,
                                  std::int64_t absolute, std::int64_t relative) {
  std::size_t i = 0;
  while (i < answer.size() && reference_agrees(answer[i], output[i], absolute, relative)) ++i;
  return i;
}

}  // namespace

TEST_CASE("numbers near the tolerance are judged as whole numbers of millionths are") {
  const std::uint64_t seed = GENERATE(1u, 2u, 3u, 4u);
  const bool usual = GENERATE(false, true);
  CAPTURE(seed, usual);
  Generator random(seed);
  for (int round = 0; round < 500; ++round) {
    const std::int64_t absolute = pick(random, 4), relative = pick(random, 4);
    const std::string flags =
        fmt::format("float_absolute_tolerance {}e-6 float_relative_tolerance 0.{:06}", absolute, relative);
    std::vector<Token> answer, output;
    for (int i = pick(random, 30); i > 0; --i) {
      Token token = random_token(random);
      answer.push_back(token);
      const std::int64_t most = std::max(absolute, std::abs(token.millionths) * relative / 1'000'000);
      const std::int64_t sign = pick(random, 2) == 0 ? 1 : -1;
      if (pick(random, 3) == 0) token.millionths += sign * most;                    // at the bound
      if (pick(random, 40) == 0) token.millionths += sign * (pick(random, 2) + 1);  // perhaps just beyond
      output.push_back(token);
    }
    const std::size_t wrong = reference_first_wrong(answer, output, absolute, relative);
    const Stream answer_stream = joined(answer, random, usual);
    const Stream output_stream = joined(output, random, usual);
    const std::string message =
        judged(answer_stream.text, output_stream.text, flags, std::size_t{1} << pick(random, 10));
    CAPTURE(round, flags, answer_stream.text, output_stream.text, message);
    REQUIRE((message == "") == (wrong == answer.size()));
    REQUIRE(judged_file(answer_stream.text, output_stream.text, flags) == message);
    if (wrong < answer.size()) {
      REQUIRE(message.find(place_at(output_stream.text, output_stream.starts[wrong]) + ": expected ") == 0);
    }
  }
}

TEST_CASE("one changed, missing or additional token is caught where it stands") {
  const std::uint64_t seed = GENERATE(11u, 12u, 13u);
  const std::string flags = GENERATE("", "case_sensitive", "space_change_sensitive", "float_tolerance 1e-9",
                                     "float_tolerance 0 case_sensitive");
  CAPTURE(seed, flags);
  Generator random(seed);
  for (int round = 0; round < 100; ++round) {
    const int count = pick(random, 300) + 1;
    std::vector<std::string> tokens, spaces;
    for (int i = 0; i < count; ++i) {
      tokens.push_back(written(random_token(random), random));
      spaces.push_back(random_space(random));
    }
    const auto text = [&] {
      std::string all;
      for (std::size_t i = 0; i < tokens.size(); ++i) all += tokens[i] + spaces[i];
      return all;
    };
    const std::string answer = text();
    const std::size_t block_bytes = std::size_t{1} << pick(random, 14);
    REQUIRE(judged(answer, answer, flags, block_bytes) == "");

    const auto at = static_cast<std::size_t>(pick(random, count));
    std::string before;
    for (std::size_t i = 0; i < at; ++i) before += tokens[i] + spaces[i];
    tokens[at] = "7777777777777";
    const std::string message = judged(answer, text(), flags, block_bytes);
    CAPTURE(round, answer, at, message);
    REQUIRE(message.find(place_at(before, before.size()) + ": expected ") == 0);

    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1, "extra");
    spaces.insert(spaces.begin() + static_cast<std::ptrdiff_t>(at) + 1, " ");
    REQUIRE(judged(answer, text(), flags, block_bytes) != "");
    tokens.resize(at);
    spaces.resize(at);
    REQUIRE(judged(answer, text(), flags, block_bytes).find("the end of the output") != std::string::npos);
  }
}

// Mutated inputs: from wherever and by how many cores they are read, a Reader gives the items that a slow reading finds or
// an error at the same place; what the StrictReader accepts is to the byte what it gives.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "base/tests/mutation.hpp"
#include "problems/common/reading/reader.hpp"
#include "problems/common/reading/strict_reader.hpp"
#include "problems/common/tests/input.hpp"
#include CATCH2_HEADER

using base::test::Choices;
using problems::InputError;
using problems::Location;
using problems::Reader;
using problems::StrictReader;
using problems::test::FedPipe;
using problems::test::MemoryFile;

namespace {

const std::vector<std::string> inputs = {
    "3\n1 2 3\n0.5 -1e-3 +7\n",
    "sum 4\r\n-2147483648 2147483647\t0 -0\r\n",
    "0 1 1 0 1 0 0 1 0 1 1 0 1 0 0 1 0 1 1 0 1 0 0 1 0 1 1 0 1 0 0 1\n",
    "9223372036854775807 -9223372036854775808 18446744073709551615 255 -128 65535\n",
    "123456.789 3.4028235e38 1.7976931348623157e308 5e-324 .5 5. 1E+10 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8\n",
    "max\n\n\n   word another-word 12ab\n",
    "",
};
const std::vector<std::string> tokens = {
    " ",
    "\n",
    "\r\n",
    "\t",
    "\v",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E5",
    "00",
    "-0",
    "+0",
    "--1",
    "1e",
    "1.",
    "1e400",
    "-1e400",
    "1e-400",
    "1e-9999999999999999999999",
    "nan",
    "inf",
    "0x10",
    "18446744073709551616",
    "9223372036854775808",
    "-9223372036854775809",
    "340282356779733661637539395458142568448",
    "0.1000000000000000055511151231257827021181583404541015625",
    "2.2250738585072011e-308",
    "sum",
    "max",
    "\xff",
    "\xef\xbb\xbf",
    std::string(1, '\0'),
    std::string(17, '0') + "7",
    std::string(40, '9'),
    std::string(5000, '1'),
    std::string(700, ' '),
};

/// What is asked for, one item after the other.
enum class Kind { int32, unsigned64, byte, bit, float32, float64, word, rest_of_integers, rest_of_decimals };
constexpr std::size_t kinds = 9;

/// What a reading comes to: the items, and the error that ends it or none.
struct Reading {
  std::vector<std::string> items;
  std::optional<Location> error;
  bool operator==(const Reading& other) const {
    return items == other.items && error.has_value() == other.error.has_value() &&
           (!error || (error->line == other.error->line && error->column == other.error->column));
  }
};

template <class T>
std::string exactly(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return fmt::format("{:a}", value);
  } else {
    return fmt::format("{}", value);
  }
}

constexpr std::size_t rest = 20;  ///< of items read at once

template <class T>
void read_integer(Reader& reader, Reading& reading, T min, T max) {
  reading.items.push_back(exactly(reader.integer<T>(min, max, "item")));
}

void read_with(Reader& reader, const std::vector<Kind>& asked, Reading& reading) {
  using Int = std::numeric_limits<std::int32_t>;
  using Unsigned = std::numeric_limits<std::uint64_t>;
  for (const Kind kind : asked) {
    switch (kind) {
      case Kind::int32:
        read_integer<std::int32_t>(reader, reading, Int::min(), Int::max());
        break;
      case Kind::unsigned64:
        read_integer<std::uint64_t>(reader, reading, 0, Unsigned::max());
        break;
      case Kind::byte:
        read_integer<unsigned char>(reader, reading, 0, 255);
        break;
      case Kind::bit:
        if (const auto bits = reader.plain_bits(2)) {
          for (const int bit : {0, 1}) reading.items.push_back(exactly(*bits >> bit & 1));
        } else {
          for (int bit = 0; bit < 2; ++bit) read_integer<std::uint64_t>(reader, reading, 0, 1);
        }
        break;
      case Kind::float32:
        reading.items.push_back(exactly(reader.decimal<float>("item")));
        break;
      case Kind::float64:
        reading.items.push_back(exactly(reader.decimal<double>("item")));
        break;
      case Kind::word:
        reading.items.emplace_back(reader.word("item"));
        break;
      case Kind::rest_of_integers:
        for (const std::int64_t value : reader.integers<std::int64_t>(rest, -1000, 1000, "item"))
          reading.items.push_back(exactly(value));
        break;
      case Kind::rest_of_decimals:
        for (const double value : reader.decimals<double>(rest, "item"))
          reading.items.push_back(exactly(value));
        break;
    }
  }
  reader.expect_end();
}

Reading reading_of(Reader& reader, const std::vector<Kind>& asked) {
  Reading reading;
  try {
    read_with(reader, asked, reading);
  } catch (const InputError& error) {
    reading.error = Location{error.line, error.column};
  }
  return reading;
}

/// The reading by the rules as they are written, with the C library's conversions.
class SlowReading {
 public:
  explicit SlowReading(const std::string& text) : text_(text) {}

  Reading of(const std::vector<Kind>& asked) {
    for (const Kind kind : asked) {
      const std::size_t count = kind == Kind::bit ? 2 : kind >= Kind::rest_of_integers ? rest : 1;
      std::vector<std::string> items;
      for (std::size_t i = 0; i < count; ++i) {
        skip();
        const std::string item = text_.substr(place_, text_.find_first_of(blanks, place_) - place_);
        const auto value = value_of(item, kind);
        if (!value) return failed(kind == Kind::bit ? items : std::vector<std::string>{});
        items.push_back(*value);
        place_ += item.size();
      }
      reading_.items.insert(reading_.items.end(), items.begin(), items.end());
    }
    skip();
    if (place_ < text_.size()) return failed({});
    return reading_;
  }

 private:
  static constexpr const char* blanks = " \t\r\n";

  void skip() { place_ = std::min(text_.find_first_not_of(blanks, place_), text_.size()); }

  Reading failed(const std::vector<std::string>& before) {
    reading_.items.insert(reading_.items.end(), before.begin(), before.end());
    reading_.error = Location{};
    for (const char c : text_.substr(0, place_)) {
      ++reading_.error->column;
      if (c == '\n') reading_.error = Location{reading_.error->line + 1, 1};
    }
    return reading_;
  }

  template <class T>
  static std::optional<std::string> integer(const std::string& item, T min, T max) {
    static const std::regex grammar("[+-]?0*([0-9]{1,20})");
    std::smatch parts;
    if (!std::regex_match(item, parts, grammar)) return std::nullopt;
    __extension__ __int128 value = 0;
    for (const char digit : parts[1].str()) value = value * 10 + (digit - '0');
    if (item[0] == '-') value = -value;
    if (value < min || value > max) return std::nullopt;
    return exactly(static_cast<T>(value));
  }

  template <class T>
  static std::optional<std::string> decimal(const std::string& item) {
    static const std::regex grammar(R"([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)");
    if (!std::regex_match(item, grammar)) return std::nullopt;
    const T value = std::is_same_v<T, float> ? static_cast<T>(std::strtof(item.c_str(), nullptr))
                                             : static_cast<T>(std::strtod(item.c_str(), nullptr));
    return std::isinf(value) ? std::nullopt : std::optional(exactly(value));
  }

  static std::optional<std::string> value_of(const std::string& item, Kind kind) {
    using Int = std::numeric_limits<std::int32_t>;
    using Unsigned = std::numeric_limits<std::uint64_t>;
    switch (kind) {
      case Kind::int32:
        return integer<std::int32_t>(item, Int::min(), Int::max());
      case Kind::unsigned64:
        return integer<std::uint64_t>(item, 0, Unsigned::max());
      case Kind::byte:
        return integer<unsigned char>(item, 0, 255);
      case Kind::bit:
        return integer<std::uint64_t>(item, 0, 1);
      case Kind::float32:
        return decimal<float>(item);
      case Kind::rest_of_decimals:
      case Kind::float64:
        return decimal<double>(item);
      case Kind::rest_of_integers:
        return integer<std::int64_t>(item, -1000, 1000);
      case Kind::word:
        break;
    }
    return item.empty() ? std::nullopt : std::optional(item);
  }

  const std::string& text_;
  std::size_t place_ = 0;
  Reading reading_;
};

void read_in_every_way(Choices& choices) {
  const std::string text = mutated(choices.of(inputs), tokens, choices);
  std::vector<Kind> asked(choices.below(8));
  for (Kind& kind : asked) kind = static_cast<Kind>(choices.below(kinds));
  CAPTURE(text, asked);
  const Reading expected = SlowReading(text).of(asked);
  const auto is_expected = [&](Reader& reader) {
    const Reading reading = reading_of(reader, asked);
    CAPTURE(reading.items, reading.error.value_or(Location{0, 0}).line,
            reading.error.value_or(Location{0, 0}).column);
    CAPTURE(expected.items, expected.error.value_or(Location{0, 0}).line,
            expected.error.value_or(Location{0, 0}).column);
    REQUIRE(reading == expected);
  };
  const problems::Sharing shared{.cores = 3, .piece_bytes = 1 + choices.below(40), .least_bytes = 1};
  const std::size_t bytes = 1 + choices.below(30);
  Reader whole(text), whole_shared(text, shared);
  is_expected(whole);
  is_expected(whole_shared);
  const MemoryFile file(text);
  Reader mapped(file.descriptor(), bytes, shared);
  is_expected(mapped);
  const FedPipe pipe(text, 1 + choices.below(20));
  Reader streamed(pipe.descriptor(), bytes, choices.one_in(2) ? shared : problems::Sharing{});
  is_expected(streamed);
}

/// An input of a small format, and the same written from what was read.
std::string read_strictly(StrictReader& in) {
  const std::vector<std::string_view> words = {"sum", "max"};
  std::string again(words[in.choice(words, "word")]);
  in.space();
  const int count = in.integer(0, 5, "count");
  again += fmt::format(" {}\n", count);
  in.newline();
  for (int i = 0; i < count; ++i) {
    if (i > 0) in.space();
    again += (i > 0 ? " " : "") + fmt::format("{}", in.integer<std::int64_t>(INT64_MIN, INT64_MAX, "item"));
  }
  in.newline();
  again += '\n';
  const std::string_view rest_of_line = in.next_is_letter() ? in.word("word") : "";
  again += rest_of_line;
  in.newline();
  in.end();
  return again + '\n';
}

}  // namespace

TEST_CASE("mutated inputs are read as a slow reading has it, from wherever they come") {
  base::test::drive(150, read_in_every_way);
}

TEST_CASE("a mutated input that is strictly right is, to the byte, what it says") {
  const std::vector<std::string> right = {"sum 3\n1 -2 9223372036854775807\nword\n", "max 0\n\n\n",
                                          "max 1\n-9223372036854775808\n\n"};
  base::test::drive(1000, [&](Choices& choices) {
    const std::string text = mutated(choices.of(right), tokens, choices);
    CAPTURE(text);
    StrictReader in(text);
    std::optional<std::string> again;
    try {
      again = read_strictly(in);
    } catch (const InputError& error) {
      CHECK(error.line - 1 <= static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
      CHECK(error.column >= 1);
    }
    if (again) REQUIRE(*again == text);
  });
}

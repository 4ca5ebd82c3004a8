#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "problems/common/printing/general_text.hpp"
#include "problems/common/reading/parse_decimal.hpp"
#include "problems/common/reading/parse_integer.hpp"
#include "problems/common/reading/reader.hpp"
#include "problems/common/reading/spelled_number.hpp"

namespace problems {
namespace {

/// The number of elements by which a vector grows: enough to keep the loop going, few enough to stay in the
/// cache.
constexpr std::size_t growth = 4096;
/// No more elements are reserved on the word of the input alone. What was reserved and is not filled costs nothing;
/// what grows beyond it is copied, and takes half as much memory again for a moment.
constexpr std::size_t largest_reserve = std::size_t{1} << 26;

template <class T>
ReadPiece<T> integers_of_piece(T min, T max) {
  return [=](std::string_view text, T* values) {
    return read_piece(
        text, values, [=](const char* item, T& value) { return parse_plain_integer(item, min, max, value); },
        [=](std::string_view item) { return spelled_integer(item, min, max); });
  };
}

}  // namespace

template <class T>
T Reader::careful_integer(T min, T max, const Item& item) {
  const std::string_view text = token();
  const std::optional<T> value = spelled_integer(text, min, max);
  if (!value)
    fail(item.name() + " (an integer from " + std::to_string(min) + " to " + std::to_string(max) + ")");
  position_ += text.size();
  return *value;
}

template <class T>
T Reader::careful_decimal(const Item& item) {
  const std::string_view text = token();
  const std::optional<T> value = spelled_decimal<T>(text);
  if (!value) fail(item.name() + " (a decimal number)");
  if (std::isinf(*value)) {
    fail(item.name() + " (a decimal number up to " + general_text(std::numeric_limits<T>::max(), 8) + ")");
  }
  position_ += text.size();
  return *value;
}

std::string Reader::Item::name() const {
  const std::string name(what);
  if (count == 0) return name;
  return "element " + std::to_string(index + 1) + " of " + std::to_string(count) + " of " + name;
}

/// One number: `plain(text, value)` returns where it ends, or nullptr when `careful()` must read it.
template <class T, class Plain, class Careful>
T Reader::number(Plain plain, Careful careful) {
  const char* const start = skip_blanks(position_);
  T value;
  const char* const stop = plain(start, value);
  if (stop == nullptr) return careful();
  item_ = start;
  position_ = stop;
  return value;
}

/// What several cores may share of the next `count` items and perhaps more: whole items, a blank after each.
std::string_view Reader::shareable_text(std::size_t count) const {
  constexpr std::string_view blanks = " \t\r\n";
  constexpr std::size_t usual_bytes =
      16;  // of an item and a blank; the rest of longer ones is shared next time
  const auto here = static_cast<std::size_t>(end_ - position_);
  const std::size_t wanted = count < here / usual_bytes ? count * usual_bytes : here;
  if (sharing_.cores < 2 || wanted < sharing_.least_bytes) return {};
  const std::string_view text(position_, here);
  // Blanks are looked for no further than the longest item goes: a file may be one large hole, which takes memory as it
  // is read.
  std::size_t last_blank = text.substr(0, wanted + longest_item).find_first_of(blanks, wanted);
  if (last_blank == text.npos) {
    const std::string_view end = text.substr(0, wanted).substr(wanted - std::min(wanted, longest_item));
    const std::size_t last = end.find_last_of(blanks);
    if (last == end.npos) return {};
    last_blank = wanted - end.size() + last;
  }
  return text.substr(0, last_blank + 1);
}

/// Whether `count` more items are so much that it is worth preparing for.
bool Reader::is_long_stream(std::size_t count) const {
  constexpr std::size_t least_item_bytes = 2;  // with its blank
  return buffer_ && !source_ended_ && count >= sharing_.least_bytes / least_item_bytes;
}

/// Appends numbers from the beginning of `text`; what remains up to the result is better read one by one.
template <class T>
const char* Reader::share_text(std::string_view text, std::size_t count, base::LargeVector<T>& values,
                               const ReadPiece<T>& read_piece) {
  // Of a large text they are larger, so that the cores meet less often, in the list of pieces and in a page's neighbours.
  const std::size_t piece_bytes =
      std::clamp(text.size() / (8 * sharing_.cores), sharing_.piece_bytes, 4 * sharing_.piece_bytes);
  SharedReading<T> shared(sharing_);
  PiecesInMemory pieces(text, piece_bytes);
  shared.read(pieces, count, values, read_piece);
  if (shared.stop() != nullptr) {
    if (is_mapped(position_)) mapping_.release_pages({position_, shared.stop()}, sharing_.cores);
    position_ = shared.stop();
  }
  if (shared.last() != nullptr) item_ = shared.last();
  const std::vector<std::string_view> unused = shared.unused();
  return unused.empty() ? position_ : unused.front().data() + unused.front().size();
}

/// Reads them from what is left in the buffer, and what comes. The rest is better read one by one.
template <class T>
void Reader::share_stream(std::size_t count, base::LargeVector<T>& values, const ReadPiece<T>& read_piece) {
  if (item_ != nullptr) item_location_ = location_of(item_);
  item_ = nullptr;
  enlarge_pipe(descriptor_);
  const Location start = location_of(position_);
  SharedReading<T> shared(sharing_);
  PiecesOfStream pieces(descriptor_, {position_, static_cast<std::size_t>(end_ - position_)},
                        sharing_.piece_bytes);
  shared.read(pieces, count, values, read_piece);
  if (shared.last() != nullptr) item_location_ = location_after(start, shared.last_at());
  std::vector<std::string_view> left = shared.unused();
  left.push_back(pieces.carry());
  left.push_back(pieces.pending());
  put_back(left);
  buffer_location_ = location_after(start, shared.stop_at());
  mapped_before_ = {};
  source_ended_ = pieces.source_ended();
}

/// `count` numbers, by `plain` as above or `careful(index)`; by several cores with `read_piece`.
template <class T, class Plain, class Careful>
base::LargeVector<T> Reader::numbers(std::size_t count, Plain plain, Careful careful,
                                     const ReadPiece<T>& read_piece) {
  base::LargeVector<T> values;
  const bool is_known_to_fit = required_bytes_ / sizeof(T) >= count;
  values.reserve(is_known_to_fit ? count : std::min(count, largest_reserve));
  const char* left = position_;  // to here one by one
  bool may_share_stream = sharing_.cores > 1;
  while (values.size() < count) {
    const std::size_t wanted = count - values.size();
    if (may_share_stream && is_long_stream(wanted)) {
      share_stream(count, values, read_piece);
      may_share_stream = false;
      left = position_;
    } else if (const std::string_view text = shareable_text(wanted); !text.empty() && position_ >= left) {
      left = share_text(text, count, values, read_piece);
    }
    if (values.size() == count) break;
    std::size_t done = values.size();
    values.resize(std::min(count, done + growth));
    // Local, because the members might be what a store through `values` changes.
    const char* position = position_;
    const char* start = nullptr;
    for (; done < values.size(); ++done) {
      start = skip_blanks(position);
      const char* const stop = plain(start, values[done]);
      if (stop != nullptr) {
        position = stop;
      } else {
        position_ = position;
        values[done] = careful(done);
        position = position_;
        start = item_;
      }
    }
    position_ = position;
    item_ = start;
  }
  return values;
}

template <class T>
T Reader::integer(T min, T max, std::string_view what) {
  return number<T>([&](const char* text, T& value) { return parse_plain_integer(text, min, max, value); },
                   [&] { return careful_integer(min, max, {what}); });
}

template <class T>
base::LargeVector<T> Reader::integers(std::size_t count, T min, T max, std::string_view what) {
  return numbers<T>(
      count, [=](const char* text, T& value) { return parse_plain_integer(text, min, max, value); },
      [&](std::size_t index) { return careful_integer(min, max, {what, index, count}); },
      integers_of_piece(min, max));
}

template <class T>
base::LargeVector<T> Reader::shared_integers(std::size_t most, T min, T max) {
  base::LargeVector<T> values;
  const ReadPiece<T> read_piece = integers_of_piece(min, max);
  const char* left = position_;
  while (values.size() < most && position_ >= left) {
    const std::string_view text = shareable_text(most - values.size());
    if (text.empty()) break;
    values.reserve(most);
    left = share_text(text, most, values, read_piece);
  }
  return values;
}

std::optional<std::uint64_t> Reader::plain_bits(unsigned count) {
  if (end_ - position_ < 2 * static_cast<std::ptrdiff_t>(count)) return std::nullopt;
  constexpr std::uint64_t each =
      0x0001000100010001;  // of the four items in eight bytes, a digit and a blank each
  constexpr std::uint64_t text_of_zeros = each * (' ' << 8 | '0');
  std::uint64_t bits = 0;
  for (unsigned done = 0; done < count; done += 4) {
    std::uint64_t items;
    std::memcpy(&items, position_ + 2 * done, sizeof items);  // perhaps some of the padding, too
    if (count - done < 4) {
      const std::uint64_t used = (std::uint64_t{1} << 16 * (count - done)) - 1;
      items = (items & used) | (text_of_zeros & ~used);
    }
    const std::uint64_t blanks = items >> 8 & each * 0xFF;
    const auto differ = [&](std::uint64_t blank) { return (blanks ^ each * blank) + each * 0x7FFF; };
    const bool are_digits = (items & each * 0xFE) == each * '0';
    if (!are_digits || (differ(' ') & differ('\n') & each * 0x8000) != 0) return std::nullopt;
    constexpr std::uint64_t gather = 1ULL << 48 | 1ULL << 33 | 1ULL << 18 | 1ULL << 3;
    bits |= ((items & each) * gather >> 48 & 0xF) << done;
  }
  position_ += 2 * count;
  item_ = position_ - 2;
  return bits;
}

template <class T>
T Reader::decimal(std::string_view what) {
  return number<T>([](const char* text, T& value) { return parse_plain_decimal(text, value); },
                   [&] { return careful_decimal<T>({what}); });
}

template <class T>
base::LargeVector<T> Reader::decimals(std::size_t count, std::string_view what) {
  const auto plain = [](const char* text, T& value) { return parse_plain_decimal(text, value); };
  const auto spelled = [](std::string_view text) {
    const std::optional<T> value = spelled_decimal<T>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
  };
  return numbers<T>(
      count, plain, [&](std::size_t index) { return careful_decimal<T>({what, index, count}); },
      [=](std::string_view text, T* values) { return read_piece(text, values, plain, spelled); });
}

#define PROBLEMS_READ_INTEGER(T)                                                          \
  template T Reader::integer<T>(T, T, std::string_view);                                  \
  template base::LargeVector<T> Reader::integers<T>(std::size_t, T, T, std::string_view); \
  template base::LargeVector<T> Reader::shared_integers<T>(std::size_t, T, T);
PROBLEMS_READ_INTEGER(unsigned char)
PROBLEMS_READ_INTEGER(int)
PROBLEMS_READ_INTEGER(unsigned)
PROBLEMS_READ_INTEGER(long)
PROBLEMS_READ_INTEGER(unsigned long)
PROBLEMS_READ_INTEGER(long long)
PROBLEMS_READ_INTEGER(unsigned long long)

template float Reader::decimal<float>(std::string_view);
template double Reader::decimal<double>(std::string_view);
template base::LargeVector<float> Reader::decimals<float>(std::size_t, std::string_view);
template base::LargeVector<double> Reader::decimals<double>(std::size_t, std::string_view);

}  // namespace problems

#include "problems/common/reading/reader.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "base/available_memory.hpp"
#include "base/given_cores.hpp"
#include "problems/common/reading/choice.hpp"
#include "problems/common/reading/parse_integer.hpp"
#include "problems/common/reading/text_pieces.hpp"

namespace problems {
namespace {

/// The number of bytes in the buffer with which the next items are taken to be among them.
constexpr std::ptrdiff_t many_bytes = 4096;

/// A writer that pauses for longer has paused; a shorter wait makes the parts of a stream larger.
constexpr int pause_ms = 10;

/// An amount of memory that is always available: the program itself would not run otherwise.
constexpr std::uint64_t small_bytes = 16 << 20;

/// "3 x 4"
std::string product_text(std::initializer_list<std::size_t> dimensions) {
  std::string text;
  for (const std::size_t dimension : dimensions) {
    text += (text.empty() ? "" : " x ") + std::to_string(dimension);
  }
  return text;
}

}  // namespace

Reader::Reader(int descriptor)
    : Reader(descriptor, default_buffer_bytes, {.cores = base::given_core_count()}) {}

Reader::Reader(int descriptor, std::size_t buffer_bytes, const Sharing& sharing)
    : descriptor_(descriptor),
      sharing_(sharing),
      mapping_(sharing.maps_files ? base::FileMapping(descriptor, sharing.least_mapped_bytes)
                                  : base::FileMapping()),
      capacity_(std::max<std::size_t>(buffer_bytes, 1)),
      position_(mapping_.text().data()),
      end_(position_ + mapping_.text().size()) {
  if (mapping_.text().empty()) make_room();
}

Reader::Reader(std::string_view text, const Sharing& sharing)
    : sharing_(sharing),
      capacity_(std::max<std::size_t>(text.size(), 1)),
      position_(text.data()),
      end_(text.data() + text.size()),
      source_ended_(true) {
  make_room();
}

/// Makes at least one byte of free space at end_, in the buffer: drops what has been read, and grows when that is
/// nothing.
void Reader::make_room() {
  const auto kept = static_cast<std::size_t>(end_ - position_);
  if (!buffer_) {
    if (!mapping_.text().empty()) mapped_before_ = mapping_.text().substr(0, mapping_.text().size() - kept);
    while (capacity_ < kept) capacity_ *= 2;
  } else {
    const char* counted = is_mapped(item_) ? nullptr : item_;
    if (item_ != nullptr) item_location_ = location_of(item_);
    item_ = nullptr;
    buffer_location_ =
        counted == nullptr
            ? location_of(position_)
            : location_after(item_location_, {counted, static_cast<std::size_t>(position_ - counted)});
    mapped_before_ = {};
  }
  if (!buffer_ || kept == capacity_) {
    if (kept == capacity_ && !source_ended_) capacity_ *= 2;
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_ + parse_padding_bytes);
    std::copy(position_, end_, larger.get());
    buffer_ = std::move(larger);
  } else {
    std::memmove(buffer_.get(), position_, kept);
  }
  position_ = buffer_.get();
  end_ = buffer_.get() + kept;
  std::memset(buffer_.get() + kept, 0, parse_padding_bytes);
}

/// Replaces what is left in the buffer by these texts, which are outside of it. The end of the source may be
/// known.
void Reader::put_back(const std::vector<std::string_view>& texts) {
  std::size_t bytes = 0;
  for (const std::string_view text : texts) bytes += text.size();
  while (capacity_ < bytes) capacity_ *= 2;
  auto buffer = std::make_unique_for_overwrite<char[]>(capacity_ + parse_padding_bytes);
  char* end = buffer.get();
  for (const std::string_view text : texts) end += text.copy(end, text.size());
  std::memset(end, 0, parse_padding_bytes);
  buffer_ = std::move(buffer);
  position_ = buffer_.get();
  end_ = end;
}

/// Reads more after what is left in the buffer. False at the end of the input.
bool Reader::refill() {
  if (source_ended_) return false;
  make_room();
  char* const end = buffer_.get() + (end_ - buffer_.get());
  const std::ptrdiff_t got =
      read_some(descriptor_, end, capacity_ - static_cast<std::size_t>(end - buffer_.get()));
  if (got < 0) {
    const std::string reason = std::strerror(errno);
    std::memset(end, 0, parse_padding_bytes);
    throw InputError(location_of(end_), "an input that can be read", "a read error: " + reason);
  }
  source_ended_ = got == 0;
  end_ += got;
  std::memset(end + got, 0, parse_padding_bytes);
  return got > 0;
}

/// Skips blanks, so that the next item or the end of the input is at position_.
void Reader::skip() {
  do {
    position_ = skip_blanks(position_);
  } while (position_ == end_ && refill());
}

bool Reader::is_mapped(const char* place) const {
  const std::string_view mapped = mapping_.text();
  return !mapped.empty() && place >= mapped.data() && place <= mapped.data() + mapped.size();
}

Location Reader::location_of(const char* place) const {
  const char* const begin = is_mapped(place) ? mapping_.text().data() : buffer_.get();
  const Location start = is_mapped(place) ? Location{} : location_after(buffer_location_, mapped_before_);
  return location_after(start, {begin, static_cast<std::size_t>(place - begin)});
}

/// The next item, not yet consumed; empty at the end of
/// the input, and cut if it is longer than an item may be.
std::string_view Reader::peek() {
  skip();
  std::size_t length = 0;
  do {
    const char* const furthest =
        position_ + std::min(static_cast<std::size_t>(end_ - position_), longest_item + 1);
    const char* stop = position_ + length;
    while (stop != furthest && !is_blank(*stop)) ++stop;
    length = static_cast<std::size_t>(stop - position_);
  } while (position_ + length == end_ && length <= longest_item && refill());
  return {position_, length};
}

/// The next item, whole, not yet consumed; empty at the end of the input.
std::string_view Reader::token() {
  const std::string_view text = peek();
  item_ = position_;
  if (text.size() > longest_item) fail("an item of at most " + std::to_string(longest_item) + " characters");
  return text;
}

std::string_view Reader::word(std::string_view what) {
  const std::string_view text = token();
  if (text.empty()) fail(std::string(what));
  position_ += text.size();
  return text;
}

std::size_t Reader::choice(std::span<const std::string_view> words, std::string_view what) {
  const std::string_view text = token();
  const auto index = find_word(words, text);
  if (!index) fail(one_of(what, words));
  position_ += text.size();
  return *index;
}

bool Reader::next_is_letter() {
  skip();
  const char lower = static_cast<char>(*position_ | 0x20);
  return position_ != end_ && lower >= 'a' && lower <= 'z';
}

bool Reader::at_end() {
  skip();
  return position_ == end_;
}

/// Counts whole items, up to `most`: the blank after the last one, or the end, shows that it is whole.
std::size_t Reader::items_in_buffer(std::size_t most) const {
  std::size_t items = 0;
  for (const char* place = position_; items < most; ++items) {
    place = skip_blanks(place);
    const char* const start = place;
    while (place != end_ && !is_blank(*place)) ++place;
    if (place == start || (place == end_ && !source_ended_)) break;
  }
  return items;
}

bool Reader::more_comes_at_once() const {
  pollfd ready{descriptor_, POLLIN, 0};
  return ::poll(&ready, 1, pause_ms) > 0;
}

bool Reader::items_are_here(std::size_t count) {
  while (end_ - position_ < many_bytes && items_in_buffer(count) < count && !source_ended_) {
    if (!more_comes_at_once()) return false;
    refill();
  }
  return true;
}

std::string_view Reader::mapped_rest() const {
  return is_mapped(position_) ? std::string_view(position_, static_cast<std::size_t>(end_ - position_))
                              : std::string_view();
}

void Reader::expect_end() {
  if (!at_end()) fail(std::string(end_of_input));
}

void Reader::require_memory(std::initializer_list<std::size_t> dimensions, std::size_t bytes_each,
                            std::string_view what) {
  std::uint64_t bytes = bytes_each;
  bool fits = true;
  for (const std::size_t dimension : dimensions) {
    fits = !__builtin_mul_overflow(bytes, dimension, &bytes) && fits;
  }
  if (std::find(dimensions.begin(), dimensions.end(), 0) != dimensions.end()) return;
  fits = !__builtin_add_overflow(required_bytes_, bytes, &required_bytes_) && fits;
  if (fits && required_bytes_ <= small_bytes) return;
  const std::uint64_t available = base::available_memory_bytes();
  if (fits && required_bytes_ <= available) return;
  reject("a size of " + std::string(what) + " that fits in the memory available here (" +
             std::to_string(available) + " bytes)",
         product_text(dimensions) + " items of " + std::to_string(bytes_each) + " bytes");
}

void Reader::reject(std::string expected, std::string found) const {
  throw InputError(item_ != nullptr ? location_of(item_) : item_location_, std::move(expected),
                   std::move(found));
}

/// Throws, as the next item is not `expected`.
void Reader::fail(std::string expected) {
  const std::string_view found = peek();
  throw InputError(location_of(position_), std::move(expected),
                   found.empty() ? std::string(end_of_input) : quoted(found));
}

}  // namespace problems

#pragma once

// Reading many numbers by several cores: each reads those in a piece of the text, and where they belong among all is
// known when the pieces before have been read.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/large_vector.hpp"
#include "problems/common/printing/pipeline.hpp"
#include "problems/common/reading/input_error.hpp"
#include "problems/common/reading/parse_integer.hpp"
#include "problems/common/reading/text_pieces.hpp"

namespace problems {

/// How several cores share the reading of a text, piece by piece.
struct Sharing {
  unsigned cores = 1;
  bool maps_files = cores > 1;  ///< large ones; one core alone reads them no faster so
  std::size_t piece_bytes = std::size_t{1} << 17;
  std::size_t least_bytes = std::size_t{1} << 20;  ///< of text; with less, threads take longer to start
  std::size_t least_mapped_bytes = least_bytes;    ///< of a file
};

/// The numbers of one piece: how many, and where the last of them starts; nullptr: there is none.
struct NumbersOfPiece {
  std::size_t count = 0;
  const char* last = nullptr;
};

/// Reads the numbers of a text of whole items to `values`, which has room; none if anything else is among
/// them.
template <class T>
using ReadPiece = std::function<std::optional<NumbersOfPiece>(std::string_view text, T* values)>;

/// `plain(item, value)` returns what follows the number, or nullptr; `spelled(item)` is asked then, for the number or
/// none.
template <class T, class Plain, class Spelled>
std::optional<NumbersOfPiece> read_piece(std::string_view text, T* values, Plain plain, Spelled spelled) {
  const char* position = text.data();
  const char* const end = position + text.size();
  NumbersOfPiece numbers;
  for (;;) {
    const char* const start = skip_blanks(position);
    if (start >= end) return numbers;
    const char* stop = plain(start, values[numbers.count]);
    if (stop == nullptr) {
      stop = std::find_if(start, end, is_blank);
      const std::string_view item(start, static_cast<std::size_t>(stop - start));
      const std::optional<T> value = item.size() <= longest_item ? spelled(item) : std::nullopt;
      if (!value) return std::nullopt;
      values[numbers.count] = *value;
    }
    numbers.last = start;
    position = stop;
    ++numbers.count;
  }
}

template <class T>
class SharedReading {
 public:
  explicit SharedReading(const Sharing& sharing) : sharing_(sharing), slots_(2 * sharing.cores) {}

  /// Appends to `values`, until it has `count`, the numbers of whole pieces from `source`, as long as these
  /// contain nothing else.
  void read(Pieces& source, std::size_t count, base::LargeVector<T>& values, const ReadPiece<T>& read_piece) {
    // Then several cores copy at once, each to its place; and new memory is provided to them all at once, too, which
    // takes longer than copying.
    T* const in_place = values.capacity() >= count ? values.data() : nullptr;
    std::atomic<bool> is_complete = false;
    end_ = pipeline(
        sharing_.cores, slots_,
        [&](Slot& slot, bool alone) { return is_complete ? Taken::nothing : source.take(slot.piece, alone); },
        [&](Slot& slot) {
          source.settle(slot.piece);
          read_slot(slot, read_piece);
          if (source.is_stream() && slot.numbers) measure(slot);
        },
        [&](Slot& slot) {
          if (!slot.numbers || slot.numbers->count > count - values.size()) return false;
          slot.place = values.size();
          if (in_place != nullptr) {
            values.resize(slot.place + slot.numbers->count);
          } else {
            values.insert(values.end(), slot.values.get(), slot.values.get() + slot.numbers->count);
          }
          const std::string_view text = slot.piece.text;
          if (!text.empty())
            stop_ = text.data() + text.size();  // else an item of a piece before goes on there
          if (slot.numbers->count > 0) {
            last_ = slot.numbers->last;
            last_at_ = location_after(stop_at_, slot.last_at);
          }
          stop_at_ = location_after(stop_at_, slot.stop_at);
          is_complete = values.size() == count;
          return true;
        },
        [&](Slot& slot) {
          if (in_place == nullptr) return;
          provide_memory(slot, in_place, count);
          std::copy_n(slot.values.get(), slot.numbers->count, in_place + slot.place);
        });
  }

  const char* stop() const {
    return stop_;
  }  ///< what follows the pieces that were used; nullptr: there is none
  const char* last() const {
    return last_;
  }  ///< where the last number in them starts; nullptr: there is none

  /// Places of these two, of a stream, from where its text began.
  Location stop_at() const { return stop_at_; }
  Location last_at() const { return last_at_; }

  /// The pieces that were taken and not used, in order.
  std::vector<std::string_view> unused() const {
    std::vector<std::string_view> texts;
    for (std::size_t number = end_.used; number < end_.taken; ++number)
      texts.push_back(slots_[number % slots_.size()].piece.text);
    return texts;
  }

 private:
  struct Slot {
    TextPiece piece;
    std::unique_ptr<T[]> values = nullptr;
    std::size_t capacity = 0;
    std::optional<NumbersOfPiece> numbers = {};
    std::size_t place = 0;  ///< of the first among all, once that is known
    Location last_at;
    Location stop_at;
  };

  static void read_slot(Slot& slot, const ReadPiece<T>& read_piece) {
    const std::string_view text = slot.piece.text;
    const std::size_t most = text.size() / 2 + 1;  // each takes a blank, too
    if (slot.capacity < most) {
      slot.values = std::make_unique_for_overwrite<T[]>(most);
      slot.capacity = most;
    }
    slot.numbers = read_piece(text, slot.values.get());
  }

  /// Several cores that are the first to write to a large page would each fill one with zeros, and all but one in vain.
  /// So this provides, for the numbers of one slot, the pages that come when all slots have been copied again.
  void provide_memory(const Slot& slot, const T* values, std::size_t count) const {
    const std::size_t begin = std::min(count, slot.place + slots_.size() * slot.numbers->count);
    const std::size_t end = std::min(count, begin + slot.numbers->count);
    base::provide_large_pages(values + begin, values + end, values + count);
  }

  static void measure(Slot& slot) {
    const std::string_view text = slot.piece.text;
    const auto before =
        slot.numbers->last == nullptr ? 0 : static_cast<std::size_t>(slot.numbers->last - text.data());
    slot.last_at = location_after(Location{}, text.substr(0, before));
    slot.stop_at = location_after(slot.last_at, text.substr(before));
  }

  Sharing sharing_;
  std::vector<Slot> slots_;
  PipelineEnd end_ = {0, 0};
  const char* stop_ = nullptr;
  const char* last_ = nullptr;
  Location stop_at_;
  Location last_at_;
};

}  // namespace problems

#pragma once

// Reading many numbers by several cores: each reads those that start in its chunks of the text, and where they belong
// among all is known when the chunks before have been read.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/on_cores.hpp"
#include "problems/common/parse_integer.hpp"

namespace problems {

/// How several cores share the reading of a text, slab by slab.
struct Sharing {
  unsigned cores = 1;
  std::size_t chunk_bytes = std::size_t{1} << 17;
  std::size_t chunks_each = 16;                    ///< in a slab, for each core
  std::size_t least_bytes = std::size_t{1} << 20;  ///< of text; with less, threads take longer to start
};

/// A longer item is an error: an endless one (/dev/zero) must not fill the memory.
inline constexpr std::size_t longest_item = 1 << 20;

template <class T>
class SharedReading {
 public:
  explicit SharedReading(const Sharing& sharing) : sharing_(sharing) {}

  /// Appends to `values` numbers from the beginning of `text`, whose last character is a blank: those of whole chunks,
  /// as many as are all numbers and not more than `most`. `plain(item, value)` returns what follows the number, or
  /// nullptr; `spelled(item)` is asked then, for the number or none.
  template <class Plain, class Spelled>
  void read(std::string_view text, std::size_t most, std::vector<T>& values, Plain plain, Spelled spelled) {
    begin_ = text.data();
    end_ = begin_ + std::min(text.size(), sharing_.cores * sharing_.chunks_each * sharing_.chunk_bytes);
    while (!is_blank(end_[-1])) ++end_;
    chunks_.resize((static_cast<std::size_t>(end_ - begin_) + sharing_.chunk_bytes - 1) /
                   sharing_.chunk_bytes);
    base::on_cores(sharing_.cores, chunks_.size(),
                   [&](std::size_t number) { read_chunk(number, plain, spelled); });
    take(most, values);
  }

  const char* stop() const { return stop_; }  ///< what follows the numbers that were taken
  const char* last() const { return last_; }  ///< where the last of them starts; nullptr: there is none
  const char* left() const { return left_; }  ///< to here the text is better read by one core, item by item

 private:
  struct Chunk {
    std::unique_ptr<T[]> values = nullptr;
    std::size_t count = 0;
    bool all_numbers = false;
    const char* last = nullptr;
    const char* stop = nullptr;
    std::size_t offset = 0;  ///< among all values
  };

  const char* chunk_end(std::size_t number) const {
    return begin_ + std::min((number + 1) * sharing_.chunk_bytes, static_cast<std::size_t>(end_ - begin_));
  }

  template <class Plain, class Spelled>
  void read_chunk(std::size_t number, Plain plain, Spelled spelled) {
    Chunk& chunk = chunks_[number];
    // Each item takes a blank, too; one of them may begin with the last character.
    if (!chunk.values) chunk.values = std::make_unique_for_overwrite<T[]>(sharing_.chunk_bytes / 2 + 1);
    T* const values = chunk.values.get();
    const char* const end = chunk_end(number);
    const char* position = begin_ + number * sharing_.chunk_bytes;
    if (number > 0) position = std::find_if(position - 1, end_, is_blank);
    const char* last = nullptr;
    std::size_t count = 0;
    chunk.all_numbers = false;
    for (;;) {
      const char* const start = skip_blanks(position);
      if (start >= end) break;
      const char* stop = plain(start, values[count]);
      if (stop == nullptr) {
        stop = std::find_if(start, end_, is_blank);
        const std::string_view item(start, static_cast<std::size_t>(stop - start));
        const std::optional<T> value = item.size() <= longest_item ? spelled(item) : std::nullopt;
        if (!value) return;
        values[count] = *value;
      }
      last = start;
      position = stop;
      ++count;
    }
    chunk.all_numbers = true;
    chunk.count = count;
    chunk.last = last;
    chunk.stop = position;
  }

  void take(std::size_t most, std::vector<T>& values) {
    stop_ = begin_;
    last_ = nullptr;
    const std::size_t before = values.size();
    std::size_t total = before, taken = 0;
    for (; taken < chunks_.size(); ++taken) {
      Chunk& chunk = chunks_[taken];
      if (!chunk.all_numbers || chunk.count > before + most - total) break;
      chunk.offset = total;
      total += chunk.count;
      if (chunk.count > 0) {
        last_ = chunk.last;
        stop_ = chunk.stop;
      }
    }
    left_ = taken < chunks_.size() ? chunk_end(taken) : stop_;
    values.resize(total);
    base::on_cores(sharing_.cores, taken, [&](std::size_t number) {
      const Chunk& chunk = chunks_[number];
      std::copy_n(chunk.values.get(), chunk.count, values.data() + chunk.offset);
    });
  }

  Sharing sharing_;
  std::vector<Chunk> chunks_;
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  const char* stop_ = nullptr;
  const char* last_ = nullptr;
  const char* left_ = nullptr;
};

}  // namespace problems

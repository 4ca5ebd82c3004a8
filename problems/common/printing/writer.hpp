#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace problems {

/// How several cores share the printing of many items, part by part.
struct SharedPrinting {
  unsigned cores = 0;                              ///< 0: those that the process was given
  std::size_t part_items = std::size_t{1} << 14;   ///< no more in a part
  std::size_t part_bytes = 120'000;                ///< of text, about, if these are fewer items
  std::size_t least_items = std::size_t{1} << 17;  ///< with fewer, threads take longer to start
};

/// Writes contest output through a buffer. Every call may throw std::system_error when the output cannot be
/// written. Call flush() at the end to learn of that; the destructor also flushes, but cannot report, and
/// does not when an exception is on its way.
class Writer {
 public:
  /// Writes to a file or a pipe, which stays open and owned by the caller. Adds the bytes that have arrived
  /// there to `written_bytes`, unless it is null.
  explicit Writer(int descriptor, std::uint64_t* written_bytes = nullptr, const SharedPrinting& sharing = {});

  /// Appends to `sink`, which must outlive the writer.
  explicit Writer(std::string& sink, const SharedPrinting& sharing = {.cores = 1});

  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void character(char value);
  void text(std::string_view value);

  /// T is a standard integer type of 8 to 64 bits.
  template <class T>
  void integer(T value);

  /// The shortest text that reads back to the same value (float or double), plain or scientific, whichever is
  /// shorter, as std::to_chars.
  template <class T>
  void decimal(T value);

  /// The values, integers or decimals, separated by single spaces, then a newline.
  template <class T>
  void row(std::span<const T> values) {
    rows(values, 1);
  }

  /// `count` rows of equal length, one after another in `values`; many values are printed by all cores.
  template <class T>
  void rows(std::span<const T> values, std::size_t count);

  /// Prints items `begin` to `end` (exclusive) of a list, each followed by its newline or space.
  using PrintItems = std::function<void(Writer& out, std::size_t begin, std::size_t end)>;

  /// Prints `count` items. If they are many, several cores print parts of them at once, each into a writer of
  /// its own, and the parts are written in order. Only a few parts are in memory at any time.
  void items(std::size_t count, const PrintItems& print);

  void flush();

 private:
  struct Part {};
  explicit Writer(Part);

  char* room(std::size_t bytes);
  void make_room(std::size_t bytes);
  void write_out(std::string_view bytes);
  std::string_view text_in_buffer() const;

  template <class T>
  void part_of_rows(std::span<const T> values, std::size_t columns, std::size_t begin, std::size_t end);

  static constexpr std::size_t usual_capacity = 64 * 1024;

  int descriptor_ = -1;
  std::uint64_t* written_bytes_ = nullptr;
  std::string* sink_ = nullptr;
  bool is_part_ = false;  ///< its buffer grows, and is never written
  SharedPrinting sharing_;
  int exceptions_at_start_;
  std::unique_ptr<char[]> buffer_;
  char* position_;
  char* limit_;
};

}  // namespace problems

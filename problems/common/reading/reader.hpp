#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_mapping.hpp"
#include "base/large_vector.hpp"
#include "problems/common/reading/input_error.hpp"
#include "problems/common/reading/shared_reading.hpp"

namespace problems {

/// Reads contest input leniently: numbers and words are separated by blanks (space, tab, CR, LF; any number
/// of them), and the last newline may be missing. Anything unexpected, including a read error, throws
/// InputError with its place. `what` names the item in that error: "N", "element of A".
class Reader {
 public:
  /// Reads a file or a pipe, which stays open and owned by the caller. Where the process may use several cores, they
  /// share the reading of many numbers, and a large regular file is mapped; all else is streamed.
  explicit Reader(int descriptor);

  /// Reads it by these cores.
  Reader(int descriptor, std::size_t buffer_bytes, const Sharing& sharing = {});

  /// Reads a copy of `text`.
  explicit Reader(std::string_view text, const Sharing& sharing = {});

  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// An integer from `min` to `max`; T is a standard integer type of 8 to 64 bits.
  template <class T>
  T integer(T min, T max, std::string_view what);

  /// `count` integers from `min` to `max`. Grows as data arrives: a false `count` costs no memory.
  template <class T>
  base::LargeVector<T> integers(std::size_t count, T min, T max, std::string_view what);

  /// Reads as many of the next items as several cores read together: up to `most` integers from `min` to
  /// `max`, in a file that is mapped. There may be none, and nothing but such numbers is among them:
  /// integer() reads on from there.
  template <class T>
  base::LargeVector<T> shared_integers(std::size_t most, T min, T max);

  /// The next `count` items, up to 64, if they are here and each is a 0 or a 1 and followed by one space or newline:
  /// item k is bit k. Else nothing, and none is read: integer() reads them.
  std::optional<std::uint64_t> plain_bits(unsigned count);

  /// Reads again from where `read` began, if it returns false; it calls nothing but shared_integers(). Returns what it
  /// returns.
  template <class Read>
  bool try_to(const Read& read) {
    const char* const position = position_;
    const char* const item = item_;
    const bool done = read();
    if (!done) {
      position_ = position;
      item_ = item;
    }
    return done;
  }

  /// A number in decimal notation (no nan, inf or hexadecimal), rounded correctly to T (float or double). A
  /// number too large for T is an error, one too small is zero.
  template <class T>
  T decimal(std::string_view what);

  /// `count` decimals. Grows as data arrives.
  template <class T>
  base::LargeVector<T> decimals(std::size_t count, std::string_view what);

  /// The characters up to the next blank. Valid until the next call.
  std::string_view word(std::string_view what);

  /// One of `words`; returns its index. Any other word is an error that names them all.
  std::size_t choice(std::span<const std::string_view> words, std::string_view what);

  /// Whether an ASCII letter comes next, after blanks.
  bool next_is_letter();

  /// Whether nothing but blanks is left.
  bool at_end();

  /// Whether reading `count` more items, short ones, will not wait for the writer of the input: they are
  /// here, or its end is, or they come at once.
  bool items_are_here(std::size_t count = 1);

  /// The part of a mapped file that was not read yet; empty for any other input.
  std::string_view mapped_rest() const;

  /// Copies a part of that from the file.
  void copy_mapped(std::string_view part, char* to) const { mapping_.copy(part, to); }

  unsigned cores() const { return sharing_.cores; }  ///< that share the reading

  /// Throws InputError unless nothing but blanks is left.
  void expect_end();

  /// Throws InputError, placed at the last item read, when an array of these dimensions cannot fit, together with
  /// those required before, in the memory that is available (available_memory_bytes()) or in 64 bits. `what` names
  /// the array. Says nothing about small ones, up to 16 MiB in all.
  void require_memory(std::initializer_list<std::size_t> dimensions, std::size_t bytes_each,
                      std::string_view what);

  /// Throws InputError at the last item read: it is well formed, but not allowed there.
  [[noreturn]] void reject(std::string expected, std::string found) const;

  static constexpr std::size_t default_buffer_bytes = 64 * 1024;

 private:
  /// What an error calls the item that is being read.
  struct Item {
    std::string_view what;
    std::size_t index = 0;
    std::size_t count = 0;  ///< 0: not an element of something

    std::string name() const;
  };

  bool refill();
  bool more_comes_at_once() const;
  std::size_t items_in_buffer(std::size_t most) const;
  void make_room();
  void skip();
  std::string_view peek();
  std::string_view token();
  bool is_mapped(const char* place) const;
  Location location_of(const char* place) const;
  [[noreturn]] void fail(std::string expected);

  template <class T>
  T careful_integer(T min, T max, const Item& item);
  template <class T>
  T careful_decimal(const Item& item);
  template <class T, class Plain, class Careful>
  T number(Plain plain, Careful careful);
  template <class T, class Plain, class Careful>
  base::LargeVector<T> numbers(std::size_t count, Plain plain, Careful careful,
                               const ReadPiece<T>& read_piece);
  std::string_view shareable_text(std::size_t count) const;
  bool is_long_stream(std::size_t count) const;
  template <class T>
  const char* share_text(std::string_view text, std::size_t count, base::LargeVector<T>& values,
                         const ReadPiece<T>& read_piece);
  template <class T>
  void share_stream(std::size_t count, base::LargeVector<T>& values, const ReadPiece<T>& read_piece);
  void put_back(const std::vector<std::string_view>& texts);

  int descriptor_ = -1;
  Sharing sharing_;
  base::FileMapping mapping_;
  std::string_view mapped_before_;  ///< what precedes the buffer, not counted in buffer_location_
  std::size_t capacity_;            ///< bytes of buffer_ that may hold input; padding follows
  std::unique_ptr<char[]> buffer_;
  const char* position_;  ///< next byte to read
  const char* end_;       ///< end of the bytes that have arrived, followed by NUL padding
  bool source_ended_ = false;
  std::uint64_t required_bytes_ = 0;  ///< by require_memory()
  Location buffer_location_;          ///< of the first byte in the buffer
  const char* item_ = nullptr;        ///< start of the last item read, while it is in memory
  Location item_location_;            ///< of the last item read, once it is not
};

}  // namespace problems

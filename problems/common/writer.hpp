#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace problems {

/// Writes contest output through a buffer. Every call may throw std::system_error when the output cannot be
/// written. Call flush() at the end to learn of that; the destructor also flushes, but cannot report, and
/// does not when an exception is on its way.
class Writer {
 public:
  /// Writes to a file or a pipe, which stays open and owned by the caller. Adds to `written_bytes`, unless it
  /// is null, what has arrived there.
  explicit Writer(int descriptor, std::uint64_t* written_bytes = nullptr);

  /// Appends to `sink`, which must outlive the writer.
  explicit Writer(std::string& sink);

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
  void row(std::span<const T> values);

  void flush();

 private:
  char* room(std::size_t bytes);
  void write_out(std::string_view bytes);

  static constexpr std::size_t capacity = 64 * 1024;

  int descriptor_ = -1;
  std::uint64_t* written_bytes_ = nullptr;
  std::string* sink_ = nullptr;
  int exceptions_at_start_;
  std::unique_ptr<char[]> buffer_;
  char* position_;
  char* limit_;
};

}  // namespace problems

#pragma once

// The source of a text that several cores read: pieces of whole items, of a text in memory or of a stream.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "problems/common/printing/pipeline.hpp"

namespace problems {

/// A longer item is an error: an endless one (/dev/zero) must not fill the memory.
inline constexpr std::size_t longest_item = 1 << 20;

/// Bytes read, 0 at the end, less than 0 for an error; waits even if the descriptor does not.
std::ptrdiff_t read_some(int descriptor, char* into, std::size_t bytes);

/// Enlarges a pipe from which much is to come, so that its writer can work while others read what is there,
/// and waits less often. Changes nothing if that is not permitted, if it is not a pipe, or if the pipe is
/// already as large.
void enlarge_pipe(int descriptor);

/// Whole items, with a blank after each.
struct TextPiece {
  std::string_view text;
  std::unique_ptr<char[]> memory = nullptr;  ///< which has the text, unless that is another's
  std::size_t capacity = 0;                  ///< of that memory, without the padding
};

/// A source of pieces.
class Pieces {
 public:
  virtual ~Pieces() = default;
  virtual Taken take(TextPiece& piece, bool alone) = 0;
  /// Makes a piece that was taken one of whole items: those that begin in it, if any. Several may be settled at once. An
  /// item that is longer than `longest_item` is cut, but stays longer than it.
  virtual void settle(TextPiece& piece) const = 0;
  /// Whether places are counted from where its text began, as the pieces are gone when they have been read.
  virtual bool is_stream() const = 0;
};

/// Pieces of a text in memory whose last character is a blank. Pieces are taken without looking at the text: the first
/// to look may have to wait for its pages, and only one can take at a time.
class PiecesInMemory final : public Pieces {
 public:
  PiecesInMemory(std::string_view text, std::size_t piece_bytes)
      : text_(text), left_(text), piece_bytes_(piece_bytes) {}

  Taken take(TextPiece& piece, bool alone) override;
  void settle(TextPiece& piece) const override;
  bool is_stream() const override { return false; }

 private:
  std::string_view text_, left_;
  std::size_t piece_bytes_;
};

/// Pieces of a stream: what has been read of it, and then what comes. Waits for that only when no piece is on its way.
class PiecesOfStream final : public Pieces {
 public:
  /// `read_already` must outlive this.
  PiecesOfStream(int descriptor, std::string_view read_already, std::size_t piece_bytes)
      : descriptor_(descriptor), pending_(read_already), piece_bytes_(piece_bytes) {}

  Taken take(TextPiece& piece, bool alone) override;
  void settle(TextPiece&) const override {}  // it is one of whole items
  bool is_stream() const override { return true; }

  /// What has been read and not taken, in two parts.
  std::string_view carry() const { return carry_; }
  std::string_view pending() const { return pending_; }

  bool source_ended() const { return source_ended_; }

 private:
  int descriptor_;
  std::string carry_;  ///< the beginning of an item
  std::string_view pending_;
  std::size_t piece_bytes_;
  bool source_ended_ = false;
};

}  // namespace problems

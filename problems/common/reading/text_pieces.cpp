#include "problems/common/reading/text_pieces.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "problems/common/reading/parse_integer.hpp"

namespace problems {
namespace {

bool is_ready(int descriptor) {
  pollfd ready{descriptor, POLLIN, 0};
  return ::poll(&ready, 1, 0) > 0;
}

/// Provides room for `bytes` bytes and the padding after them; the first `used` are kept.
void reserve(TextPiece& piece, std::size_t bytes, std::size_t used) {
  if (piece.capacity >= bytes) return;
  auto larger = std::make_unique_for_overwrite<char[]>(bytes + parse_padding_bytes);
  std::copy_n(piece.memory.get(), used, larger.get());
  piece.memory = std::move(larger);
  piece.capacity = bytes;
}

}  // namespace

std::ptrdiff_t read_some(int descriptor, char* into, std::size_t bytes) {
  for (;;) {
    const ssize_t got = ::read(descriptor, into, bytes);
    if (got >= 0) return got;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd ready{descriptor, POLLIN, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return got;
    }
  }
}

void enlarge_pipe(int descriptor) {
  constexpr int large_bytes = 1 << 19;
  const int bytes = ::fcntl(descriptor, F_GETPIPE_SZ);
  if (bytes > 0 && bytes < large_bytes) ::fcntl(descriptor, F_SETPIPE_SZ, large_bytes);
}

Taken PiecesInMemory::take(TextPiece& piece, bool) {
  if (left_.empty()) return Taken::nothing;
  piece.text = left_.substr(0, piece_bytes_);
  left_.remove_prefix(piece.text.size());
  return Taken::item;
}

void PiecesInMemory::settle(TextPiece& piece) const {
  const char* begin = piece.text.data();
  const char* end = begin + piece.text.size();
  if (begin != text_.data() && !is_blank(begin[-1])) begin = std::find_if(begin, end, is_blank);
  if (begin != end) {
    // An item that is too long is cut where that is known; to its end there may be a hole as large as the file.
    const auto left = static_cast<std::size_t>(text_.data() + text_.size() - end);
    const char* const furthest = end + std::min(left, longest_item + 1);
    while (end != furthest && !is_blank(end[-1])) ++end;
  }
  piece.text = {begin, static_cast<std::size_t>(end - begin)};
}

Taken PiecesOfStream::take(TextPiece& piece, bool alone) {
  std::size_t bytes = carry_.size();
  reserve(piece, bytes + piece_bytes_, 0);
  carry_.copy(piece.memory.get(), bytes);
  for (;;) {
    reserve(piece, bytes + piece_bytes_, bytes);
    char* const begin = piece.memory.get();
    std::size_t got = 0;
    if (!pending_.empty()) {
      got = pending_.copy(begin + bytes, piece_bytes_);
      pending_.remove_prefix(got);
    } else {
      if (!alone && !is_ready(descriptor_)) break;
      const std::ptrdiff_t found = read_some(descriptor_, begin + bytes, piece_bytes_);
      source_ended_ = found == 0;
      // An error comes again if the caller reads on.
      if (found <= 0 || bytes > longest_item) {
        carry_.assign(begin, bytes + static_cast<std::size_t>(std::max<std::ptrdiff_t>(found, 0)));
        return Taken::nothing;
      }
      got = static_cast<std::size_t>(found);
    }
    std::size_t whole = bytes + got;
    while (whole > bytes && !is_blank(begin[whole - 1])) --whole;
    const bool has_blank = whole > bytes;
    bytes += got;
    if (!has_blank) continue;
    std::memset(begin + bytes, 0, parse_padding_bytes);
    carry_.assign(begin + whole, bytes - whole);
    piece.text = {begin, whole};
    return Taken::item;
  }
  carry_.assign(piece.memory.get(), bytes);
  return Taken::later;
}

}  // namespace problems

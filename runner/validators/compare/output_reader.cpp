#include "runner/validators/compare/output_reader.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace validator {

OutputReader::OutputReader(int descriptor, std::size_t block_bytes)
    : mapping_(descriptor),
      buffer_bytes_(block_bytes),
      counted_to_(mapping_.text().data()),
      begin_(counted_to_),
      end_(counted_to_ + mapping_.text().size()),
      descriptor_(descriptor) {}

OutputReader::OutputReader(std::string_view text)
    : buffer_bytes_(0),
      counted_to_(text.data()),
      begin_(counted_to_),
      end_(counted_to_ + text.size()),
      at_end_(true) {}

bool OutputReader::extend() {
  if (at_end_) return false;
  if (!buffer_ && !mapping_.text().empty()) {
    mapped_before_ = consumed();  // counted only where that is asked for
  } else {
    counted_ = position();
    mapped_before_ = {};
  }
  const std::string_view rest = window();
  // Doubling, and filling to the brim, keep a long token from being moved and compared too often.
  const bool in_new_room = !buffer_ || rest.size() * 2 > buffer_bytes_;
  while (rest.size() * 2 > buffer_bytes_) buffer_bytes_ *= 2;
  auto room = in_new_room ? std::make_unique_for_overwrite<char[]>(buffer_bytes_) : std::move(buffer_);
  char* end = std::copy(rest.begin(), rest.end(), room.get());
  buffer_ = std::move(room);
  counted_to_ = begin_ = buffer_.get();
  end_ = end;
  while (end != buffer_.get() + buffer_bytes_) {
    const auto free_bytes = static_cast<std::size_t>(buffer_.get() + buffer_bytes_ - end);
    const ssize_t count = read(descriptor_, end, free_bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "cannot read the output on stdin");
    if (count == 0) {
      at_end_ = true;
      break;
    }
    end += count;
  }
  const bool longer = end != end_;
  end_ = end;
  return longer;
}

Position OutputReader::position() const {
  Position here = counted_;
  here.advance(mapped_before_);
  here.advance(consumed());
  return here;
}

}  // namespace validator

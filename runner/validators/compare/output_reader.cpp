#include "runner/validators/compare/output_reader.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace validator {

OutputReader::OutputReader(int descriptor, std::size_t block_bytes)
    : buffer_(block_bytes), descriptor_(descriptor) {}

bool OutputReader::extend() {
  if (at_end_) return false;
  buffer_position_ = position();
  end_ -= begin_;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_);
  begin_ = 0;
  // Doubling, and filling to the brim, keep a long token from being moved and compared too often.
  if (end_ * 2 > buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const std::size_t before = end_;
  while (end_ < buffer_.size()) {
    const ssize_t count = read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "cannot read the output on stdin");
    if (count == 0) {
      at_end_ = true;
      break;
    }
    end_ += static_cast<std::size_t>(count);
  }
  return end_ > before;
}

Position OutputReader::position() const {
  Position here = buffer_position_;
  here.advance({buffer_.data(), begin_});
  return here;
}

}  // namespace validator

#include "problems/common/writer.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <concepts>
#include <exception>
#include <system_error>

#include "problems/common/print_decimal.hpp"
#include "problems/common/print_integer.hpp"

namespace problems {
namespace {

char* print(char* out, float value) {
  return print_decimal(out, value);
}
char* print(char* out, double value) {
  return print_decimal(out, value);
}

template <std::integral T>
char* print(char* out, T value) {
  return print_integer(out, value);
}

}  // namespace

Writer::Writer(int descriptor, std::uint64_t* written_bytes)
    : descriptor_(descriptor),
      written_bytes_(written_bytes),
      exceptions_at_start_(std::uncaught_exceptions()),
      buffer_(std::make_unique_for_overwrite<char[]>(capacity)),
      position_(buffer_.get()),
      limit_(buffer_.get() + capacity) {}

Writer::Writer(std::string& sink) : Writer(-1) {
  sink_ = &sink;
}

Writer::~Writer() {
  if (std::uncaught_exceptions() > exceptions_at_start_) return;
  try {
    flush();
  } catch (const std::system_error&) {
    // Whoever wants to know calls flush().
  }
}

/// At least `bytes` of free space in the buffer.
char* Writer::room(std::size_t bytes) {
  if (static_cast<std::size_t>(limit_ - position_) < bytes) flush();
  return position_;
}

void Writer::write_out(std::string_view bytes) {
  if (sink_ != nullptr) {
    *sink_ += bytes;
    return;
  }
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      if (written_bytes_ != nullptr) *written_bytes_ += static_cast<std::uint64_t>(written);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd ready{descriptor_, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot write the output");
    }
  }
}

void Writer::flush() {
  const std::string_view bytes(buffer_.get(), static_cast<std::size_t>(position_ - buffer_.get()));
  position_ = buffer_.get();
  write_out(bytes);
}

void Writer::character(char value) {
  *room(1) = value;
  ++position_;
}

void Writer::text(std::string_view value) {
  if (value.size() > capacity) {
    flush();
    write_out(value);
    return;
  }
  position_ += value.copy(room(value.size()), value.size());
}

template <class T>
void Writer::integer(T value) {
  position_ = print(room(print_room_bytes), value);
}

template <class T>
void Writer::decimal(T value) {
  position_ = print(room(print_room_bytes), value);
}

template <class T>
void Writer::row(std::span<const T> values) {
  char* out = position_;
  for (const T value : values) {
    if (limit_ - out <= static_cast<std::ptrdiff_t>(print_room_bytes)) {
      position_ = out;
      flush();
      out = position_;
    }
    out = print(out, value);
    *out++ = ' ';
  }
  position_ = values.empty() ? out : out - 1;
  character('\n');
}

#define PROBLEMS_WRITE_INTEGER(T)      \
  template void Writer::integer<T>(T); \
  template void Writer::row<T>(std::span<const T>);
PROBLEMS_WRITE_INTEGER(signed char)
PROBLEMS_WRITE_INTEGER(unsigned char)
PROBLEMS_WRITE_INTEGER(short)
PROBLEMS_WRITE_INTEGER(unsigned short)
PROBLEMS_WRITE_INTEGER(int)
PROBLEMS_WRITE_INTEGER(unsigned)
PROBLEMS_WRITE_INTEGER(long)
PROBLEMS_WRITE_INTEGER(unsigned long)
PROBLEMS_WRITE_INTEGER(long long)
PROBLEMS_WRITE_INTEGER(unsigned long long)

template void Writer::decimal<float>(float);
template void Writer::decimal<double>(double);
template void Writer::row<float>(std::span<const float>);
template void Writer::row<double>(std::span<const double>);

}  // namespace problems

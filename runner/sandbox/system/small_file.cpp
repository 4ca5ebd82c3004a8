#include "runner/sandbox/system/small_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>

#include "base/descriptor.hpp"

namespace runner {

std::optional<std::string> read_small_file(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = pread(descriptor, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (count < 0) return std::nullopt;  // ESRCH: the process ended after the opening
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

std::optional<std::string> read_small_file(const std::string& path) {
  const base::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return std::nullopt;
  return read_small_file(file.number());
}

bool write_small_file(const std::string& path, std::string_view text) {
  const base::Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.number() >= 0 &&
         write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<long long> number_after(std::string_view text, std::string_view key) {
  for (std::size_t start = 0; start < text.size();) {
    std::string_view line = text.substr(start, text.find('\n', start) - start);
    start += line.size() + 1;
    if (!line.starts_with(key)) continue;
    line.remove_prefix(key.size());
    const std::size_t digits = line.find_first_not_of(": \t");
    if (digits == std::string_view::npos || (digits == 0 && !key.empty())) continue;
    long long number = 0;
    const auto [end, error] = std::from_chars(line.data() + digits, line.data() + line.size(), number);
    if (error == std::errc()) return number;
  }
  return std::nullopt;
}

}  // namespace runner

#pragma once

#include <cstdio>
#include <string>
#include <vector>

/// Writes the given number of bytes to the file `path`, 64 KiB at a time; the number that the file took.
inline std::size_t write_work_file(const std::string& path, std::size_t bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return 0;
  std::setbuf(file, nullptr);
  const std::vector<char> block(1 << 16, 'y');
  std::size_t written = 0;
  while (written < bytes) {
    const std::size_t wanted = bytes - written < block.size() ? bytes - written : block.size();
    const std::size_t count = std::fwrite(block.data(), 1, wanted, file);
    written += count;
    if (count < wanted) break;
  }
  std::fclose(file);
  return written;
}

#pragma once

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "base/on_cores.hpp"

namespace base {

/// The rest of a regular file, as memory: the text is read where the system's cache has it. NUL bytes follow,
/// at least a page of them. If the file gets shorter meanwhile, reading the lost part raises SIGBUS.
class FileMapping {
 public:
  FileMapping() = default;

  /// Maps from the position of `descriptor`, which is left at the end of the mapped part: more may be read
  /// there. If it is not a regular file, has less than `least_bytes` left, or cannot be mapped, the text is
  /// empty and nothing changes.
  explicit FileMapping(int descriptor, std::size_t least_bytes = 1) {
    const std::size_t text_bytes = bytes_left(descriptor);
    if (text_bytes == 0 || text_bytes < least_bytes) return;
    const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
    const off_t file_bytes = at + static_cast<off_t>(text_bytes);
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t before = static_cast<std::size_t>(at) % page;
    // Whole pages of the file cover the beginning of memory of our own, and the rest is copied behind them:
    // data that others append meanwhile is not visible.
    const std::size_t tail = (before + text_bytes) % page;
    const std::size_t paged = before + text_bytes - tail;
    void* const room =
        ::mmap(nullptr, paged + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return;
    room_ = room;
    room_bytes_ = paged + 2 * page;
    const off_t from = at - static_cast<off_t>(before);
    const bool mapped =
        paged == 0 || ::mmap(room, paged, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, from) == room;
    char* const end = static_cast<char*>(room) + paged;
    if (!mapped ||
        ::pread(descriptor, end, tail, file_bytes - static_cast<off_t>(tail)) != static_cast<ssize_t>(tail) ||
        ::lseek(descriptor, file_bytes, SEEK_SET) < 0) {
      release();
      return;
    }
    text_ = {static_cast<const char*>(room) + before, text_bytes};
    descriptor_ = descriptor;
    text_at_ = at;
  }

  FileMapping(FileMapping&& other) noexcept { *this = std::move(other); }
  FileMapping& operator=(FileMapping&& other) noexcept {
    std::swap(room_, other.room_);
    std::swap(room_bytes_, other.room_bytes_);
    std::swap(text_, other.text_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(text_at_, other.text_at_);
    return *this;
  }
  ~FileMapping() { release(); }

  /// The bytes from the position of `descriptor` to the end of a regular file; 0 if it is not one.
  static std::size_t bytes_left(int descriptor) {
    struct stat facts {};
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) return 0;
    const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
    return at < 0 || at >= facts.st_size ? 0 : static_cast<std::size_t>(facts.st_size - at);
  }

  std::string_view text() const { return text_; }

  /// Copies a part of the text by reading the file, which must still be open. Copying from the mapping would
  /// be slower: the process returns those pages when it ends, 130 ms for 10 GB.
  void copy(std::string_view part, char* to) const {
    std::size_t done = 0;
    while (done < part.size()) {
      const off_t at = text_at_ + (part.data() - text_.data()) + static_cast<off_t>(done);
      const ssize_t got = ::pread(descriptor_, to + done, part.size() - done, at);
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    part.substr(done).copy(to + done, part.size() - done);  // what cannot be read
  }

  /// Drops the pages of `read`, a part of the text that will hardly be read again, from this process's
  /// memory, by several cores. Otherwise one core does that when the process ends, which takes 4 to 10 ms for
  /// 1 GB.
  void release_pages(std::string_view read, unsigned cores) const {
    constexpr std::size_t chunk_bytes = std::size_t{16} << 20;
    char* const room = static_cast<char*>(room_);
    const auto begin = static_cast<std::size_t>(read.data() - room);
    const std::size_t end = begin + read.size();
    // Chunks are whole pages: those within the text belong to the file, none to our own memory behind it.
    const std::size_t first = (begin + chunk_bytes - 1) / chunk_bytes, last = end / chunk_bytes;
    if (first >= last) return;
    on_cores(cores, last - first, [&](std::size_t chunk) {
      ::madvise(room + (first + chunk) * chunk_bytes, chunk_bytes, MADV_DONTNEED);
    });
  }

 private:
  void release() {
    if (room_ != nullptr) ::munmap(room_, room_bytes_);
    room_ = nullptr;
  }

  void* room_ = nullptr;
  std::size_t room_bytes_ = 0;
  std::string_view text_;
  int descriptor_ = -1;
  off_t text_at_ = 0;  ///< where in the file the text begins
};

}  // namespace base

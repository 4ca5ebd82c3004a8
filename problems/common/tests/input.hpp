#pragma once

// Where the tests of the readers and of programs get their input from, and how they look at an error.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/memory_file.hpp"
#include "problems/common/reading/input_error.hpp"

namespace problems::test {

using base::MemoryFile;

/// A file in memory in the place of a standard stream, until its end.
class Redirected {
 public:
  explicit Redirected(int stream, std::string_view text = {})
      : file_(text), stream_(stream), original_(::dup(stream)) {
    ::dup2(file_.descriptor(), stream_);
  }
  ~Redirected() {
    ::dup2(original_, stream_);
    ::close(original_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

  std::string text() const { return file_.text(); }

 private:
  MemoryFile file_;
  int stream_, original_;
};

/// A pipe into which a thread writes `text`, `bytes` at a time.
class FedPipe {
 public:
  FedPipe(std::string text, std::size_t bytes) {
    if (::pipe(ends_.data()) != 0) throw std::runtime_error("cannot make a pipe");
    feeder_ = std::thread([this, text = std::move(text), bytes] {
      for (std::string_view left = text; !left.empty();) {
        const ssize_t written = ::write(ends_[1], left.data(), std::min(bytes, left.size()));
        if (written < 0) break;
        left.remove_prefix(static_cast<std::size_t>(written));
      }
      ::close(ends_[1]);
    });
  }
  ~FedPipe() {
    // What the reader left must not keep the feeder waiting.
    std::array<char, 4096> rest;
    while (::read(ends_[0], rest.data(), rest.size()) > 0) {
    }
    feeder_.join();
    ::close(ends_[0]);
  }
  FedPipe(const FedPipe&) = delete;
  FedPipe& operator=(const FedPipe&) = delete;

  int descriptor() const { return ends_[0]; }

 private:
  std::array<int, 2> ends_ = {-1, -1};
  std::thread feeder_;
};

/// What InputError `read` throws says; "no error" if it throws none.
template <class Read>
std::string message_of(Read read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace problems::test

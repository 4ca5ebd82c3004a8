#pragma once

#include <cstddef>

#include "kernels/text/source_text.hpp"

namespace kernels {

/// Memory of the host that the GPU copies at the full rate of the bus. With pages of 2 MiB that several cores
/// touch, it takes a tenth of the time that cudaMallocHost takes. Where it cannot be pinned, copies are
/// slower.
class PinnedRoom {
 public:
  /// Throws std::bad_alloc.
  PinnedRoom(std::size_t bytes, unsigned cores);
  PinnedRoom(const PinnedRoom&) = delete;
  PinnedRoom& operator=(const PinnedRoom&) = delete;
  ~PinnedRoom();

  char* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  char* data_;
  bool pinned_ = false;
};

/// The memory that upload() needs for a text of so many bytes.
std::size_t staging_bytes(std::size_t text_bytes);

/// Copies the text to device memory; when it returns, it is there. Each of up to `cores` cores takes pieces
/// of it to its own part of `staging`, from which the GPU takes them while the core goes on with the next.
void upload(const SourceText& source, char* device, const PinnedRoom& staging, unsigned cores);

}  // namespace kernels

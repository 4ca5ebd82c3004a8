#include "kernels/text/upload.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <new>

#include "base/large_vector.hpp"
#include "base/on_cores.hpp"
#include "kernels/gpu/event.hpp"
#include "kernels/gpu/stream.hpp"

namespace kernels {
namespace {

// On an H200 host, eight cores with pieces of 4 MB reached 50 GB/s, of the bus's 55; of 1 MB, 40.
constexpr std::size_t piece_bytes = std::size_t{4} << 20;
constexpr std::size_t lane_bytes =
    2 * piece_bytes;  ///< of one core: one piece is filled while another is copied
constexpr std::size_t most_lanes = 8;

}  // namespace

PinnedRoom::PinnedRoom(std::size_t bytes, unsigned cores) : bytes_(bytes) {
  void* const room = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<char*>(room);
  ::madvise(room, bytes, MADV_HUGEPAGE);
  base::on_cores(cores, bytes / base::large_page_bytes,
                 [&](std::size_t page) { data_[page * base::large_page_bytes] = 0; });
  pinned_ = cudaHostRegister(room, bytes, cudaHostRegisterDefault) == cudaSuccess;
  if (!pinned_) cudaGetLastError();
}

PinnedRoom::~PinnedRoom() {
  if (pinned_) cudaHostUnregister(data_);
  ::munmap(data_, bytes_);
}

std::size_t staging_bytes(std::size_t text_bytes) {
  return std::clamp<std::size_t>(text_bytes / lane_bytes, 1, most_lanes) * lane_bytes;
}

void upload(const SourceText& source, char* device, const PinnedRoom& staging, unsigned cores) {
  const std::string_view text = source.text;
  std::atomic<std::size_t> next = 0;
  const std::size_t lanes = std::min<std::size_t>(staging.bytes() / lane_bytes, cores);
  base::on_cores(cores, lanes, [&](std::size_t lane) {
    const Stream stream;
    const std::array<Event, 2> copied;
    for (std::size_t turn = 0;; ++turn) {
      const std::size_t begin = next.fetch_add(piece_bytes);
      if (begin >= text.size()) break;
      const std::string_view piece = text.substr(begin, piece_bytes);
      char* const place = staging.data() + lane * lane_bytes + turn % 2 * piece_bytes;
      copied[turn % 2].wait("copy of the text");
      source.copy(piece, place);
      check_cuda(cudaMemcpyAsync(device + begin, place, piece.size(), cudaMemcpyHostToDevice, stream),
                 "copy of the text");
      copied[turn % 2].record(stream);
    }
    stream.wait("copy of the text");
  });
}

}  // namespace kernels

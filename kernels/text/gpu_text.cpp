#include "kernels/text/gpu_text.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include <algorithm>
#include <array>
#include <vector>

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/event.hpp"
#include "kernels/gpu/stream.hpp"
#include "kernels/text/upload.hpp"

namespace kernels {
namespace {

/// More tokens are not left to the host: it reads the text then.
constexpr std::uint32_t most_hard_tokens = 4096;

std::string_view token_at(std::string_view text, std::uint64_t begin) {
  const auto end =
      std::find_if(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), is_blank_character);
  return text.substr(begin, static_cast<std::size_t>(end - text.begin()) - begin);
}

/// The memory in which a part of a text is printed; there are two.
struct PrintingPart {
  explicit PrintingPart(std::size_t room) : bytes(1), text(room) {}

  DeviceBuffer<std::uint64_t> bytes;
  DeviceBuffer<char> text;
  Event printed, copied;
};

class CudaText final : public GpuText {
 public:
  CudaText(std::size_t text_bytes, unsigned cores)
      : pinned_(staging_bytes(text_bytes), cores), cores_(cores) {}

  GpuStream stream() const override { return stream_; }

  bool read(const SourceText& text, IntegerTokens kind, std::span<std::int32_t> values,
            const Spelled<std::int32_t>& spelled) override {
    return read_tokens(text, kind, values, spelled);
  }
  bool read(const SourceText& text, DecimalTokens kind, std::span<float> values,
            const Spelled<float>& spelled) override {
    return read_tokens(text, kind, values, spelled);
  }

  void wait() override { stream_.wait("kernels"); }

  void print(NumberRows<std::int32_t> rows, const Sink& sink) override { print_rows(rows, sink); }
  void print(NumberRows<std::int64_t> rows, const Sink& sink) override { print_rows(rows, sink); }
  void print(NumberRows<float> rows, const Sink& sink) override { print_rows(rows, sink); }

  /// While a part is copied, the next one is printed, and the one before goes to the sink.
  void print(const TextItems& items, const Sink& sink) override {
    const std::size_t half_bytes = pinned_.bytes() / 2;
    const std::size_t part_items = items_of_part(items.most_bytes);
    const std::size_t parts = (items.size + part_items - 1) / part_items;
    const Stream copies;
    PrintingPart first(half_bytes), second(half_bytes);
    const std::array<PrintingPart*, 2> room = {&first, &second};
    std::array<std::uint64_t, 2> bytes = {};
    const auto print_part = [&](std::size_t part) {
      PrintingPart& own = *room[part % 2];
      const std::size_t begin = part * part_items;
      own.copied.hold(stream_);
      items.print(begin, std::min(begin + part_items, items.size), own.text.data(), own.bytes.data(),
                  stream_);
      own.printed.record(stream_);
    };
    const auto give = [&](std::size_t part) {
      room[part % 2]->copied.wait("copy of the text");
      sink({pinned_.data() + part % 2 * half_bytes, bytes[part % 2]});
    };
    if (parts > 0) print_part(0);
    for (std::size_t part = 0; part < parts; ++part) {
      PrintingPart& own = *room[part % 2];
      own.printed.hold(copies);
      check_cuda(cudaMemcpyAsync(&bytes[part % 2], own.bytes.data(), sizeof(std::uint64_t),
                                 cudaMemcpyDeviceToHost, copies),
                 "size of the text");
      copies.wait("printing");
      check_cuda(cudaMemcpyAsync(pinned_.data() + part % 2 * half_bytes, own.text.data(), bytes[part % 2],
                                 cudaMemcpyDeviceToHost, copies),
                 "copy of the text");
      own.copied.record(copies);
      if (part + 1 < parts) print_part(part + 1);
      if (part > 0) give(part - 1);
    }
    if (parts > 0) give(parts - 1);
  }

 private:
  void* room_of(std::size_t bytes) override { return rooms_.emplace_back(bytes).data(); }

  template <class T>
  void copy_out(T* to, const T* from, std::size_t count, std::string_view what) const {
    check_cuda(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream_), what);
  }

  template <class Kind, class Number = typename Kind::Number>
  bool read_tokens(const SourceText& source, Kind kind, std::span<Number> values,
                   const Spelled<Number>& spelled) {
    const std::string_view text = source.text;
    const std::size_t tiles = parse_tiles(text.size());
    const DeviceBuffer<char> device_text(padded_text_bytes(text.size()));
    const DeviceBuffer<std::uint32_t> counts(tiles), hard_count(1);
    const DeviceBuffer<std::uint64_t> tokens_before(tiles + 1);
    const DeviceBuffer<HardToken> hard(most_hard_tokens);
    check_cuda(
        cudaMemsetAsync(device_text.data() + text.size(), ' ', device_text.size() - text.size(), stream_),
        "blanks behind the text");
    check_cuda(cudaMemsetAsync(hard_count.data(), 0, sizeof(std::uint32_t), stream_), "count of hard tokens");
    upload(source, device_text.data(), pinned_, cores_);
    count_tokens(device_text.data(), text.size(), counts.data(), tokens_before.data(), stream_);
    convert_tokens(device_text.data(), text.size(), tokens_before.data(), kind, values,
                   {hard_count.data(), hard.data(), most_hard_tokens}, stream_);
    std::uint64_t tokens = 0;
    std::uint32_t left = 0;
    copy_out(&tokens, tokens_before.data() + tiles, 1, "number of tokens");
    copy_out(&left, hard_count.data(), 1, "number of hard tokens");
    stream_.wait("reading the text");
    if (tokens != values.size() || left > most_hard_tokens) return false;
    std::vector<HardToken> hard_tokens(left);
    copy_out(hard_tokens.data(), hard.data(), left, "hard tokens");
    stream_.wait("hard tokens");
    std::vector<Number> numbers;
    for (const HardToken& token : hard_tokens) {
      const std::optional<Number> value = spelled(token_at(text, token.begin));
      if (!value) return false;
      numbers.push_back(*value);
    }
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      check_cuda(cudaMemcpyAsync(values.data() + hard_tokens[k].index, &numbers[k], sizeof(Number),
                                 cudaMemcpyHostToDevice, stream_),
                 "copy of a number");
    }
    stream_.wait("numbers of hard tokens");
    return true;
  }

  /// The number of items whose text has room in half of the pinned memory.
  std::size_t items_of_part(std::size_t most_bytes) const { return pinned_.bytes() / 2 / most_bytes; }

  template <class T>
  void print_rows(NumberRows<T> rows, const Sink& sink) {
    const std::size_t most_tiles = print_tiles(items_of_part(most_text_bytes<T>));
    const DeviceBuffer<std::uint32_t> counts(most_tiles);
    const DeviceBuffer<std::uint64_t> bytes_before(most_tiles + 1);
    const auto print_some = [&](std::size_t begin, std::size_t end, char* text, std::uint64_t* bytes,
                                GpuStream stream) {
      const NumberRows<T> some = {rows.numbers + begin, end - begin, rows.before + begin, rows.columns};
      measure_text(some, counts.data(), bytes_before.data(), stream);
      print_text(some, bytes_before.data(), text, stream);
      check_cuda(cudaMemcpyAsync(bytes, bytes_before.data() + print_tiles(some.size), sizeof(std::uint64_t),
                                 cudaMemcpyDeviceToDevice, stream),
                 "size of the text");
    };
    print({rows.size, most_text_bytes<T>, print_some}, sink);
  }

  PinnedRoom pinned_;
  unsigned cores_;
  Stream stream_;
  std::vector<DeviceBuffer<std::byte>> rooms_;
};

}  // namespace

std::unique_ptr<GpuText> make_gpu_text(std::size_t text_bytes, unsigned cores) {
  return std::make_unique<CudaText>(text_bytes, cores);
}

}  // namespace kernels

#else

namespace kernels {

std::unique_ptr<GpuText> make_gpu_text(std::size_t, unsigned) {
  return nullptr;
}

}  // namespace kernels
#endif

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/text/parse.hpp"
#include "kernels/text/print.hpp"
#include "kernels/text/source_text.hpp"
#include "kernels/text/text_items.hpp"

namespace kernels {

/// Moves numbers from a text in the host's memory to the GPU's, and others back: the GPU reads and prints
/// them. Device memory is as large as the text and all numbers together. Every function throws GpuCannotRun
/// if there is too little of it, and another GpuError if the GPU fails.
class GpuText {
 public:
  /// Which number a token is that the GPU leaves to the host, if any.
  template <class Number>
  using Spelled = std::function<std::optional<Number>(std::string_view token)>;

  using Sink = std::function<void(std::string_view text)>;

  virtual ~GpuText() = default;

  virtual GpuStream stream() const = 0;

  /// Device memory for `size` elements, which is there as long as this is.
  template <class T>
  std::span<T> room(std::size_t size) {
    return {static_cast<T*>(room_of(size * sizeof(T))), size};
  }

  /// Reads the tokens of the text, as many as there are elements in `values`, which are in device memory.
  /// False if there are more or fewer, if one is not such a number (a reader on the host then names it), or
  /// if too many are left to the host. The text does not begin within a token.
  virtual bool read(const SourceText& text, IntegerTokens kind, std::span<std::int32_t> values,
                    const Spelled<std::int32_t>& spelled) = 0;
  virtual bool read(const SourceText& text, DecimalTokens kind, std::span<float> values,
                    const Spelled<float>& spelled) = 0;

  /// Waits for what `stream` was given.
  virtual void wait() = 0;

  /// Prints items in device memory, and gives the text to `sink`, part by part.
  virtual void print(const TextItems& items, const Sink& sink) = 0;

  /// Prints numbers in device memory, in whole rows.
  virtual void print(NumberRows<std::int32_t> rows, const Sink& sink) = 0;
  virtual void print(NumberRows<std::int64_t> rows, const Sink& sink) = 0;
  virtual void print(NumberRows<float> rows, const Sink& sink) = 0;

 private:
  virtual void* room_of(std::size_t bytes) = 0;
};

/// Makes one for a text of about `text_bytes` bytes, which `cores` cores bring to the GPU. Null if CUDA is
/// not built in.
std::unique_ptr<GpuText> make_gpu_text(std::size_t text_bytes, unsigned cores);

}  // namespace kernels

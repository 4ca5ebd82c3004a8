#include "problems/common/printing/writer.hpp"

#include <algorithm>
#include <atomic>
#include <concepts>
#include <exception>
#include <system_error>
#include <vector>

#include "base/given_cores.hpp"
#include "problems/common/printing/decimal_batch.hpp"
#include "problems/common/printing/pipeline.hpp"
#include "problems/common/printing/print_decimal.hpp"
#include "problems/common/printing/print_integer.hpp"
#include "problems/common/printing/write_whole.hpp"

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

/// Formats a few numbers, one after another.
template <class T>
class Batch {
 public:
  static constexpr std::size_t capacity = DecimalBatch::capacity;

  void prepare(std::span<const T> values) { values_ = values; }
  char* print(char* out, std::size_t index) const { return problems::print(out, values_[index]); }

 private:
  std::span<const T> values_;
};

template <>
class Batch<float> : public DecimalBatch {};

}  // namespace

Writer::Writer(int descriptor, std::uint64_t* written_bytes, const SharedPrinting& sharing)
    : descriptor_(descriptor),
      written_bytes_(written_bytes),
      sharing_(sharing),
      exceptions_at_start_(std::uncaught_exceptions()),
      buffer_(std::make_unique_for_overwrite<char[]>(usual_capacity)),
      position_(buffer_.get()),
      limit_(buffer_.get() + usual_capacity) {}

Writer::Writer(std::string& sink, const SharedPrinting& sharing) : Writer(-1, nullptr, sharing) {
  sink_ = &sink;
}

Writer::Writer(Part) : Writer(-1, nullptr, {.cores = 1}) {
  is_part_ = true;
}

Writer::~Writer() {
  if (is_part_ || std::uncaught_exceptions() > exceptions_at_start_) return;
  try {
    flush();
  } catch (const std::system_error&) {
    // A caller that needs to know calls flush().
  }
}

/// Returns free space of at least `bytes` in the buffer.
char* Writer::room(std::size_t bytes) {
  if (static_cast<std::size_t>(limit_ - position_) < bytes) make_room(bytes);
  return position_;
}

void Writer::make_room(std::size_t bytes) {
  const std::size_t used = text_in_buffer().size();
  if (is_part_) {
    const std::size_t capacity = std::max(2 * static_cast<std::size_t>(limit_ - buffer_.get()), used + bytes);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    text_in_buffer().copy(larger.get(), used);
    buffer_ = std::move(larger);
    position_ = buffer_.get() + used;
    limit_ = buffer_.get() + capacity;
  } else {
    flush();
  }
}

std::string_view Writer::text_in_buffer() const {
  return {buffer_.get(), static_cast<std::size_t>(position_ - buffer_.get())};
}

void Writer::write_out(std::string_view bytes) {
  if (sink_ != nullptr) {
    *sink_ += bytes;
    return;
  }
  write_whole(descriptor_, bytes, written_bytes_);
}

void Writer::flush() {
  if (is_part_) return;
  const std::string_view bytes = text_in_buffer();
  position_ = buffer_.get();
  write_out(bytes);
}

void Writer::character(char value) {
  *room(1) = value;
  ++position_;
}

void Writer::text(std::string_view value) {
  if (value.size() > usual_capacity && !is_part_) {
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
void Writer::part_of_rows(std::span<const T> values, std::size_t columns, std::size_t begin,
                          std::size_t end) {
  Batch<T> batch;
  std::size_t left_in_row = columns - begin % columns;
  for (std::size_t count; begin < end; begin += count) {
    count = std::min(batch.capacity, end - begin);
    batch.prepare(values.subspan(begin, count));
    char* out = room(count * (print_room_bytes + 1));
    for (std::size_t i = 0; i < count;) {
      const std::size_t stop = std::min(count, i + left_in_row);
      left_in_row -= stop - i;
      for (; i < stop; ++i) {
        out = batch.print(out, i);
        *out++ = ' ';
      }
      if (left_in_row > 0) break;
      out[-1] = '\n';
      left_in_row = columns;
    }
    position_ = out;
  }
}

template <class T>
void Writer::rows(std::span<const T> values, std::size_t count) {
  if (values.empty()) {
    for (; count > 0; --count) character('\n');
    return;
  }
  items(values.size(),
        [values, columns = values.size() / count](Writer& out, std::size_t begin, std::size_t end) {
          out.part_of_rows(values, columns, begin, end);
        });
}

void Writer::items(std::size_t count, const PrintItems& print) {
  const bool are_many = sharing_.cores != 1 && count >= sharing_.least_items;
  const unsigned cores = are_many && sharing_.cores == 0 ? base::given_core_count() : sharing_.cores;
  if (!are_many || cores < 2) return print(*this, 0, count);
  flush();
  struct Slot {
    Writer out{Part()};
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  std::vector<Slot> slots(2 * cores);
  std::size_t next = 0;
  // Parts for all cores of a short list, too; of a long one by how long items turn out to be.
  constexpr std::size_t first_guess = 1000;
  const std::size_t most_items = std::clamp<std::size_t>(count / (2 * cores), 1, sharing_.part_items);
  std::atomic<std::size_t> items_of_part = std::min(first_guess, most_items);
  pipeline(
      cores, slots,
      [&](Slot& slot, bool) {
        slot.begin = next;
        next += std::min(items_of_part.load(), count - next);
        slot.end = next;
        return slot.begin < count ? Taken::item : Taken::nothing;
      },
      [&](Slot& slot) {
        slot.out.position_ = slot.out.buffer_.get();
        print(slot.out, slot.begin, slot.end);
        const std::size_t bytes = std::max<std::size_t>(slot.out.text_in_buffer().size(), 1);
        items_of_part =
            std::clamp<std::size_t>(sharing_.part_bytes * (slot.end - slot.begin) / bytes, 1, most_items);
      },
      [&](Slot& slot) {
        write_out(slot.out.text_in_buffer());
        return true;
      });
}

#define PROBLEMS_WRITE_INTEGER(T)      \
  template void Writer::integer<T>(T); \
  template void Writer::rows<T>(std::span<const T>, std::size_t);
PROBLEMS_WRITE_INTEGER(unsigned char)
PROBLEMS_WRITE_INTEGER(int)
PROBLEMS_WRITE_INTEGER(unsigned)
PROBLEMS_WRITE_INTEGER(long)
PROBLEMS_WRITE_INTEGER(unsigned long)
PROBLEMS_WRITE_INTEGER(long long)
PROBLEMS_WRITE_INTEGER(unsigned long long)

template void Writer::decimal<float>(float);
template void Writer::decimal<double>(double);
template void Writer::rows<float>(std::span<const float>, std::size_t);
template void Writer::rows<double>(std::span<const double>, std::size_t);

}  // namespace problems

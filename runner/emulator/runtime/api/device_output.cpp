// Implements printf in kernels. clang packs the arguments, after C's default promotions, into a struct.
#include "runner/emulator/runtime/api/device_output.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/order/grid_accesses.hpp"
#include "runner/emulator/runtime/order/late_works.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

std::mutex output_mutex;
std::string output;  ///< output that the host has not seen yet

/// Unpacks the arguments from their struct, one after another.
class Arguments {
 public:
  explicit Arguments(const char* packed) : begin_(packed) {}

  template <class T>
  T next() {
    at_ = (at_ + alignof(T) - 1) / alignof(T) * alignof(T);
    T value;
    std::memcpy(&value, begin_ + at_, sizeof value);
    at_ += sizeof value;
    ++count;
    return value;
  }

  int count = 0;

 private:
  const char* begin_;
  std::size_t at_ = 0;
};

template <class T>
void append(std::string& text, const std::string& conversion, T value) {
  char small[256];
  const int length = std::snprintf(small, sizeof small, conversion.c_str(), value);
  if (length < 0) return;
  if (static_cast<std::size_t>(length) < sizeof small) {
    text.append(small, static_cast<std::size_t>(length));
    return;
  }
  const std::size_t before = text.size();
  text.resize(before + static_cast<std::size_t>(length) + 1);
  std::snprintf(text.data() + before, static_cast<std::size_t>(length) + 1, conversion.c_str(), value);
  text.pop_back();
}

/// Prints one conversion, such as `%-8.3f`; `format` starts after the percent sign. Returns where the
/// conversion ends.
const char* convert(const char* format, Arguments& arguments, std::string& text) {
  const char* const begin = format;
  std::string conversion = "%";
  bool is_long = false;
  for (;; ++format) {
    const char c = *format;
    if (c == '*') {
      conversion += std::to_string(arguments.next<int>());
    } else if (c == 'l') {
      is_long = true;
    } else if (c != 'h' && c != 'L') {
      if (!std::strchr("-+ #0123456789.", c) || c == 0) break;
      conversion += c;
    }
  }
  switch (*format) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      if (is_long) {
        append(text, conversion + "l" + *format, arguments.next<long>());
      } else {
        append(text, conversion + *format, arguments.next<int>());
      }
      break;
    case 'c':
      append(text, conversion + 'c', arguments.next<int>());
      break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      append(text, conversion + *format, arguments.next<double>());
      break;
    case 's': {
      const char* string = arguments.next<const char*>();
      append(text, conversion + 's', string ? string : "(null)");
      break;
    }
    case 'p':
      append(text, conversion + 'p', arguments.next<const void*>());
      break;
    case '%':
      text += '%';
      break;
    default:  // what a device does not know, including `%zu`, is printed unchanged
      text += '%';
      text.append(begin, format);
      return format;
  }
  return format + 1;
}

/// Lanes that print at the same place do so in lane order before any of them continues: the first lane prints
/// for all.
void print_together(const std::string& text, std::uintptr_t call) {
  Worker& worker = *Worker::running();
  Thread& self = worker.current();
  self.value = reinterpret_cast<std::uint64_t>(&text);
  const std::uint32_t active = worker.wait_for_active_lanes(reinterpret_cast<const void*>(call));
  if (!self.value) return;
  Thread* lanes = worker.block().lanes_beside(self);
  const std::lock_guard lock(output_mutex);
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if (!(active >> lane & 1)) continue;
    output += *reinterpret_cast<const std::string*>(lanes[lane].value);
    lanes[lane].value = 0;
  }
}

}  // namespace

namespace {
[[maybe_unused]] const bool is_shown_late = (after_late_works = show_device_output, true);
}  // namespace

void show_device_output() {
  const std::lock_guard lock(output_mutex);
  if (output.empty()) return;
  std::fwrite(output.data(), 1, output.size(), stdout);
  output.clear();
}

void wait_and_show_device_output() {
  PendingWorks::instance().finish_before(default_stream());
  show_device_output();
}

}  // namespace cuda_emulator

/// Returns the number of arguments, as on a device. `call` numbers the program's calls in source order.
extern "C" int cuda_emulator_vprintf(const char* format, const char* packed, unsigned call) {
  cuda_emulator::Arguments arguments(packed);
  std::string text;
  while (*format) {
    if (*format == '%') {
      format = cuda_emulator::convert(format + 1, arguments, text);
    } else {
      text += *format++;
    }
  }
  cuda_emulator::report(cuda_emulator::FindingKind::kernel_output, __builtin_return_address(0),
                        "what a kernel prints goes to standard output, between what the host prints");
  cuda_emulator::print_together(text, call);
  return arguments.count;
}

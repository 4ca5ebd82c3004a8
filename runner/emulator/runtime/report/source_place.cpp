#include "runner/emulator/runtime/report/source_place.hpp"

#include <backtrace.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/base/text.hpp"

namespace {

using VisitObject = int (*)(dl_phdr_info*, std::size_t, void*);

/// libbacktrace iterates over all loaded objects to read their line tables, including separate ones in
/// /usr/lib/debug; with those of the C library that takes 0.1 s. Only locations in the program itself are
/// needed.
thread_local bool visits_program_alone = false;

}  // namespace

extern "C" {
int __real_dl_iterate_phdr(VisitObject visit, void* data);

int __wrap_dl_iterate_phdr(VisitObject visit, void* data) {
  if (!visits_program_alone) return __real_dl_iterate_phdr(visit, data);
  struct Visit {
    VisitObject visit;
    void* data;
    int result;
  } first{visit, data, 0};
  __real_dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t size, void* given) {
        auto& wanted = *static_cast<Visit*>(given);
        wanted.result = wanted.visit(program, size, wanted.data);
        return 1;  // the program comes first, and is the last one visited
      },
      &first);
  return first.result;
}
}

namespace cuda_emulator {
namespace {

/// libbacktrace reads the line tables of the program itself.
backtrace_state* state() {
  static backtrace_state* const state =
      backtrace_create_state(nullptr, 1, [](void*, const char*, int) {}, nullptr);
  return state;
}

/// The emulated device has line tables of its own in some builds.
bool is_users(const char* file) {
  for (const char* part : {"/cuda_emulator/", "cuda_runtime", "/emulator/runtime/", "/cuda-emulator/include/",
                           "/emulator/include/"}) {
    if (std::strstr(file, part)) return false;
  }
  return std::strncmp(file, "/usr/", 5) != 0;
}

bool in_executable(const void* code) {
  const auto image = executable_image();
  return code >= image.data() && code < image.data() + image.size();
}

int take_place(void* result, std::uintptr_t, const char* file, int line, const char*) {
  auto& place = *static_cast<SourcePlace*>(result);
  if (!file || !is_users(file)) return 0;
  if (std::strncmp(file, "./", 2) == 0) file += 2;  // clang's way to name a header next to the source
  place = {file, line};
  return 1;
}

}  // namespace

SourcePlace place_of(const void* code) {
  SourcePlace place;
  if (code) {
    visits_program_alone = true;
    backtrace_pcinfo(
        state(), reinterpret_cast<std::uintptr_t>(code) - 1, take_place, [](void*, const char*, int) {},
        &place);
    visits_program_alone = false;
  }
  return place;
}

namespace {

bool is_own_code(const void* code) {
  return in_executable(code) && !place_of(code).file.empty();
}

}  // namespace

const void* next_line(const void* code) {
  constexpr int most_bytes = 64;
  const char* const begin = static_cast<const char*>(code);
  for (int ahead = 0; ahead < most_bytes; ++ahead) {
    if (in_executable(begin + ahead) && place_of(begin + ahead).line > 0) return begin + ahead;
  }
  return code;
}

std::string to_text(const SourcePlace& place) {
  return place.file.empty() ? "an unknown line" : joined(place.file, ":", place.line);
}

const void* first_own_code(std::span<const void* const> words) {
  const auto found = std::ranges::find_if(words, is_own_code);
  if (found != words.end()) return *found;
  // An empty loop may have no line: the code before it has.
  constexpr int most_bytes = 1024;
  const char* const code = words.empty() ? nullptr : static_cast<const char*>(words[0]);
  for (int back = 1; code && back < most_bytes; ++back) {
    if (is_own_code(code - back)) return code - back;
  }
  return nullptr;
}

const void* first_own_call(std::span<const void* const> words) {
  for (const void* word : words) {
    if (!is_own_code(word)) continue;
    const char* after_call = static_cast<const char*>(word);
    std::int32_t distance;  // of `call`, behind its one byte of code
    std::memcpy(&distance, after_call - sizeof distance, sizeof distance);
    const bool is_call = static_cast<unsigned char>(after_call[-5]) == 0xe8;
    if (is_call && is_own_code(after_call + distance + 1)) return word;
  }
  return nullptr;
}

const void* calling_code() {
  const void* found = nullptr;
  backtrace_simple(
      state(), 1,
      [](void* result, std::uintptr_t code) {
        const void* address = reinterpret_cast<const void*>(code + 1);
        if (!is_own_code(address)) return 0;
        *static_cast<const void**>(result) = address;
        return 1;
      },
      [](void*, const char*, int) {}, &found);
  return found;
}

}  // namespace cuda_emulator

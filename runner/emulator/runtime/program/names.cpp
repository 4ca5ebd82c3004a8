#include "runner/emulator/runtime/program/names.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace cuda_emulator {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The last name in a symbol that no demangler accepts, because the compiler made all of it unique:
/// `_ZZ4kernelvE4sums2`.
std::string_view last_name(std::string_view mangled) {
  for (std::size_t at = mangled.rfind('E'); at != mangled.npos && at > 0; at = mangled.rfind('E', at - 1)) {
    std::size_t begin = at + 1, letters = 0;
    for (; begin < mangled.size() && is_digit(mangled[begin]) && letters < mangled.size(); ++begin) {
      letters = 10 * letters + static_cast<std::size_t>(mangled[begin] - '0');
    }
    if (letters > 0 && letters <= mangled.size() - begin) return mangled.substr(begin, letters);
  }
  return mangled;
}

/// Storage for names, which live as long as the program.
template <class Make>
const char* kept(std::map<const char*, std::string>& texts, std::mutex& mutex, const char* mangled,
                 Make make) {
  const std::lock_guard lock(mutex);
  std::string& text = texts[mangled];
  if (text.empty()) text = make(mangled);
  return text.c_str();
}

}  // namespace

const char* signature(const char* mangled) {
  static std::mutex mutex;
  static auto& known = *new std::map<const char*, std::string>;
  return kept(known, mutex, mangled, [](const char* name) {
    // The demangler would treat any other name as a type: `x` as "long long".
    if (!std::string_view(name).starts_with("_Z")) return std::string(name);
    int status = 0;
    char* demangled = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string text = demangled ? demangled : name;
    std::free(demangled);
    return text;
  });
}

const char* variable_name(const char* mangled) {
  static std::mutex mutex;
  static auto& known = *new std::map<const char*, std::string>;
  return kept(known, mutex, mangled, [](const char* name) {
    const std::string whole = signature(name);
    if (whole.starts_with("_Z")) return std::string(last_name(whole));
    const std::size_t last = whole.rfind("::");
    return last == whole.npos ? whole : whole.substr(last + 2);
  });
}

}  // namespace cuda_emulator

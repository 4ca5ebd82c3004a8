#include "runner/emulator/runtime/program/names.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

namespace cuda_emulator {

const char* signature(const char* mangled) {
  static std::mutex mutex;
  static auto& known = *new std::map<const char*, std::string>;
  const std::lock_guard lock(mutex);
  std::string& text = known[mangled];
  if (text.empty()) {
    int status = 0;
    char* demangled = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    text = demangled ? demangled : mangled;
    std::free(demangled);
  }
  return text.c_str();
}

const char* variable_name(const char* mangled) {
  const std::string whole = signature(mangled);
  const std::size_t last = whole.rfind("::");
  return signature(mangled) + (last == whole.npos ? 0 : last + 2);
}

}  // namespace cuda_emulator

#include "runner/gpu_trace/process_record.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/descriptor.hpp"

namespace gpu_trace {
namespace {

Trace* map_file() {
  const char* path = std::getenv(file_variable);
  if (path == nullptr) return nullptr;
  const base::Descriptor file(open(path, O_RDWR | O_CLOEXEC));
  if (file.number() < 0) return nullptr;
  struct stat facts {};
  const bool is_whole =
      fstat(file.number(), &facts) == 0 && facts.st_size >= static_cast<off_t>(sizeof(Trace));
  void* memory = is_whole ? mmap(nullptr, sizeof(Trace), PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0)
                          : MAP_FAILED;
  return memory == MAP_FAILED ? nullptr : static_cast<Trace*>(memory);
}

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 ? text.get() : name;
}

}  // namespace

std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(base::monotonic_ns());
}

ProcessRecord::ProcessRecord() {
  if (Trace* trace = map_file()) {
    trace->version = layout_version;
    const std::uint32_t place = std::atomic_ref(trace->processes).fetch_add(1);
    if (place < most_processes) process_ = &trace->process[place];
  }
  process_->process_id = getpid();
  process_->loaded_ns = now_ns();
  process_->state = State::loaded;
}

bool ProcessRecord::is_own() const {
  return process_->process_id == getpid();
}

Kernel& ProcessRecord::kernel(const char* mangled_name) {
  const std::string key = mangled_name == nullptr ? "(no name)" : mangled_name;
  const auto known = rows_.find(key);
  if (known != rows_.end()) return process_->kernels[known->second];
  const std::size_t count = rows_.size();
  const std::size_t row = std::min(count, most_kernels - 1);
  rows_.emplace(key, row);
  Kernel& kernel = process_->kernels[row];
  put_text(kernel.name, count < most_kernels ? demangled(key.c_str()) : "(other kernels)");
  process_->kernel_count = static_cast<std::uint32_t>(row + 1);
  return kernel;
}

void ProcessRecord::add_error(std::string_view call, int code, std::string_view name) {
  std::uint32_t row = 0;
  for (; row < process_->error_count; ++row) {
    Error& error = process_->errors[row];
    if (error.code == code && call == error.call.data()) break;
  }
  if (row == most_errors) {
    --row;
    call = "(other calls)";
  }
  Error& error = process_->errors[row];
  put_text(error.call, call);
  put_text(error.name, name);
  error.code = code;
  ++error.count;
  if (row == process_->error_count) ++process_->error_count;
}

ProcessRecord& process_record() {
  // Never destroyed: the last records arrive while the program's static objects are destroyed.
  static ProcessRecord& record = *new ProcessRecord;
  return record;
}

}  // namespace gpu_trace

// gpu-memory-meter MINOR: reports how much memory of one GPU is in use, by whatever process.
//
// A program of its own, because the runner is linked statically and the management library (NVML) comes with
// the driver, as a shared library. Output, one line each: the bytes in use, first at once and then whenever
// they have changed; or, as the last line, why they cannot be read. It ends with the reader of its output.
//
// NVML's functions are declared here, from its reference manual (NVML API Reference, "Device Queries"), so
// that the runner can be built where no CUDA toolkit is.

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

/// A reading takes tens of microseconds; an allocation that lives for less than this may be missed.
constexpr useconds_t period_us = 2'000;

struct Memory {
  unsigned long long total, free, used;
};
using Device = void*;
using Status = int;  // 0 is success

template <class Function>
Function* function(void* library, const char* name) {
  auto* found = reinterpret_cast<Function*>(dlsym(library, name));
  if (found == nullptr) {
    std::printf("NVML has no %s\n", name);
    std::exit(1);
  }
  return found;
}

class Nvml {
 public:
  Nvml() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
    if (library_ == nullptr) {
      std::printf("cannot load the driver's management library: %s\n", dlerror());
      std::exit(1);
    }
    describe_ = function<const char*(Status)>(library_, "nvmlErrorString");
    read_memory_ = function<Status(Device, Memory*)>(library_, "nvmlDeviceGetMemoryInfo");
    require("nvmlInit", function<Status()>(library_, "nvmlInit_v2")());
  }

  /// The device of /dev/nvidia<minor>, whose index in NVML may differ.
  Device device(unsigned minor) {
    unsigned count = 0;
    require("nvmlDeviceGetCount", function<Status(unsigned*)>(library_, "nvmlDeviceGetCount_v2")(&count));
    const auto by_index = function<Status(unsigned, Device*)>(library_, "nvmlDeviceGetHandleByIndex_v2");
    const auto minor_number = function<Status(Device, unsigned*)>(library_, "nvmlDeviceGetMinorNumber");
    for (unsigned index = 0; index < count; ++index) {
      Device device = nullptr;
      unsigned found = 0;
      if (by_index(index, &device) == 0 && minor_number(device, &found) == 0 && found == minor) return device;
    }
    std::printf("NVML knows %u GPUs, none of them is /dev/nvidia%u\n", count, minor);
    std::exit(1);
  }

  unsigned long long used_bytes(Device device) {
    Memory memory{};
    require("nvmlDeviceGetMemoryInfo", read_memory_(device, &memory));
    return memory.used;
  }

 private:
  void require(const char* call, Status status) {
    if (status == 0) return;
    std::printf("%s: %s\n", call, describe_(status));
    std::exit(1);
  }

  void* library_;
  const char* (*describe_)(Status) = nullptr;
  Status (*read_memory_)(Device, Memory*) = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "Usage: gpu-memory-meter MINOR\n");
    return 2;
  }
  Nvml nvml;
  const Device device = nvml.device(static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)));
  unsigned long long told = 0;
  for (bool is_first = true;; is_first = false) {
    const auto used = nvml.used_bytes(device);
    if (is_first || used != told) {
      std::printf("%llu\n", used);
      if (std::fflush(stdout) != 0) return 1;
      told = used;
    }
    usleep(period_us);
  }
}

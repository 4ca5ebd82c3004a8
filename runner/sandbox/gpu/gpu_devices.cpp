#include "runner/sandbox/gpu/gpu_devices.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "runner/sandbox/system/errors.hpp"

namespace runner {
namespace {

/// Where container runtimes put a driver that is not the distribution's.
constexpr std::array library_folders = {"/usr/local/nvidia/lib64", "/usr/local/nvidia/lib",
                                        "/usr/lib/wsl/lib"};

}  // namespace

std::vector<std::string> gpu_devices(int minor) {
  const std::string gpu = fmt::format("/dev/nvidia{}", minor);
  if (access(gpu.c_str(), F_OK) != 0)
    throw system_failure(fmt::format("there is no GPU {} here: {}", minor, gpu));
  std::vector<std::string> nodes = {gpu};
  for (const char* node : {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools"}) {
    if (access(node, F_OK) == 0) nodes.emplace_back(node);
  }
  return nodes;
}

std::string gpu_library_path() {
  std::string folders;
  for (const char* folder : library_folders) {
    if (!std::filesystem::exists(folder)) continue;
    if (!folders.empty()) folders += ':';
    folders += folder;
  }
  return folders;
}

base::Descriptor claim_gpu(int minor, bool shared) {
  // A lock on the node itself: it has one owner even among containers, and disappears with the last process
  // that holds it.
  const std::string node = gpu_devices(minor).front();
  base::Descriptor claim(open(node.c_str(), O_RDONLY | O_CLOEXEC));
  if (claim.number() < 0) throw system_failure(fmt::format("cannot open {}", node));
  if (flock(claim.number(), shared ? LOCK_SH : LOCK_EX) != 0)
    throw system_failure(fmt::format("cannot lock {}", node));
  return claim;
}

}  // namespace runner

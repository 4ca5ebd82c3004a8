#include "runner/gpu_devices.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>

#include "runner/errors.hpp"

namespace runner {
namespace {

/// Where container runtimes put a driver that is not the distribution's.
constexpr std::array library_folders = {"/usr/local/nvidia/lib64", "/usr/local/nvidia/lib",
                                        "/usr/lib/wsl/lib"};
constexpr int claim_retry_us = 10'000;

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

int claim_gpu(int minor) {
  // A name in the abstract namespace of sockets: one owner on the whole machine, and gone with him.
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = fmt::format("warp-judge-gpu-{}", minor);
  name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const int claim = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (claim < 0) throw system_failure("cannot claim the GPU");
  while (bind(claim, reinterpret_cast<const sockaddr*>(&address), length) != 0) {
    if (errno != EADDRINUSE) throw system_failure("cannot claim the GPU");
    usleep(claim_retry_us);
  }
  return claim;
}

}  // namespace runner

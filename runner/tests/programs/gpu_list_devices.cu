// Says who it is, which GPU device nodes it sees and can open, and how many GPUs CUDA finds.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "check_cuda.cuh"

int main() {
  std::printf("user %u\n", getuid());
  std::vector<std::string> nodes;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("/dev")) {
    if (entry.path().string().find("nvidia") != std::string::npos && !entry.is_directory()) {
      nodes.push_back(entry.path());
    }
  }
  std::sort(nodes.begin(), nodes.end());
  for (const auto& node : nodes) {
    const int descriptor = open(node.c_str(), O_RDWR | O_CLOEXEC);
    std::printf("%s %s\n", node.c_str(), descriptor >= 0 ? "opens" : "is refused");
    if (descriptor >= 0) close(descriptor);
  }
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result == cudaSuccess) {
    std::printf("GPUs %d\n", count);
  } else {
    std::printf("GPUs %s\n", cudaGetErrorName(result));
  }
}

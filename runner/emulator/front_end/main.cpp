// cuda-device-module ID VARIABLES <DEVICE.ll >HOST.ll: VARIABLES is a file to write, of the host's variables that the
// device's code uses.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "runner/emulator/front_end/device_module.hpp"

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: cuda-device-module ID VARIABLES <DEVICE.ll >HOST.ll\n";
    return 2;
  }
  const std::string device_module(std::istreambuf_iterator<char>(std::cin), {});
  const auto [module, variables] = cuda_front_end::host_module(device_module, arguments[1]);
  std::ofstream file(arguments[2]);
  file << variables << std::flush;
  std::cout << module << std::flush;
  if (file && std::cout) return 0;
  std::cerr << "cuda-device-module: cannot write " << arguments[2] << " or the module\n";
  return 2;
}

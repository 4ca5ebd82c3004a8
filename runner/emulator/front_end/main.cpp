// cuda-device-module ID <DEVICE.ll >HOST.ll
#include <iostream>
#include <iterator>
#include <string>

#include "runner/emulator/front_end/device_module.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: cuda-device-module ID <DEVICE.ll >HOST.ll\n";
    return 2;
  }
  const std::string module(std::istreambuf_iterator<char>(std::cin), {});
  std::cout << cuda_front_end::host_module(module, arguments[1]);
}

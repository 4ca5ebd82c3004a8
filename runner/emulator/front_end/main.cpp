// cuda-device-module ID VARIABLES [--extended-lambda] <DEVICE.ll >HOST.ll: VARIABLES is a file to write, of the host's
// variables that the device's code uses. Exit status: 1 if the program is refused, with a compiler's message.
// cuda-device-module --spelling <SOURCE >COPY: what nvcc reads in another spelling than clang, in clang's.
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "runner/emulator/front_end/device_module.hpp"
#include "runner/emulator/front_end/refusal.hpp"
#include "runner/emulator/front_end/spelling.hpp"

namespace {

std::string standard_input() {
  return {std::istreambuf_iterator<char>(std::cin), {}};
}

int run(const char* id, const char* variables_file, bool has_extended_lambdas) {
  const auto [module, variables] = cuda_front_end::host_module(standard_input(), id, has_extended_lambdas);
  std::ofstream file(variables_file);
  file << variables << std::flush;
  std::cout << module << std::flush;
  if (file && std::cout) return 0;
  std::cerr << "cuda-device-module: cannot write " << variables_file << " or the module\n";
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "--spelling") == 0) {
    std::cout << cuda_front_end::clang_spelling(standard_input()) << std::flush;
    return std::cout ? 0 : 2;
  }
  const bool has_extended_lambdas = count == 4 && std::strcmp(arguments[3], "--extended-lambda") == 0;
  if (count != 3 && !has_extended_lambdas) {
    std::cerr << "usage: cuda-device-module ID VARIABLES [--extended-lambda] <DEVICE.ll >HOST.ll, or "
                 "--spelling <SOURCE >COPY\n";
    return 2;
  }
  try {
    return run(arguments[1], arguments[2], has_extended_lambdas);
  } catch (const cuda_front_end::Refusal& refusal) {
    std::cerr << refusal.what() << '\n';
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "cuda-device-module: " << error.what() << '\n';
    return 2;
  }
}

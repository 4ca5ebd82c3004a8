// cuda-device-module ID VARIABLES [--extended-lambda] [--relocatable] [--host-calls CALLS] <DEVICE.ll >HOST.ll: VARIABLES
// is a file to write, of the host's variables that the device's code uses, and VARIABLES.declared one of the device's that
// the host knows by a declaration alone. Exit status: 1 if the program is refused, with a compiler's message.
// cuda-device-module --host-calls <MESSAGES >CALLS: the calls of host code that are clang's only complaints, if they are;
// exit status 1 if not.
// cuda-device-module --spelling <SOURCE >COPY: what nvcc reads in another spelling than clang, in clang's.
// cuda-device-module --host-uses VARIABLES <HOST.ll >USES.ll: the host's half with a call before each use of a device's
// variable that is not in VARIABLES;
// empty if there is none.
// cuda-device-module --float-additions <HOST.ll >FENCED.ll: the host's half with floats that LLVM counts up as floats.
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "runner/emulator/front_end/device_module.hpp"
#include "runner/emulator/front_end/ir/device_variable_uses.hpp"
#include "runner/emulator/front_end/ir/float_additions.hpp"
#include "runner/emulator/front_end/ir/host_calls.hpp"
#include "runner/emulator/front_end/ir/known_text.hpp"
#include "runner/emulator/front_end/ir/refusal.hpp"
#include "runner/emulator/front_end/spelling.hpp"

namespace {

std::string rest_of(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), {}};
}

int run(const char* id, const char* variables_file, const cuda_front_end::HostModuleOptions& options) {
  const auto [module, variables, declared] = cuda_front_end::host_module(rest_of(std::cin), id, options);
  cuda_front_end::check_known_text(module);
  std::ofstream file(variables_file), declared_file(variables_file + std::string(".declared"));
  file << variables << std::flush;
  declared_file << declared << std::flush;
  std::cout << module << std::flush;
  if (file && declared_file && std::cout) return 0;
  std::cerr << "cuda-device-module: cannot write " << variables_file << " or the module\n";
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "--spelling") == 0) {
    std::cout << cuda_front_end::clang_spelling(rest_of(std::cin)) << std::flush;
    return std::cout ? 0 : 2;
  }
  if (count == 2 && std::strcmp(arguments[1], "--float-additions") == 0) {
    std::cout << cuda_front_end::with_fenced_additions(rest_of(std::cin)) << std::flush;
    return std::cout ? 0 : 2;
  }
  if (count == 3 && std::strcmp(arguments[1], "--host-uses") == 0) {
    std::ifstream managed(arguments[2]);
    std::cout << cuda_front_end::with_device_variable_uses(rest_of(std::cin), rest_of(managed)) << std::flush;
    return std::cout ? 0 : 2;
  }
  if (count == 2 && std::strcmp(arguments[1], "--host-calls") == 0) {
    const auto places = cuda_front_end::host_calls(rest_of(std::cin));
    std::cout << places.value_or("") << std::flush;
    return places && std::cout ? 0 : 1;
  }
  cuda_front_end::HostModuleOptions options;
  int read = 3;
  if (read < count && std::strcmp(arguments[read], "--extended-lambda") == 0) {
    options.extended_lambdas = true;
    ++read;
  }
  if (read < count && std::strcmp(arguments[read], "--relocatable") == 0) {
    options.relocatable = true;
    ++read;
  }
  if (read + 1 < count && std::strcmp(arguments[read], "--host-calls") == 0) {
    std::ifstream file(arguments[read + 1]);
    options.host_calls = rest_of(file);
    read += 2;
  }
  if (count != read) {
    std::cerr << "usage: cuda-device-module ID VARIABLES [--extended-lambda] [--relocatable] [--host-calls "
                 "CALLS] <DEVICE.ll "
                 ">HOST.ll, or --spelling <SOURCE >COPY, or --host-calls <MESSAGES >CALLS, or --host-uses "
                 "<HOST.ll >USES.ll, or --float-additions <HOST.ll >FENCED.ll\n";
    return 2;
  }
  try {
    return run(arguments[1], arguments[2], options);
  } catch (const cuda_front_end::Refusal& refusal) {
    std::cerr << refusal.what() << '\n';
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "cuda-device-module: " << error.what() << '\n';
    return 2;
  }
}

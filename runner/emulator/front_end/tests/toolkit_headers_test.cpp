// Tests that headers of CUDA's toolkit are the emulated device's, whatever others exist.
#include CATCH2_HEADER

#include <string>

#include "base/temporary_folder.hpp"
#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::compile_and_run;

TEST_CASE("a toolkit in the folders of the system is not read", "[compiles]") {
  const base::TemporaryFolder system;
  system.write("nccl.h", "#pragma once\n");
  system.write("vector_functions.hpp", "#error the system's\n");
  system.write("my_own.h", "inline int mine() { return 0; }\n");
  const std::string option = "-idirafter '" + system.path() + "'";
  const auto refused = compile_and_run("#include <nccl.h>\nint main() {}\n", option);
  CHECK_FALSE(refused.compiled);
  CHECK(refused.messages.find("NCCL: not there on the emulated device") != std::string::npos);
  const auto read = compile_and_run(
      "#include <vector_functions.hpp>\n#include <crt/device_functions.h>\n#include <curand_normal.h>\n"
      "#include <my_own.h>\nint main() { return mine(); }\n",
      option);
  INFO(read.messages);
  CHECK(read.compiled);
  CHECK(read.exit_status == 0);
}

TEST_CASE("headers that the emulated device alone has are refused, wherever they are included",
          "[compiles]") {
  const base::TemporaryFolder users;
  users.write("mine.h", "#pragma once\n#include <cuda_emulator/tiles.h>\n");
  const std::string option = "-I '" + users.path() + "'";
  for (const std::string header :
       {"<cuda_emulator/memory.h>", "\"cuda_emulator/random/normal.h\"", "<cooperative_groups/tile.h>",
        "<thrust/system/cuda/detail/emulated/launch.h>", "\"mine.h\""}) {
    const auto refused =
        compile_and_run("#include <cooperative_groups.h>\n#include " + header + "\nint main() {}\n", option);
    INFO(header << "\n" << refused.messages);
    CHECK_FALSE(refused.compiled);
    CHECK(refused.messages.find("no such header: it is of the emulated device itself") != std::string::npos);
  }
  const auto read = compile_and_run(
      "#include <cooperative_groups/reduce.h>\n#include <cooperative_groups/scan.h>\n"
      "#include <cooperative_groups/memcpy_async.h>\nint main() {}\n");
  INFO(read.messages);
  CHECK(read.compiled);
}

TEST_CASE("headers of Thrust bring what those of CCCL include", "[compiles]") {
  const auto outcome = compile_and_run(
      "#include <thrust/sort.h>\n"
      "__global__ void k(int* a) { a[0] = thrust::min(a[0], 4) + thrust::distance(a, a + 1); }\n"
      "int main() {}\n");
  INFO(outcome.messages);
  CHECK((outcome.compiled || outcome.messages.find("CCCL") != std::string::npos));
}

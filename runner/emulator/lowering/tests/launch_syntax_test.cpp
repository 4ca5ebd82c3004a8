#include CATCH2_HEADER

#include <string>
#include <vector>

#include "runner/emulator/lowering/tests/told_errors.hpp"

using cuda_emulator::lowering::told_errors;

namespace {

bool takes(const std::string& launch) {
  const auto told = told_errors("__global__ void k(int) {}\nint main() {\n  " + launch + ";\n}\n");
  if (!told.empty()) {
    CHECK(told.size() == 1);
    CHECK(told[0].starts_with("3:"));
  }
  return told.empty();
}

}  // namespace

TEST_CASE("a launch has one to four arguments before the kernel's") {
  CHECK(takes("k<<<g>>>(1)"));  // CUDA 13: blocks of one thread
  CHECK(takes("k<<<dim3(1, 2)>>>(1)"));
  CHECK_FALSE(takes("k<<<1, 2, 3, s, 5>>>(1)"));
  CHECK(told_errors("int main() { k<<<1, 2, 3, s, 5>>>(1); }") ==
        std::vector<std::string>{
            "1:15: a launch needs 1 to 4 arguments between <<< and >>>: grid, block, bytes of "
            "shared memory, stream"});
}

TEST_CASE("launches that do, or may by a macro, a pack or template arguments") {
  CHECK(takes("k<<<1, 2>>>(1)"));
  CHECK(takes("k<<<dim3(1, 2), {1, 2}, 3>>>(1)"));
  CHECK(takes("k<<<1, 2, 3, s>>>(1)"));
  CHECK(takes("k<<<args...>>>(1)"));
  CHECK(takes("k<<<f<1, 2, 3, 4>(), 2>>>(1)"));
  CHECK(told_errors("#define LAUNCH 1, 2\nint main() { k<<<LAUNCH>>>(1); }").empty());
  CHECK(told_errors("#include \"launch.hpp\"\nint main() { k<<<LAUNCH>>>(1); }").empty());
  CHECK(told_errors("#define RUN(k, ...) k<<<__VA_ARGS__>>>\nint main() { RUN(k, 1, 2)(1); }").empty());
  CHECK(told_errors("#define RUN(k, g) k<<<g>>>(1)\nint main() { RUN(k, 1); }").size() == 0);
  CHECK(told_errors("int main() {\n#ifdef A\nk<<<1, 2, 3, 4, 5>>>(1);\n#endif\n}").empty());
}

TEST_CASE("the kernel's arguments stand behind the launch") {
  CHECK_FALSE(takes("k(1)<<<1, 2>>>"));
  CHECK(takes("(*p)<<<1, 2>>>(1)"));
  CHECK(takes("get(1)<<<1, 2>>>(1)"));
}

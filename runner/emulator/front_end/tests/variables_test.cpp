#include "runner/emulator/front_end/ir/variables.hpp"

#include CATCH2_HEADER

#include <string>

using namespace cuda_front_end;

namespace {

bool has(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("a shared variable becomes one of the OS thread, with a gap behind it") {
  const std::string line = "@tile = internal addrspace(3) global [8 x i32] undef, align 4";
  CHECK(is_shared_variable(line));
  CHECK(type_of_global(line) == "[8 x i32]");
  const std::string typed = lowered_global(line, "m1", true);
  has(typed,
      "@\"cuda_emulator.storage.tile\" = internal thread_local(localexec) global "
      "<{ [8 x i32], [256 x i8] }> <{ [8 x i32] zeroinitializer, [256 x i8] zeroinitializer }>, align 4");
  has(typed, "@tile = internal thread_local(localexec) alias [8 x i32], [8 x i32]* getelementptr");
  has(typed, "section \"cuda_variables\"");
  has(lowered_global(line, "m1", false),
      "@tile = internal thread_local(localexec) alias [8 x i32], ptr getelementptr");
}

TEST_CASE("all dynamic shared memory is one") {
  const std::string line = "@sums = external addrspace(3) global [0 x i32], align 4";
  CHECK_FALSE(is_shared_variable(line));
  const std::string lowered = lowered_global(line, "m1", true);
  has(lowered, "@sums = external thread_local(initialexec) global [0 x i32], align 4");
  has(lowered, "module asm \".set sums, cuda_emulator_dynamic_shared\"");
}

TEST_CASE("variables of the device keep their values, in a section of their own") {
  const std::string device =
      lowered_global("@three = addrspace(1) externally_initialized global i32 3, align 4", "m1", true);
  has(device, "<{ i32 3, [256 x i8] zeroinitializer }>, section \"cuda_device_memory\", align 4");
  has(lowered_global("@c = addrspace(4) externally_initialized constant [2 x float] zeroinitializer, align 4",
                     "m1", false),
      "section \"cuda_device_memory\"");
}

TEST_CASE("built-in variables are the runtime's; other globals stay") {
  has(lowered_global("@threadIdx = external addrspace(1) constant %struct.uint3, align 4", "m1", true),
      "@threadIdx = external thread_local(initialexec) constant %struct.uint3, align 4");
  const std::string alias = "@a = alias i32, i32* @b";
  CHECK(lowered_global(alias, "m1", true) == alias);
}

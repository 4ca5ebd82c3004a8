#include "runner/emulator/front_end/device_module.hpp"

#include CATCH2_HEADER

#include <string>

using cuda_front_end::host_module;

namespace {

std::string lowered(const std::string& module) {
  return host_module(module, "m1").module;
}

bool has(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("a module for a device becomes one for this processor") {
  const std::string module = lowered(
      "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
      "target triple = \"nvptx64-nvidia-cuda\"\n"
      "attributes #0 = { \"frame-pointer\"=\"all\" \"target-cpu\"=\"sm_75\" "
      "\"target-features\"=\"+ptx72,+sm_75\" }\n");
  has(module, "target triple = \"x86_64-pc-linux-gnu\"");
  has(module, "sanitize_thread");
  CHECK(module.find("sm_75") == std::string::npos);
  CHECK(module.find("nvptx") == std::string::npos);
}

TEST_CASE("functions are internal, and there is one address space") {
  const std::string module = lowered(
      "$f = comdat any\n"
      "define linkonce_odr dso_local void @f(i32 addrspace(1)* %p) #0 comdat align 2 {\n"
      "  %q = addrspacecast i32 addrspace(1)* %p to i32*\n"
      "  ret void\n}\n");
  has(module, "define internal void @f(i32* %p) #0 align 2 {\n  %q = bitcast i32* %p to i32*\n");
  CHECK(module.find("comdat") == std::string::npos);
}

TEST_CASE("a pointer in the name of a type does not tell how the module writes pointers") {
  const std::string module = lowered(
      "@_ZL4sums = internal addrspace(1) externally_initialized global %\"struct.Sum<int *>\" "
      "zeroinitializer, "
      "align 8\n"
      "define dso_local void @_Z1kPi(ptr noundef %p) {\n  ret void\n}\n");
  has(module, "define internal ptr @");
  CHECK(module.find("i8*") == std::string::npos);
}

TEST_CASE("intrinsics and functions of the C library are the runtime's") {
  const std::string module = lowered(
      "define dso_local void @f() {\n"
      "  call void @llvm.nvvm.barrier0()\n"
      "  %1 = call i8* @malloc(i64 4)\n"
      "  ret void\n}\n"
      "declare void @llvm.nvvm.barrier0() #1\n"
      "declare i8* @malloc(i64)\n");
  has(module, "notail call void @cuda_emulator_nvvm_barrier0()");
  has(module, "notail call i8* @cuda_emulator_malloc(i64 4)");
  has(module, "declare void @cuda_emulator_nvvm_barrier0() nomerge #1");
}

TEST_CASE("a kernel's row has the shared variables of the functions that it calls") {
  const std::string module = lowered(
      "@tile = internal addrspace(3) global [8 x i32] undef, align 4\n"
      "@other = internal addrspace(3) global [8 x i32] undef, align 4\n"
      "define dso_local void @f() {\n"
      "  store i32 1, i32* addrspacecast (i32 addrspace(3)* bitcast ([8 x i32] addrspace(3)* @tile to i32 "
      "addrspace(3)*) to i32*)\n"
      "  ret void\n}\n"
      "define dso_local void @k() {\n  call void @f()\n  ret void\n}\n"
      "!nvvm.annotations = !{!0}\n!0 = !{void ()* @k, !\"kernel\", i32 1}\n");
  has(module, "@\"cuda_emulator.shared.k.m1\" = private constant [1 x i8*]");
  has(module, "@\"cuda_emulator.kernel.k.m1\" = constant");
}

TEST_CASE("variables that the host has, too, are told by name") {
  const auto made = host_module(
      "@shared_by_both = dso_local addrspace(1) externally_initialized global i32 4, section "
      "\"cuda_managed_variables\", align 4\n",
      "m1");
  CHECK(made.host_variables == "shared_by_both\n");
  has(made.module, "@shared_by_both = external global i32, align 4");
}

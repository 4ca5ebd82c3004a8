// Tests that text which an edit did not recognise is an error: each case is a valid module with one line
// spelled differently.

#include "runner/emulator/front_end/ir/known_text.hpp"

#include CATCH2_HEADER

#include <string>

#include "runner/emulator/front_end/device_module.hpp"

using cuda_front_end::check_known_text;
using cuda_front_end::UnknownText;

namespace {

/// A module of clang 14, shortened.
const std::string of_clang =
    "; ModuleID = 'a.cu'\n"
    "source_filename = \"a.cu\"\n"
    "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
    "target triple = \"nvptx64-nvidia-cuda\"\n"
    "%\"struct.addrspace(3)\" = type { i32 }\n"
    "@tile = internal addrspace(3) global [8 x i32] undef, align 4\n"
    "; Function Attrs: convergent\n"
    "define dso_local void @f(i32 addrspace(3)* %p) #0 !dbg !4 {\n"
    "entry:\n"
    "  call void @llvm.nvvm.barrier0(), !dbg !5\n"
    "  ret void\n"
    "}\n"
    "declare void @llvm.nvvm.barrier0() #1\n"
    "attributes #0 = { convergent \"frame-pointer\"=\"all\" \"target-cpu\"=\"sm_75\" }\n"
    "attributes #1 = { convergent nounwind }\n"
    "!llvm.dbg.cu = !{!0}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, emissionKind: DebugDirectivesOnly)\n";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

void check_made_of(const std::string& module) {
  check_known_text(cuda_front_end::host_module(module, "m1").module);
}

}  // namespace

TEST_CASE("a module of clang's text is understood") {
  CHECK_NOTHROW(check_made_of(of_clang));
  CHECK_NOTHROW(check_made_of(with(of_clang, " !dbg !4 {", " {")));
  CHECK_NOTHROW(
      check_made_of(with(of_clang, "emissionKind: DebugDirectivesOnly", "emissionKind: LineTablesOnly")));
}

TEST_CASE("a line that no edit recognises is an error") {
  struct Change {
    std::string from, to;
  };
  const auto change = GENERATE(Change{"\"frame-pointer\"=\"all\"", "frame_pointer(all)"},   // no hooks
                               Change{") #0 !dbg", ") attributes(0) !dbg"},                 //
                               Change{"attributes #0 =", "attributes #2 ="},                //
                               Change{"i32 addrspace(3)* %p", "ptr addrspace<3> %p"},       // no races
                               Change{"target triple = ", "target machine = "},             //
                               Change{"target datalayout = ", "datalayout = "},             //
                               Change{"emissionKind: DebugDirectivesOnly", "emission: 3"},  // no lines
                               Change{"source_filename = ", "module asm "});
  CAPTURE(change.from, change.to);
  CHECK_THROWS_AS(check_made_of(with(of_clang, change.from, change.to)), UnknownText);
}

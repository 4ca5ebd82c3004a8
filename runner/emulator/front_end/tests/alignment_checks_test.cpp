#include "runner/emulator/front_end/ir/alignment_checks.hpp"

#include CATCH2_HEADER

#include <string>

using cuda_front_end::AlignmentChecks;

namespace {

std::string copy(const std::string& to, const std::string& from) {
  return "  call void @llvm.memcpy.p0i8.p0i8.i64(i8* " + to + ", i8* " + from +
         ", i64 16, i1 false), !dbg !7, !tbaa !8";
}

}  // namespace

TEST_CASE("the addresses that a struct is copied between are checked") {
  AlignmentChecks checks(true);
  CHECK(checks.function().empty());
  CHECK(checks.before(copy("align 16 %p", "align 8 %q")) ==
        "  call void @cuda_emulator.check_alignment(i8* %q, i64 16, i64 8, i32 0), !dbg !7\n"
        "  call void @cuda_emulator.check_alignment(i8* %p, i64 16, i64 16, i32 1), !dbg !7\n");
  CHECK(checks.function().find("define internal void @cuda_emulator.check_alignment(i8* ") == 0);
  AlignmentChecks opaque(false);
  CHECK(opaque.before("  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 12, i1 false)") ==
        "  call void @cuda_emulator.check_alignment(ptr %p, i64 12, i64 4, i32 1)\n");
}

TEST_CASE("a variable of the function lies right, and so does what lies in it") {
  AlignmentChecks checks(true);
  checks.before("define internal void @k(i8* %q) {");
  checks.before("  %v = alloca %struct.float4, align 16");
  checks.before("  %x = getelementptr inbounds %struct.float4, %struct.float4* %v, i32 0, i32 0");
  checks.before("  %p = bitcast float* %x to i8*");
  CHECK(checks.before(copy("align 16 %p", "align 1 %q")).empty());
  CHECK(checks.before(copy("align 16 bitcast (i32* @a to i8*)", "align 4 %q")) ==
        "  call void @cuda_emulator.check_alignment(i8* %q, i64 16, i64 4, i32 0), !dbg !7\n");
  checks.before("define internal void @j(i8* %p) {");  // another %p
  CHECK_FALSE(checks.before(copy("align 16 %p", "align 1 %q")).empty());
}

TEST_CASE("what is read to get a pointer is not the pointer") {
  AlignmentChecks checks(true);
  checks.before("  %v = alloca i8*, align 8");
  checks.before("  %p = load i8*, i8** %v, align 8");
  CHECK_FALSE(checks.before(copy("align 16 %p", "align 1 %q")).empty());
}

TEST_CASE("copies of no constant size are left alone") {
  AlignmentChecks checks(true);
  CHECK(
      checks
          .before("  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %p, i8* align 4 %q, i64 %n, i1 false)")
          .empty());
}

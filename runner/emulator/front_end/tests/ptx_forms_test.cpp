// Tests what NVIDIA's assembler accepts and refuses for compute capability 9.0; each line was tried with it.
#include CATCH2_HEADER

#include <initializer_list>
#include <string>

#include "runner/emulator/front_end/tests/ptx_checks.hpp"

using namespace cuda_front_end::ptx;

TEST_CASE("the number of an instruction's operands is checked") {
  check_invalid({"add.s32 $0, $0, 1, 2;", "add.s32 $0, $0;", "st.global.u32 [$3], $0, 1;",
                 "bfe.u32 $0, $0, 4;", "exit 1;", "bar.sync;", "atom.cas.b32 $0, [$3], 1;",
                 "setp.lt.s32 $0, $0, 1;"});
}

TEST_CASE("registers have the instruction's type") {
  check_invalid({"mov.u64 $0, $0;", "mov.u32 $1, $0;", "add.s32 $0, $1, 1;", "add.f32 $1, $2, $2;",
                 "ld.global.u32 $4, [$3];", "st.global.u32 [$3], $1;", "cvt.u32.u16 $4, $0;",
                 "mov.u32 $0, %clock64;", "{ .reg .pred p; mov.b32 p, $0; }", "@$0 mov.u32 $0, 1;",
                 "add.u32 $0, %tid.x, 1;", "mov.b32 $0, {$0, $0};", "mov.u32 {$0}, 1;",
                 "isspacep.global $0, $3;", "shl.b64 $3, $3, $3;"});
  check_valid({"mov.b32 $1, $0;", "add.f32 $1, $0, 1.0;", "ld.global.u16 $0, [$3];",
               "ld.global.f32 $3, [$3];", "mov.b32 $0, {$4, $4};", "mov.b64 $2, {$0, $0};",
               "cvt.u32.u8 $0, $0;", "mov.u16 $4, %tid.x;", "mov.u64 $3, %clock64;",
               "ld.global.v2.u32 {$0, $1}, [$3];", "mov.u32 $0, $0+4;",
               "{ .reg .pred p, q; setp.lt.and.s32 p|q, $0, 1, !p; selp.b32 $0, 1, 2, !q; }"});
}

TEST_CASE("numbers have the instruction's type") {
  check_invalid({"div.rn.f32 $1, $1, 2;", "mov.f32 $1, 1;", "add.u32 $0, $0, 1.0;", "mov.b32 $0, 1.0;",
                 "mov.u32 $0, 0f3F800000;", "mov.b64 $3, 0f3F800000;", "add.f16 $4, $4, 1.0;",
                 "lop3.b32 $0, $0, $0, $0, $0;"});
  check_valid({"mov.b32 $0, 0f3F800000;", "mov.f32 $1, 0d3FF0000000000000;", "mov.b64 $3, 1.0;",
               "add.f64 $2, $2, 0f3F800000;", "mov.f32 $1, 1e3;", "{ .reg .pred p; mov.pred p, 1; }"});
}

TEST_CASE("modifiers and types belong to the instruction") {
  check_invalid({"and.u32 $0, $0, 1;",
                 "min.b32 $0, $0, 1;",
                 "neg.u32 $0, $0;",
                 "bfe.b32 $0, $0, 0, 1;",
                 "cvt.rzi.u32.u32 $0, $0;",
                 "add.rn.rz.f32 $1, $1, $1;",
                 "div.f32 $1, $1, $1;",
                 "fma.f32 $1, $1, $1, $1;",
                 "sqrt.f32 $1, $1;",
                 "mul.u32 $0, $0, 3;",
                 "add.sat.u32 $0, $0, 1;",
                 "atom.add.b32 $0, [$3], 1;",
                 "atom.inc.s32 $0, [$3], 1;",
                 "red.exch.b32 [$3], 1;",
                 "setp.lt.b32 $0, $0, 1;",
                 "add.b32 $0, $0, 1;",
                 "shfl.sync.up.s32 $0, $0, 1, 0, -1;",
                 "cvt.rn.f32.f32 $1, $1;",
                 "foo.u32 $0, $0;",
                 "mov $0, $0;",
                 "cvt.f32.s32 $1, $0;"});
  check_valid({"add.sat.s32 $0, $0, 1;", "add.s32.sat $0, $0, 1;", "add.sat.ftz.rn.f32 $1, $1, $1;",
               "min.NaN.f32 $1, $1, 1.0;", "atom.add.global.relaxed.gpu.u32 _, [$3], 1;",
               "cvt.rni.sat.u8.f32 $0, $1;", "{ .reg .pred p; setp.s32.and.lt p, $0, 1, p; }",
               "ld.volatile.global.u32 $0, [$3];"});
}

TEST_CASE("state spaces, orders and scopes fit together") {
  check_invalid({"ld.global.u32 $0, [$0];",
                 "ld.nc.u32 $0, [$3];",
                 "ld.shared.nc.u32 $0, [$0];",
                 "ld.global.shared.u32 $0, [$3];",
                 "ld.relaxed.global.u32 $0, [$3];",
                 "ld.global.gpu.u32 $0, [$3];",
                 "st.const.u32 [$3], $0;",
                 "st.global.nc.u32 [$3], $0;",
                 "st.global.acquire.gpu.u32 [$3], $0;",
                 "ld.global.u32 $0, $3;",
                 "ld.global.u32 $0, [16];",
                 "st.global.ca.u32 [$3], $0;",
                 "ld.global.v2.u32 $0, [$3];",
                 "st.global.v2.u32 [$3], {$0, _};",
                 "fence.acq_rel;",
                 "atom.const.add.u32 $0, [$3], 1;",
                 "cvta.u64 $3, $3;",
                 "barrier.cluster.sync;",
                 "cp.async.wait_all 1;",
                 "cp.async.cg.shared.global [$0], [$3], 8;",
                 "mbarrier.arrive.shared.b32 $0, [$0];",
                 "bar.sync 99;",
                 "bar.sync 0, 33;"});
  check_valid({"ld.shared.u32 $0, [$0];", "ld.shared.u32 $0, [$3];",
               "ld.global.nc.L1::no_allocate.u32 $0, [$3];", "ld.acquire.gpu.u32 $0, [$3];",
               "st.release.sys.global.u32 [$3], 1;", "fence.sc.cta;", "fence.mbarrier_init.release.cluster;",
               "mbarrier.arrive.shared.b64 _, [$0], 2;", "cp.async.ca.shared.global [$0], [$3], 4;",
               "bar.sync 15, 64;"});
}

TEST_CASE("hints to the caches are for global memory") {
  check_invalid({"ld.shared.L1::no_allocate.u32 $0, [$0];", "ld.const.L2::128B.u32 $0, [$3];",
                 "ld.local.L2::cache_hint.u32 $0, [$3], $3;",
                 "st.shared::cta.L2::cache_hint.u32 [$0], $0, $3;", "st.global.L2::128B.u32 [$3], $0;",
                 "ld.ca.L1::no_allocate.u32 $0, [$3];", "st.wb.L1::evict_last.u32 [$3], $0;",
                 "ld.weak.global.nc.u32 $0, [$3];", "atom.shared.L2::cache_hint.add.u32 $0, [$0], 1, $3;",
                 "atom.global.L2::cache_hint.cas.b32 $0, [$3], 1, 2, $3;", "discard.global.L2 [$3], 64;",
                 "applypriority.L2::evict_normal [$3], 16;"});
  check_valid({"ld.ca.L2::128B.u32 $0, [$3];", "ld.L1::no_allocate.u32 $0, [$3];",
               "ld.global.nc.ca.L2::cache_hint.u32 $0, [$3], $3;", "st.L2::cache_hint.u32 [$3], $0, $3;",
               "ld.relaxed.gpu.global.L1::evict_last.u32 $0, [$3];",
               "atom.L2::cache_hint.exch.b32 $0, [$3], $0, $3;", "discard.global.L2 [$3], 128;",
               "cp.async.ca.shared.global.L2::cache_hint [$0], [$3], 8, $3;",
               "prefetch.L2::evict_last [$3];"});
}

TEST_CASE("a conversion saturates, rounds and flushes only where that can matter") {
  check_invalid({"cvt.sat.u32.u32 $0, $0;", "cvt.sat.s32.s8 $0, $4;", "cvt.sat.s64.u32 $3, $0;",
                 "cvt.sat.u64.u16 $3, $4;", "cvt.rn.relu.ftz.f16.f32 $4, $1;", "cvt.rm.relu.f16.f32 $4, $1;",
                 "cvt.rp.relu.bf16.f32 $4, $1;", "cvt.rna.relu.tf32.f32 $0, $1;", "cvt.rn.bf16.s8 $4, $4;",
                 "cvt.rni.sat.u32.bf16 $0, $4;", "cvt.sat.ftz.f64.f16 $2, $4;", "sqrt.rn.ftz.f64 $2, $2;",
                 "{ .reg .pred p, q; setp.lt.f16 p|q, $4, $4; }", "set.ne.ftz.s32.bf16 $0, $4, $4;"});
  check_valid({"cvt.sat.u32.s32 $0, $0;", "cvt.sat.s32.u32 $0, $0;", "cvt.sat.s16.u16 $4, $4;",
               "cvt.sat.s64.u64 $3, $3;", "cvt.sat.u8.s64 $4, $3;", "cvt.rn.relu.f16.f32 $4, $1;",
               "cvt.rna.tf32.f32 $0, $1;", "cvt.rn.bf16.s16 $4, $4;", "cvt.sat.f64.f16 $2, $4;",
               "rcp.rn.ftz.f64 $2, $2;", "{ .reg .pred p; setp.lt.f16 p, $4, $4; }"});
}

TEST_CASE("operations on barriers come first, and their order and scope together") {
  check_invalid({"bar.sync.cta $0;", "barrier.sync.aligned.cta $0;", "barrier.aligned.arrive $0, 32;",
                 "mbarrier.shared.init.b64 [$0], 1;", "mbarrier.init.shared::cluster.b64 [$0], 1;",
                 "mbarrier.arrive.shared.expect_tx.b64 $3, [$0], 1;", "mbarrier.arrive.cta.b64 $3, [$3];",
                 "mbarrier.arrive.release.b64 $3, [$3];",
                 "mbarrier.arrive.noComplete.relaxed.cta.shared.b64 $3, [$0], 1;",
                 "mbarrier.expect_tx.acquire.cta.shared.b64 [$0], 1;",
                 "{ .reg .pred p; mbarrier.test_wait.shared.parity.b64 p, [$0], 0; }",
                 "{ .reg .pred p; mbarrier.try_wait.parity.acquire.b64 p, [$3], 0; }",
                 "{ .reg .pred p; mbarrier.test_wait.shared::cluster.b64 p, [$0], $3; }",
                 "cp.async.mbarrier.arrive.shared::cluster.b64 [$0];", "red.acquire.gpu.add.u32 [$3], 1;",
                 "red.acq_rel.gpu.global.add.u32 [$3], 1;", "pmevent 16;"});
  check_valid({"bar.cta.sync $0;", "barrier.cta.sync.aligned $0;", "barrier.arrive.aligned $0, 32;",
               "mbarrier.init.shared::cta.b64 [$0], 1;", "mbarrier.arrive.expect_tx.shared.b64 $3, [$0], 1;",
               "mbarrier.arrive.release.cta.b64 $3, [$3];",
               "mbarrier.arrive.noComplete.release.cta.b64 $3, [$3], 1;",
               "mbarrier.expect_tx.relaxed.cta.shared.b64 [$0], 1;",
               "{ .reg .pred p; mbarrier.test_wait.parity.acquire.cta.shared.b64 p, [$0], 0; }",
               "{ .reg .pred p; mbarrier.try_wait.shared.acquire.cta.b64 p, [$0], $3; }",
               "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];", "red.release.gpu.add.u32 [$3], 1;",
               "pmevent 15;"});
}

TEST_CASE("what only a GPU has is told from what there is not") {
  for (const char* text : {"wgmma.fence.sync.aligned;", "tex.2d.v4.f32.f32 {$1, $1, $1, $1}, [$3, {$1, $1}];",
                           "cvt.rn.satfinite.e4m3x2.f32 $4, $1, $1;", "min.xorsign.abs.f32 $1, $1, $1;",
                           "ret;", "call (f), g, ($0);"}) {
    INFO(text);
    CHECK_THROWS_AS(translate(text), Unsupported);
  }
}

TEST_CASE("video instructions and registers of vectors are refused as what only a GPU has") {
  for (const char* text :
       {"vadd.s32.s32.s32.sat $0, $0.b0, $0.h1;", "vsub.u32.u32.u32.add $0, $0, $0, $0;",
        "vmad.s32.s32.u32.shr7 $0, $0.b1, $0.b2, $0;", "vset.u32.u32.lt $0, $0, $0;",
        "vshl.u32.u32.u32.clamp $0, $0, $0;", "vabsdiff4.u32.u32.u32.add $0, $0, $0, $0;",
        "vavrg2.s32.s32.s32 $0, $0, $0, $0;", "vmax4.s32.s32.s32 $0, $0.b3210, $0.b7654, $0;",
        "{ .reg .v4 .f32 q; mov.v4.f32 q, {$1, $1, $1, $1}; }",
        "{ .reg .v2 .b32 q; ld.global.v2.b32 q, [$3]; }", "{ .reg .v4.u16 q<3>; }"}) {
    INFO(text);
    CHECK_THROWS_AS(translate(text), Unsupported);
  }
  check_valid({"{ .reg .f32 a, b; ld.global.v2.f32 {a, b}, [$3]; st.global.v2.f32 [$3], {b, a}; }"});
}

TEST_CASE("a constraint of asm has the size of its operand") {
  Statements statements(true);
  for (const char* line : {"  call void asm sideeffect \"{}\", \"r\"(i8 %a)",
                           "  call void asm sideeffect \"{}\", \"r\"(float %a)",
                           "  call void asm sideeffect \"{}\", \"f\"(i32 %a)",
                           "  call void asm sideeffect \"{}\", \"l\"(i32 %a)"}) {
    CHECK_THROWS_AS(statements.call(line), Invalid);
  }
  CHECK_NOTHROW(statements.call("  call void asm sideeffect \"{}\", \"l,h\"(i32* %a, i16 %b)"));
}

TEST_CASE("braces that another statement closes") {
  const auto line = [](const std::string& text) {
    return "  call void asm sideeffect \"" + text + "\", \"\"()";
  };
  CHECK(braces_span_statements({line("{"), line("}")}));
  CHECK_FALSE(braces_span_statements({line("{"), line("{}")}));
  Statements statements(true);
  CHECK_THROWS_AS(statements.call(line("{")), UnmatchedBraces);
}

TEST_CASE("blanks may stand before the dots of an instruction's words") {
  check_valid({"mov .u32 $0, 1;", "ld .global .u32 $0, [$3];",
               "{ .reg .pred p; setp .lt .s32 p, $0, 1; @p add .s32 $0, $0, 1; }", "mov.f32 $1, .5;"});
  check_invalid({"mov .u32 .u32 $0, 1;"});
}

TEST_CASE("literal places and widths of bits are bytes") {
  check_valid({"bfe.u32 $0, $0, 255, 255;", "bfe.u32 $0, $0, $0, $0;", "bfi.b64 $3, $3, $3, 0, 255;"});
  check_invalid({"bfe.u32 $0, $0, 256, 1;", "bfe.s64 $3, $3, 1, -1;", "bfi.b32 $0, $0, $0, 256, 1;",
                 "bfi.b32 $0, $0, $0, 1, 1.0;"});
}

TEST_CASE("each special register has its own widths") {
  check_valid({"mov.u16 $4, %ctaid.y;", "mov.u32 $0, %gridid;", "mov.b64 $3, %gridid;"});
  check_valid({"mov.v4.u32 {$0, $0, $0, _}, %tid;", "mov.v4.u16 {$4, $4, $4, $4}, %nctaid;",
               "mov.u32 $0, %tid.w;", "mov.u32 $0, %ctaid.g;"});
  check_invalid({"mov.u32 $0, %tid;", "mov.v2.u32 {$0, $0}, %tid;", "mov.v4.f32 {$1, $1, $1, $1}, %tid;",
                 "mov.v4.u64 {$3, $3, $3, $3}, %tid;", "mov.v4.u32 {$4, $4, $4, $4}, %tid;",
                 "mov.v4.u32 {$0, $1, $0, $0}, %ntid;", "mov.u32 $0, %tid.q;"});
  check_invalid({"mov.u16 $4, %laneid;", "mov.u16 $4, %clock;", "mov.u32 $0, %globaltimer;"});
}

TEST_CASE("comparisons give floats of 16 bits, too") {
  check_valid({"set.lt.f16.s32 $4, $0, $0;", "set.ltu.ftz.bf16.f32 $4, $1, $1;", "set.eq.u16.f16 $4, $4, $4;",
               "{ .reg .pred p; set.ne.and.bf16.b64 $4, $3, $3, p; }"});
  check_invalid({"set.eq.f16.u8 $4, $4, $4;", "set.eq.u16.f32 $4, $1, $1;", "set.eq.s16.u32 $4, $0, $0;"});
}

TEST_CASE("vectors are moved element by element") {
  check_valid({"mov.v2.f64 {$2, $2}, {$2, $2};", "mov.v2.f32 {$1, $1}, {$0, $0};",
               "mov.v2.u32 {$0, _}, {1, $0};", "mov.v2.u32 {$0, $0}, {%tid.x, $0};",
               "mov.v4.u16 {$4, $4, $4, $4}, {$4, $4, $4, $4};"});
  check_invalid({"mov.v2.u32 {$1, $1}, {$0, $0};", "mov.v2.b32 {$0, $1}, {$1, $0};",
                 "mov.v2.u32 {$0, $0}, {$0, $0, $0, $0};", "mov.v2.u32 {$4, $4}, {$0, $0};",
                 "mov.v4.u64 {$3, $3, $3, $3}, {$3, $3, $3, $3};", "mov.v2.u32 $3, {$0, $0};",
                 "mov.v2.u32 {$0, $0}, {$0, _};"});
}

TEST_CASE("an address of 32 bits may be asked for its state space") {
  check_valid({"{ .reg .pred p; isspacep.global p, $0; }", "{ .reg .pred p; isspacep.shared::cta p, $0; }",
               "{ .reg .pred p; isspacep.local p, 16; }"});
  check_invalid({"{ .reg .pred p; isspacep.global p, $1; }", "{ .reg .pred p; isspacep.shared p, $4; }"});
}

TEST_CASE("only bar.sync may say that all threads wait") {
  check_valid({"bar.sync.all 0;", "bar.all.sync $0, 32;"});
  check_invalid({"bar.cta.sync.all 0;", "bar.arrive.all 0, 32;", "bar.red.popc.all.u32 $0, 0, 1;",
                 "barrier.sync.all 0;", "bar.warp.sync.all $0;", "bar.sync.aligned 0;"});
}

// Tests names, modifiers and words of inline PTX that NVIDIA's assembler knows and those that it does not;
// each line was tried with it for compute capability 9.0.
#include CATCH2_HEADER

#include <initializer_list>
#include <string>

#include "runner/emulator/front_end/tests/ptx_checks.hpp"

using namespace cuda_front_end::ptx;

TEST_CASE("words that no PTX has are refused") {
  check_invalid({"bra.foo L; L: mov.u32 $0, 1;",
                 "bra.convergent L; L: mov.u32 $0, 1;",
                 "add.S32 $0, $0, 1;",
                 "add.s128 $0, $0, 1;",
                 "ld.register.u32 $0, [$3];",
                 "ld.generic.u32 $0, [$3];",
                 "ld.global.v3.u32 {$0, $0, $0}, [$3];",
                 "ld.global.cx.u32 $0, [$3];",
                 "ld.global.L1::nothing.u32 $0, [$3];",
                 "ld.global.L2::512B.u32 $0, [$3];",
                 "ld.shared::block.u32 $0, [$0];",
                 "atom.sub.u32 $0, [$3], 1;",
                 "atom.nand.b32 $0, [$3], $0;",
                 "cvta.to.generic.u64 $3, $3;",
                 "shfl.sync.rotate.b32 $0, $0, 0, 31, -1;",
                 "redux.sync.mul.s32 $0, $0, -1;",
                 "fence.proxy.foo;",
                 "prefetch.L3 [$3];",
                 "mbarrier.foo.b64 [$3], 1;",
                 "cp.async.bulk.foo;",
                 "createpolicy.foo.b64 $3, 1.0;",
                 "griddepcontrol.foo;",
                 "wgmma.foo;",
                 "mov.m16n8k8.u32 $0, 1;",
                 "mov.row $0, 1;",
                 "ldmatrix.sync.aligned.m8n8.x3.shared.b16 {$0, $0, $0}, [$0];",
                 "mma.sync.aligned.m16n8k9.row.col.f32.tf32.tf32.f32 {$1,$1,$1,$1},{$0,$0,$0,$0},{$0,$0},"
                 "{$1,$1,$1,$1};"});
}

TEST_CASE("words of PTX have their order where they are parts of a name") {
  check_invalid({"shf.wrap.l.b32 $0, $0, $0, 3;", "mad.s32.lo $0, $0, $0, $0;", "mul.s32.lo $0, $0, $0;",
                 "dp2a.s32.u32.lo $0, $0, $0, $0;", "bar.popc.red.u32 $0, 0, 1;", "fence.alias.proxy;",
                 "cp.async.ca.global.shared [$3], [$0], 16;", "cp.ca.async.shared.global [$0], [$3], 16;",
                 "cvt.rna.f32.tf32 $0, $1;", "add..s32 $0, $0, 1;", "add.s32. $0, $0, 1;",
                 "add. s32 $0, $0, 1;"});
  check_valid(
      {"mad.hi.s32.sat $0, $0, $0, $0;", "shf.r.wrap.b32 $0, $0, $0, 3;", "cvt.tf32.rna.f32 $0, $1;"});
}

TEST_CASE("names that nothing has are refused, and those of elsewhere are not available") {
  check_invalid({"add.f64 $2, $2, inf;", "{ .reg .pred p; mov.pred p, true; }", "bra nowhere;",
                 "bra L; { L: mov.u32 $0, 1; }", "{ .reg .u32 a; } mov.u32 $0, a;", "mov.u32 $0, %warpsize;",
                 "{ .reg .u32 r<4>; mov.u32 r4, 1; }", "mov.u32 $0, %nosuch;",
                 "mov.u32 $0, %is_explicit_cluster;", "{ .reg .u32 a.b; }", "{ .reg .u32 _; }",
                 "{ .reg .u32 %; }", "add.s32 $$, $0, 1;"});
  check_lacking({"mov.u32 $0, %pm0;", "mov.u64 $3, %pm7_64;", "mov.u32 $0, %envreg3;", "mov.u32 $0, %r12;",
                 "mov.u32 $0, %cluster_ctaid.x;", "{ .reg .pred p; mov.pred p, %is_explicit_cluster; }",
                 "{ .shared .u32 s; mov.u32 $0, s; }", "{ .reg .v2 .u32 v; mov.u32 v.x, $0; }",
                 "ld.param.u32 $0, [_Z1kPi_param_0];"});
  Statements statements(true);
  statements.note_names(
      {line_with(".reg .u32 kept<2>;"), line_with("{ .reg .u32 inner; } there:"), "@table = global i32 0"});
  for (const char* text : {"mov.u32 $0, kept1;", "bra there;", "mov.u64 $3, table;"}) {
    INFO(text);
    CHECK_THROWS_AS(statements.call(line_with(text)), Unsupported);
  }
  CHECK_THROWS_AS(statements.call(line_with("mov.u32 $0, inner;")), Invalid);
}

TEST_CASE("dollars belong to names of PTX") {
  check_valid({"$$L: mov.u32 $0, 1; bra $$M; $$M: mov.u32 $0, 2;", "{ .reg .u32 $$x; mov.u32 $$x, 1; }"});
}

TEST_CASE("numbers of PTX that are too large are refused") {
  check_invalid({"add.s32 $0, $0, 100000000000000000000;", "mov.u64 $3, 0xfffffffffffffffff;",
                 "mov.u64 $3, 0777777777777777777777777;", "add.f32 $1, $1, 1e999;", "mov.f64 $2, 1.8e308;",
                 "mov.f64 $2, 5e-324;"});
  check_valid({"add.s32 $0, $0, 18446744073709551616;", "mov.u64 $3, 0xffffffffffffffff;",
               "mov.u64 $3, 0x11111111111111111111;", "mov.f64 $2, 1.7e308;", "mov.f64 $2, 0e999;"});
}

TEST_CASE("vectors of PTX have one, two, four or eight elements, and one of them is wanted") {
  check_invalid({"mov.b32 {_, _}, $0;", "ld.global.v2.u32 {_, _}, [$3];", "mov.b64 $3, {$4, $4, $4};",
                 "{ .reg .pred p; setp.eq.u32 _|_, $0, 1; }", "{ .reg .v4 .f64 v; }", "{ .reg .v4.foo v; }"});
  check_valid({"st.global.u32 [$3], {$0};", "ld.global.u32 {$0}, [$3];",
               "st.global.v2.u32 [$3], {%tid.x, 1};", "st.global.v2.u64 [$3], {%clock64, $3};",
               "{ .reg.f32 f; mov.f32 f, 1.0; }"});
  check_invalid({"st.global.v2.u16 [$3], {%tid.x, $4};", "st.global.v2.u64 [$3], {%tid.x, $3};"});
  check_lacking({"{ .reg.v2.f32 v; }"});
}

TEST_CASE("what only a GPU has is wrong, too, if its operands are") {
  check_lacking({"vadd.s32.s32.s32 $0, $0.b0, $0.h1;", "vmin.u32.u32.u32 $0.b0, $0, $0, $0;",
                 "vmad.s32.s32.s32.shr15 $0, -$0, $0, $0;", "vadd2.s32.s32.s32 $0, $0.h10, $0.h32, $0;",
                 "vmin4.u32.u32.u32 $0.b210, $0, $0, $0;", "fns.b32 $0, $0, 0, -1;",
                 "bmsk.clamp.b32 $0, 1, 2;", "cvt.pack.sat.u8.s32.b32 $0, $0, $0, $0;",
                 "cvt.rn.satfinite.e4m3x2.f32 $4, $1, $1;", "movmatrix.sync.aligned.m8n8.trans.b16 $0, $0;",
                 "mapa.u64 $3, $3, 0;", "alloca.u64 $3, 16;", "add.s32 $0, $0, $0+1;",
                 "ld.shared.u32 $0, [$4];"});
  check_invalid({"vadd.s32.s32.s32 $0, $0.b4, $0;",
                 "vadd.s32.s32.s32 $0, $0.h2, $0;",
                 "vadd.s32.s32.s32 $0, $0;",
                 "vadd.s32 $0, $0, $0;",
                 "vadd.f32.s32.s32 $0, $0, $0;",
                 "vadd.s32.s32.s32 $0, $1, $0;",
                 "vadd.s32.s32.s32 $0.b0, $0, $0;",
                 "vshl.u32.u32.u32 $0, $0, $0;",
                 "vadd.u32.u32.u32 $0, -$0, $0;",
                 "vadd2.s32.s32.s32 $0, $0.h14, $0.h32, $0;",
                 "vadd2.s32.s32.s32 $0, $0, 5, $0;",
                 "vmin4.u32.u32.u32 $0.b012, $0, $0, $0;",
                 "fns.b32 $0, $0, $0;",
                 "bmsk.b32 $0, $0, $0;",
                 "cvt.rn.e4m3x2.f32 $4, $1, $1;",
                 "movmatrix.sync.aligned.m8n8.b16 $0, $0;",
                 "mapa.u64 $0, $3, 1;",
                 "add.s32 $0, $0, -$0;",
                 "add.s32 $0+4, $0, 1;",
                 "ret 1;",
                 "cp.async.bulk.global.shared::cta.bulk_group [$3], [$0], $3;",
                 "createpolicy.fractional.L2::evict_last.b64 $3, 2.0;",
                 "mma.sync.m8n8k4.row.col.f64.f64.f64.f64 {$2,$2},{$2},{$2},{$2,$2};",
                 "mma.sync.aligned.m16n8k8.col.col.f32.tf32.tf32.f32 {$1,$1,$1,$1},{$0,$0,$0,$0},{$0,$0},"
                 "{$1,$1,$1,$1};",
                 "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {$2,$2},{$2},{$2};"});
}

TEST_CASE("a fault counts for more than what only a GPU has, wherever it stands") {
  check_invalid({"vadd.s32.s32.s32 $0, $0, $0; add.foo $0, $0, 1;", "{ .shared .u32 s; mov.u32 $0, $1; }",
                 "tex.2d.v4.f32.f32 {$1,$1,$1,$1}, [$3, {$1,$1}]; add.s32 $0, $0, $1;"});
}

TEST_CASE("halves of a word are added and compared") {
  check_valid({"add.s16x2 $0, $0, $0;", "min.u16x2 $0, $0, $0;", "max.s16x2.relu $0, $0, $0;"});
  check_invalid({"sub.s16x2 $0, $0, $0;", "min.u16x2.relu $0, $0, $0;", "add.u16x2 $0, $0, 1;",
                 "{ .reg .u32 a; add.u16x2 a, a, a; }"});
}

TEST_CASE("a condition of a barrier is no number of threads") {
  check_valid({"bar.red.popc.u32 $0, 0, 1;", "{ .reg .pred p; bar.red.and.pred p, 0, 0; }"});
  check_invalid({"{ .reg .pred p; bar.red.and.pred p, 0, 33, 1; }"});
}

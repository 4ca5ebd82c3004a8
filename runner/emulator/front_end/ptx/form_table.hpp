/// The table behind ptx/forms.hpp, as the manual of PTX has it and as NVIDIA's assembler takes it.
#pragma once

#include <array>

namespace cuda_front_end::ptx {

/// A name may have words after it (`mbarrier.init`): they follow it in that order. `modifiers` are groups, of each of which an instruction has one; none if it ends with `?`; `*`: others, whichever.
/// Their order is free. `types` has one group for each type. `operands`:
///
///     =...            a result: a register; `_` as well if it ends with `_`
///     0, 1            of the first or second type; 0w: of twice as many bits; 0+: its register may be wider
///     v0+             of as many elements as .v2 or .v4 says
///     u32, pred, ...  of that type; pred may be !p
///     a|b  a&b        one of the one kind, or a pair of both; always a pair
///     m0              what mov takes: a special register or the parts of a number, too
///     e0              as many elements of exactly that type as .v2 or .v4 says
///     .u32  -.u32     of a video instruction: perhaps with a selector, as in a.b0; -.u32: also with a sign
///     x               a special register of four elements, %tid
///     @  #  L  V      an address, a number, a label, a vector
///     #128  #<16      that number, a number from 0 to below that; u32#<16: a register as well
///     bool  hint      only with .and, .or, .xor; only with .L2::cache_hint
///     x?              may be missing
///     *               whatever the translation takes
struct Form {
  const char *names, *modifiers, *types, *operands;
};

#define INTEGERS "u16|u32|u64|s16|s32|s64"
#define WORDS "b16|b32|b64"
#define ALL_INTEGERS "u8|u16|u32|u64|s8|s16|s32|s64"
#define ORDERED "eq|ne|lt|le|gt|ge"
#define ORDERED_REALS "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"
#define ROUNDING "rn|rz|rm|rp"
#define INTEGRAL "rni|rzi|rmi|rpi"
#define IN_MEMORY "u8|u16|u32|u64|s8|s16|s32|s64|b8|b16|b32|b64|b128|f32|f64"
#define SET "u32|s32|f32|f16|bf16"
#define SCOPE "cta|cluster|gpu|sys"
#define SHARED "shared|shared::cta|shared::cluster"
#define L1_HINTS "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"
#define LOAD_HINTS " L2::cache_hint? L2::64B|L2::128B|L2::256B? v2|v4?"
#define STORE_HINTS " L2::cache_hint? v2|v4?"
#define OWN_SHARED "shared|shared::cta"
#define IN_BARRIER "acquire|relaxed? cta|cluster? " OWN_SHARED "?"
#define AT_BARRIER "release|relaxed? cta|cluster? " SHARED "?"
#define POLICY "L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged"
#define TWO_POLICIES "L2::evict_last|L2::evict_normal L2::evict_first|L2::evict_unchanged"
#define ATOMIC "relaxed|acquire|release|acq_rel? " SCOPE "? global|" SHARED "? "
#define REDUCTION "relaxed|release? " SCOPE "? global|" SHARED "? L2::cache_hint? "

inline constexpr auto forms = std::to_array<Form>({
    // ---- integers
    {"add|sub|addc|subc", "", INTEGERS, "=0 0 0"},
    {"add|sub", "sat", "s32", "=0 0 0"},
    {"add|sub|addc|subc", "cc", "u32|u64|s32|s64", "=0 0 0"},
    {"mul.lo|mul.hi", "", INTEGERS, "=0 0 0"},
    {"mul.wide", "", "u16|u32|s16|s32", "=0w 0 0"},
    {"mul24.lo|mul24.hi", "", "u32|s32", "=0 0 0"},
    {"mad.lo|mad.hi|madc.lo|madc.hi", "", INTEGERS, "=0 0 0 0"},
    {"mad.hi|mad24.hi", "sat", "s32", "=0 0 0 0"},
    {"mad.lo|mad.hi|madc.lo|madc.hi", "cc", "u32|u64|s32|s64", "=0 0 0 0"},
    {"mad.wide", "", "u16|u32|s16|s32", "=0w 0 0 0w"},
    {"mad24.lo|mad24.hi", "", "u32|s32", "=0 0 0 0"},
    {"sad", "", INTEGERS, "=0 0 0 0"},
    {"div|rem", "", INTEGERS, "=0 0 0"},
    {"abs|neg", "", "s16|s32|s64", "=0 0"},
    {"min|max", "", INTEGERS, "=0 0 0"},
    {"min|max", "relu", "s32", "=0 0 0"},
    {"add|min|max", "", "u16x2|s16x2", "=0 0 0"},
    {"min|max", "relu", "s16x2", "=0 0 0"},
    {"dp4a", "", "u32|s32 u32|s32", "=u32 u32 u32 u32"},
    {"dp2a.lo|dp2a.hi", "", "u32|s32 u32|s32", "=u32 u32 u32 u32"},
    // ---- floats
    {"add|sub|mul", ROUNDING "? ftz? sat?", "f32", "=0 0 0"},
    {"add|sub|mul", ROUNDING "?", "f64", "=0 0 0"},
    {"add|sub|mul", "rn? ftz? sat?", "f16|f16x2", "=0 0 0"},
    {"add|sub|mul", "rn?", "bf16|bf16x2", "=0 0 0"},
    {"fma|mad", ROUNDING " ftz? sat?", "f32", "=0 0 0 0"},
    {"fma|mad", ROUNDING, "f64", "=0 0 0 0"},
    {"fma", "rn ftz? sat|relu?", "f16|f16x2", "=0 0 0 0"},
    {"fma", ROUNDING " relu?", "bf16|bf16x2", "=0 0 0 0"},
    {"div", ROUNDING "|approx|full ftz?", "f32", "=0 0 0"},
    {"div", ROUNDING, "f64", "=0 0 0"},
    {"abs|neg", "ftz?", "f16|f16x2|f32", "=0 0"},
    {"abs|neg", "", "f64|bf16|bf16x2", "=0 0"},
    {"min|max", "ftz? NaN?", "f16|f16x2|f32", "=0 0 0"},
    {"min|max", "NaN?", "bf16|bf16x2", "=0 0 0"},
    {"min|max|copysign", "", "f64", "=0 0 0"},
    {"copysign", "", "f32", "=0 0 0"},
    {"rcp|sqrt", ROUNDING "|approx ftz?", "f32", "=0 0"},
    {"rcp", ROUNDING " ftz?", "f64", "=0 0"},
    {"sqrt", ROUNDING, "f64", "=0 0"},
    {"rcp", "approx ftz", "f64", "=0 0"},
    {"rsqrt", "approx ftz?", "f32|f64", "=0 0"},
    {"sin|cos|lg2|ex2", "approx ftz?", "f32", "=0 0"},
    {"ex2", "approx", "f16|f16x2", "=0 0"},
    {"ex2", "approx ftz", "bf16|bf16x2", "=0 0"},
    {"tanh", "approx", "f16|f16x2|bf16|bf16x2|f32", "=0 0"},
    {"testp", "finite|infinite|number|notanumber|normal|subnormal?", "f32|f64", "=pred 0"},
    // ---- bits
    {"and|or|xor", "", WORDS "|pred", "=0 0 0"},
    {"not", "", WORDS "|pred", "=0 0"},
    {"cnot", "", WORDS, "=0 0"},
    {"shl", "", WORDS, "=0 0 u32"},
    {"shr", "", INTEGERS "|" WORDS, "=0 0 u32"},
    {"shf.l|shf.r", "wrap|clamp", "b32", "=0 0 0 u32"},
    {"bfe", "", "u32|u64|s32|s64", "=0 0 u32#<256 u32#<256"},
    {"bfi", "", "b32|b64", "=0 0 0 u32#<256 u32#<256"},
    {"bfind", "shiftamt?", "u32|u64|s32|s64", "=u32 0"},
    {"brev", "", "b32|b64", "=0 0"},
    {"popc|clz", "", "b32|b64", "=u32 0"},
    {"lop3", "", "b32", "=0 0 0 0 #"},
    {"lop3", "and|or", "b32", "=0_&pred 0 0 0 # pred"},
    {"prmt", "f4e|b4e|rc8|ecl|ecr|rc16?", "b32", "=0 0 0 u32"},
    // ---- comparison and selection
    {"setp", ORDERED " and|or|xor?", INTEGERS, "=pred_|pred_ 0 0 bool"},
    {"setp", "eq|ne and|or|xor?", WORDS, "=pred_|pred_ 0 0 bool"},
    {"setp", "lo|ls|hi|hs and|or|xor?", "u16|u32|u64", "=pred_|pred_ 0 0 bool"},
    {"setp", ORDERED_REALS " and|or|xor? ftz?", "f32", "=pred_|pred_ 0 0 bool"},
    {"setp", ORDERED_REALS " and|or|xor?", "f64", "=pred_|pred_ 0 0 bool"},
    {"setp", ORDERED_REALS " and|or|xor? ftz?", "f16", "=pred_ 0 0 bool"},
    {"setp", ORDERED_REALS " and|or|xor?", "bf16", "=pred_ 0 0 bool"},
    {"setp", ORDERED_REALS " and|or|xor? ftz?", "f16x2", "=pred_|pred_ 0 0 bool"},
    {"setp", ORDERED_REALS " and|or|xor?", "bf16x2", "=pred_|pred_ 0 0 bool"},
    {"set", ORDERED " and|or|xor?", SET " " INTEGERS, "=0 1 1 bool"},
    {"set", "eq|ne and|or|xor?", SET " " WORDS, "=0 1 1 bool"},
    {"set", "lo|ls|hi|hs and|or|xor?", SET " u16|u32|u64", "=0 1 1 bool"},
    {"set", ORDERED_REALS " and|or|xor? ftz?", SET " f32", "=0 1 1 bool"},
    {"set", ORDERED_REALS " and|or|xor?", SET " f64", "=0 1 1 bool"},
    {"set", ORDERED_REALS " and|or|xor? ftz?", "f16|u16|s16|u32|s32 f16", "=0 1 1 bool"},
    {"set", ORDERED_REALS " and|or|xor?", "bf16|u16|s16|u32|s32 bf16", "=0 1 1 bool"},
    {"set", ORDERED_REALS " and|or|xor? ftz?", "f16x2|u32|s32 f16x2", "=0 1 1 bool"},
    {"set", ORDERED_REALS " and|or|xor?", "bf16x2|u32|s32 bf16x2", "=0 1 1 bool"},
    {"selp", "", INTEGERS "|" WORDS "|f32|f64", "=0 0 0 pred"},
    {"slct", "", INTEGERS "|" WORDS "|f32|f64 s32|f32", "=0 0 0 1"},
    {"slct", "ftz", INTEGERS "|" WORDS "|f32|f64 f32", "=0 0 0 1"},
    // ---- conversion
    {"cvt", "", ALL_INTEGERS " " ALL_INTEGERS, "=0+ 1+"},
    // .sat only where the result cannot hold every value.
    {"cvt", "sat", "u8|u16|u32|u64 s8|s16|s32|s64", "=0+ 1+"},
    {"cvt", "sat", "u8 u16|u32|u64", "=0+ 1+"},
    {"cvt", "sat", "u16 u32|u64", "=0+ 1+"},
    {"cvt", "sat", "u32 u64", "=0+ 1+"},
    {"cvt", "sat", "s8 u8|u16|u32|u64|s16|s32|s64", "=0+ 1+"},
    {"cvt", "sat", "s16 u16|u32|u64|s32|s64", "=0+ 1+"},
    {"cvt", "sat", "s32 u32|u64|s64", "=0+ 1+"},
    {"cvt", "sat", "s64 u64", "=0+ 1+"},
    {"cvt", ROUNDING " sat? ftz?", "f32 " ALL_INTEGERS, "=0+ 1+"},
    {"cvt", ROUNDING " sat?", "f16|f64 " ALL_INTEGERS, "=0+ 1+"},
    {"cvt", ROUNDING, "bf16 " INTEGERS, "=0 1+"},
    {"cvt", INTEGRAL " sat? ftz?", ALL_INTEGERS " f32", "=0+ 1+"},
    {"cvt", INTEGRAL " sat?", ALL_INTEGERS " f16|f64", "=0+ 1+"},
    {"cvt", INTEGRAL, INTEGERS " bf16", "=0+ 1"},
    {"cvt", INTEGRAL, "u8|s8 bf16", "=0 1"},
    {"cvt", INTEGRAL "? sat? ftz?", "f32 f32", "=0+ 1+"},
    {"cvt", INTEGRAL "? sat?", "f16 f16", "=0+ 1+"},
    {"cvt", INTEGRAL "? sat?", "f64 f64", "=0+ 1+"},
    {"cvt", INTEGRAL "?", "bf16 bf16", "=0 1"},
    {"cvt", "sat? ftz?", "f32 f16", "=0+ 1+"},
    {"cvt", "sat?", "f64 f16", "=0+ 1+"},
    {"cvt", "sat? ftz?", "f64 f32", "=0+ 1+"},
    {"cvt", ROUNDING "? ftz?", "f32 bf16", "=0+ 1"},
    {"cvt", ROUNDING "?", "f64 bf16", "=0+ 1"},
    {"cvt", ROUNDING " sat? ftz?", "f32 f64", "=0+ 1+"},
    {"cvt", ROUNDING " sat?", "f16 f64", "=0+ 1+"},
    {"cvt", ROUNDING " sat? ftz?", "f16 f32", "=0+ 1+"},
    {"cvt", "rn|rz relu", "f16 f32", "=0+ 1+"},
    {"cvt", ROUNDING, "bf16 f32", "=0 1"},
    {"cvt", "rn|rz relu", "bf16 f32", "=0 1"},
    {"cvt", ROUNDING "?", "bf16 f16", "=0 1"},
    {"cvt", ROUNDING, "bf16 f64", "=0 1"},
    {"cvt", ROUNDING "?", "f16 bf16", "=0 1"},
    {"cvt", "rn|rz relu?", "f16x2|bf16x2 f32", "=b32 f32 f32"},
    {"cvt", "rn|rz relu? tf32", "f32", "=b32 f32"},
    {"cvt", "rna tf32", "f32", "=b32 f32"},
    {"cvta", "to? global|const|local|param|" SHARED, "u64", "=0 0"},
    // ---- moves and memory
    {"mov", "", INTEGERS "|" WORDS "|b128|f32|f64|pred", "=m0 m0"},
    {"mov", "v2|v4", INTEGERS "|" WORDS "|f32|f64", "=e0 e0"},
    {"mov", "v4", "u16|u32|s16|s32|b16|b32", "=e0 x"},
    {"ld", "weak? global|local|const|" SHARED "? ca|cg|cs|lu|cv|" L1_HINTS "?" LOAD_HINTS, IN_MEMORY,
     "=v0+ @ hint"},
    {"ld", "volatile global|" SHARED "? v2|v4?", IN_MEMORY, "=v0+ @"},
    {"ld", "relaxed|acquire " SCOPE " global|" SHARED "? " L1_HINTS "?" LOAD_HINTS, IN_MEMORY, "=v0+ @ hint"},
    {"ld", "mmio relaxed sys global?", IN_MEMORY, "=v0+ @"},
    {"ld", "global nc ca|cg|cs|" L1_HINTS "? L2::cache_hint? L2::64B|L2::128B|L2::256B? v2|v4?", IN_MEMORY,
     "=v0+ @ hint"},
    {"ldu", "global? v2|v4?", IN_MEMORY, "=v0+ @"},
    {"st", "weak? global|local|" SHARED "? wb|cg|cs|wt|" L1_HINTS "?" STORE_HINTS, IN_MEMORY, "@ v0+ hint"},
    {"st", "volatile global|" SHARED "? v2|v4?", IN_MEMORY, "@ v0+"},
    {"st", "relaxed|release " SCOPE " global|" SHARED "? " L1_HINTS "?" STORE_HINTS, IN_MEMORY, "@ v0+ hint"},
    {"st", "mmio relaxed sys global?", IN_MEMORY, "@ v0+"},
    {"ld|st", "param|param::entry|param::func *", "*", "*"},
    {"isspacep", "global|local|const|param|" SHARED, "", "=pred u64"},
    {"isspacep", "global|local|const|param|" SHARED, "", "=pred u32"},
    {"prefetch", "global|local? L1|L2", "", "@"},
    {"prefetch", "global? L2::evict_last|L2::evict_normal", "", "@"},
    {"prefetchu", "L1", "", "@"},
    {"applypriority", "global? L2::evict_normal", "", "@ #128"},
    {"discard", "global? L2", "", "@ #128"},
    // ---- atomic operations
    {"atom", ATOMIC "L2::cache_hint? add", "u32|s32|u64|f32|f64", "=0_ @ 0 hint"},
    {"atom", ATOMIC "L2::cache_hint? add noftz", "f16|f16x2|bf16|bf16x2", "=0_ @ 0 hint"},
    {"atom", ATOMIC "L2::cache_hint? min|max", "u32|s32|u64|s64", "=0_ @ 0 hint"},
    {"atom", ATOMIC "L2::cache_hint? and|or|xor", "b32|b64", "=0_ @ 0 hint"},
    {"atom", ATOMIC "L2::cache_hint? exch", "b32|b64|b128", "=0_ @ 0 hint"},
    {"atom", ATOMIC "L2::cache_hint? inc|dec", "u32", "=0_ @ 0 hint"},
    {"atom", ATOMIC "cas", "b16|b32|b64|b128", "=0_ @ 0 0"},
    {"red", REDUCTION "add", "u32|s32|u64|f32|f64", "@ 0 hint"},
    {"red", REDUCTION "add noftz", "f16|f16x2|bf16|bf16x2", "@ 0 hint"},
    {"red", REDUCTION "min|max", "u32|s32|u64|s64", "@ 0 hint"},
    {"red", REDUCTION "and|or|xor", "b32|b64", "@ 0 hint"},
    {"red", REDUCTION "inc|dec", "u32", "@ 0 hint"},
    {"atom", "v2|v4|v8 global add|min|max *", "f16|f16x2|bf16|bf16x2|f32", "V @ V hint"},
    {"red", "v2|v4|v8 global add|min|max *", "f16|f16x2|bf16|bf16x2|f32", "@ V hint"},
    // ---- the lanes of a warp
    {"shfl", "sync up|down|bfly|idx", "b32", "=0|pred 0 u32 u32 u32"},
    {"vote", "sync all|any|uni", "pred", "=0 pred u32"},
    {"vote", "sync ballot", "b32", "=0 pred u32"},
    {"match", "sync any", "b32|b64", "=u32 0 u32"},
    {"match", "sync all", "b32|b64", "=u32_|pred 0 u32"},
    {"redux", "sync add|min|max", "u32|s32", "=0 0 u32"},
    {"redux", "sync and|or|xor", "b32", "=0 0 u32"},
    {"elect", "sync", "", "=u32_&pred u32"},
    {"activemask", "", "b32", "=0"},
    {"ldmatrix", "sync aligned m8n8 x1|x2|x4 trans? shared|shared::cta?", "b16", "V @"},
    {"stmatrix", "sync aligned m8n8 x1|x2|x4 trans? shared|shared::cta?", "b16", "@ V"},
    {"mma", "sync aligned *", "*", "V V V V"},
    // ---- barriers and fences
    {"bar|bar.cta", "sync", "", "u32 u32?"},
    {"bar", "sync all", "", "u32 u32?"},
    {"bar|bar.cta", "arrive", "", "u32 u32"},
    {"bar.red|bar.cta.red", "popc", "u32", "=0 u32 pred"},
    {"bar.red|bar.cta.red", "popc", "u32", "=0 u32 u32 pred"},
    {"bar.red|bar.cta.red", "and|or", "pred", "=0 u32 pred"},
    {"bar.red|bar.cta.red", "and|or", "pred", "=0 u32 u32 pred"},
    {"barrier|barrier.cta", "aligned? sync", "", "u32 u32?"},
    {"barrier.arrive|barrier.cta.arrive", "aligned?", "", "u32 u32"},
    {"barrier.red|barrier.cta.red", "aligned? popc", "u32", "=0 u32 pred"},
    {"barrier.red|barrier.cta.red", "aligned? popc", "u32", "=0 u32 u32 pred"},
    {"barrier.red|barrier.cta.red", "aligned? and|or", "pred", "=0 u32 pred"},
    {"barrier.red|barrier.cta.red", "aligned? and|or", "pred", "=0 u32 u32 pred"},
    {"bar", "warp sync", "", "u32"},
    {"barrier.cluster.arrive", "release|relaxed? aligned?", "", ""},
    {"barrier.cluster.wait", "acquire? aligned?", "", ""},
    {"membar", "cta|gl|sys", "", ""},
    {"fence", "sc|acq_rel|acquire|release? " SCOPE, "", ""},
    {"fence", "mbarrier_init release cluster", "", ""},
    {"fence", "acquire sync_restrict::shared::cluster cluster", "", ""},
    {"fence", "release sync_restrict::shared::cta cluster", "", ""},
    {"fence.proxy", "alias", "", ""},
    {"fence.proxy", "async global|shared::cta|shared::cluster?", "", ""},
    {"fence.proxy", "async::generic acquire sync_restrict::shared::cluster cluster", "", ""},
    {"fence.proxy", "async::generic release sync_restrict::shared::cta cluster", "", ""},
    {"fence.proxy", "tensormap::generic release " SCOPE, "", ""},
    {"fence.proxy", "tensormap::generic acquire " SCOPE, "", "@ #128"},
    {"mbarrier.init", OWN_SHARED "?", "b64", "@ u32"},
    {"mbarrier.inval", OWN_SHARED "?", "b64", "@"},
    {"mbarrier.arrive|mbarrier.arrive_drop", AT_BARRIER, "b64", "=b64_ @ u32?"},
    {"mbarrier.arrive.expect_tx|mbarrier.arrive_drop.expect_tx", AT_BARRIER, "b64", "=b64_ @ u32"},
    {"mbarrier.arrive|mbarrier.arrive_drop", "noComplete " OWN_SHARED "?", "b64", "=b64_ @ u32"},
    {"mbarrier.arrive|mbarrier.arrive_drop", "noComplete release cta " OWN_SHARED "?", "b64", "=b64_ @ u32"},
    {"mbarrier.test_wait", IN_BARRIER, "b64", "=pred @ u64"},
    {"mbarrier.test_wait.parity", IN_BARRIER, "b64", "=pred @ u32"},
    {"mbarrier.try_wait", IN_BARRIER, "b64", "=pred @ u64 u32?"},
    {"mbarrier.try_wait.parity", IN_BARRIER, "b64", "=pred @ u32 u32?"},
    {"mbarrier.expect_tx|mbarrier.complete_tx", "relaxed? cta|cluster? " SHARED "?", "b64", "@ u32"},
    {"mbarrier.pending_count", "", "b64", "=u32 u64"},
    // ---- copies without registers
    {"cp.async.commit_group|cp.async.wait_all", "", "", ""},
    {"cp.async.wait_group", "", "", "#"},
    {"cp.async", "ca|cg " OWN_SHARED " global L2::cache_hint? L2::64B|L2::128B|L2::256B?", "", "@ @ # hint"},
    {"cp.async", "ca|cg " OWN_SHARED " global L2::cache_hint? L2::64B|L2::128B|L2::256B?", "",
     "@ @ # u32 hint"},
    {"cp.async", "ca|cg " OWN_SHARED " global L2::cache_hint? L2::64B|L2::128B|L2::256B?", "",
     "@ @ # pred hint"},
    {"cp.async.mbarrier.arrive", "noinc? " OWN_SHARED "?", "b64", "@"},
    {"cp.async.bulk", SHARED " global mbarrier::complete_tx::bytes L2::cache_hint?", "", "@ @ u32 @ hint"},
    {"cp.async.bulk", "global shared::cta bulk_group L2::cache_hint?", "", "@ @ u32 hint"},
    {"cp.async.bulk.commit_group", "", "", ""},
    {"cp.async.bulk.wait_group", "read?", "", "#"},
    {"cp.async.bulk.prefetch", "L2 global L2::cache_hint?", "", "@ u32 hint"},
    {"createpolicy.fractional", POLICY, "b64", "=0 f32?"},
    {"createpolicy.fractional", TWO_POLICIES, "b64", "=0 f32?"},
    {"createpolicy.range", "global? " POLICY, "b64", "=0 @ u32 u32"},
    {"createpolicy.range", "global? " TWO_POLICIES, "b64", "=0 @ u32 u32"},
    {"createpolicy.cvt", "L2", "b64", "=0 b64"},
    // ---- control
    {"bra", "uni?", "", "L"},
    {"nanosleep", "", "u32", "0"},
    {"trap|exit|brkpt", "", "", ""},
    {"pmevent", "", "", "#<16"},
    {"pmevent", "mask", "", "#<65536"},
    {"griddepcontrol", "launch_dependents|wait", "", ""},
});

#undef INTEGERS
#undef WORDS
#undef ALL_INTEGERS
#undef ORDERED
#undef ORDERED_REALS
#undef ROUNDING
#undef INTEGRAL
#undef IN_MEMORY
#undef SCOPE
#undef SHARED
#undef L1_HINTS
#undef LOAD_HINTS
#undef STORE_HINTS
#undef OWN_SHARED
#undef IN_BARRIER
#undef AT_BARRIER
#undef POLICY
#undef TWO_POLICIES
#undef ATOMIC
#undef REDUCTION

}  // namespace cuda_front_end::ptx

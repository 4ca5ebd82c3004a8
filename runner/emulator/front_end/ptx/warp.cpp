// Translates operations that the lanes of a warp perform together, except matrix products.
#include <string>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

/// The register `d` of an operand that may be `d|p`.
const Operand& first_of(const Operand& operand) {
  return operand.kind == Operand::Kind::pair ? operand.parts[0] : operand;
}

void assign_second(Translation& t, const std::string& condition) {
  if (t.operand(0).kind == Operand::Kind::pair) t.out.assign(t.operand(0).parts[1], predicate, condition);
}

void shuffle(Translation& t) {
  const std::string_view mode = t.one_of({"up", "down", "bfly", "idx"});
  if (!t.has("sync") || mode.empty()) t.refuse();
  const std::string source = t.out.call("i32", "cuda_emulator_ptx_shuffle_" + std::string(mode),
                                        {"i32 " + t.value(2, b32), "i32 " + t.value(3, b32)});
  const std::string lane = t.out.add("and i32 " + source + ", 31"),
                    in_range = t.out.add("icmp ugt i32 " + source + ", 31");
  const std::string bits = t.out.add("zext i32 " + t.value(1, b32) + " to i64");
  const std::string result = t.out.call("i64", "cuda_emulator_ptx_shuffle",
                                        {"i32 " + t.value(4, b32), "i64 " + bits, "i32 " + lane});
  t.out.assign(first_of(t.operand(0)), b32, t.out.add("trunc i64 " + result + " to i32"));
  assign_second(t, in_range);
}

std::string ballot(Translation& t, const std::string& mask, const std::string& condition) {
  return t.out.call("i32", "cuda_emulator_ptx_ballot",
                    {"i32 " + mask, "i32 " + t.out.add("zext i1 " + condition + " to i32")});
}

void vote(Translation& t) {
  if (!t.has("sync")) t.refuse();
  const std::string condition = t.value(1, predicate), mask = t.value(2, b32);
  if (t.has("ballot")) return t.assign(b32, ballot(t, mask, condition));
  const std::string none = t.out.add("icmp eq i32 " + ballot(t, mask, condition) + ", 0");
  if (t.has("any")) return t.assign(predicate, t.out.add("xor i1 " + none + ", true"));
  const std::string all =
      t.out.add("icmp eq i32 " + ballot(t, mask, t.out.add("xor i1 " + condition + ", true")) + ", 0");
  t.assign(predicate, t.has("all") ? all : t.out.add("or i1 " + all + ", " + none));
}

void match(Translation& t) {
  const Type type = t.type();
  const std::string value = t.out.resized(t.value(1, type), type.bits, 64, false);
  const std::string name = t.has("any") ? "cuda_emulator_ptx_match_any" : "cuda_emulator_ptx_match_all";
  const std::string lanes = t.out.call("i32", name, {"i32 " + t.value(2, b32), "i64 " + value});
  t.out.assign(first_of(t.operand(0)), b32, lanes);
  assign_second(t, t.out.add("icmp ne i32 " + lanes + ", 0"));
}

void reduce(Translation& t) {
  const Type type = t.type();
  const std::string_view operation = t.one_of({"add", "min", "max", "and", "or", "xor"});
  if (type.bits != 32 || type.is_real() || operation.empty()) t.refuse();
  const bool has_sign = type.is_signed() && (operation == "min" || operation == "max");
  const std::string name = "cuda_emulator_ptx_reduce_" + std::string(operation) + (has_sign ? "_signed" : "");
  t.assign(b32, t.out.call("i32", name, {"i32 " + t.value(2, b32), "i32 " + t.value(1, b32)}));
}

/// The lowest lane is elected.
void elect(Translation& t) {
  const std::string mask = t.value(1, b32);
  t.out.call("void", "cuda_emulator_ptx_sync_warp", {"i32 " + mask});
  const std::string leader = t.out.call("i32", "llvm.cttz.i32", {"i32 " + mask, "i1 false"});
  t.out.assign(first_of(t.operand(0)), b32, leader);
  assign_second(
      t, t.out.add("icmp eq i32 " + leader + ", " + t.out.call("i32", "cuda_emulator_ptx_laneid", {})));
}

}  // namespace

bool translate_warp(Translation& t) {
  const std::string& name = t.name();
  if (name == "shfl") {
    shuffle(t);
  } else if (name == "vote") {
    vote(t);
  } else if (name == "match") {
    match(t);
  } else if (name == "redux") {
    reduce(t);
  } else if (name == "elect") {
    elect(t);
  } else if (name == "activemask") {
    t.assign(b32, t.out.call("i32", "cuda_emulator_ptx_active_lanes", {}));
  } else if (t.instruction().opcode() == "bar.warp.sync") {
    t.out.call("void", "cuda_emulator_ptx_sync_warp", {"i32 " + t.value(0, b32)});
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

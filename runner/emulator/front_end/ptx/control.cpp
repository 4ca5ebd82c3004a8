// Translates branches, barriers and fences, and instructions that end threads and grids.
#include <optional>
#include <string>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

/// The barrier's number and thread count, as far as they are known.
void check_constants(const Translation& t, std::size_t number) {
  const auto constant = [&](std::size_t at) -> std::optional<Constant> {
    if (at >= t.operand_count() || t.operand(at).kind != Operand::Kind::number) return {};
    return t.operand(at).constant;
  };
  if (const auto barrier = constant(number); barrier && barrier->bits > 15)
    throw Invalid("the barriers of inline PTX have numbers from 0 to 15");
  const bool ends_with_condition = t.has("red") && t.operand_count() == number + 2;
  const auto threads = ends_with_condition ? std::nullopt : constant(number + 1);
  if (threads && threads->bits == 0) t.refuse();
  if (threads && threads->bits % 32 != 0)
    throw Invalid("a barrier of inline PTX is for a multiple of 32 threads");
}

/// Translates bar and barrier of the block; `barrier.cta` means the same.
void block_barrier(Translation& t) {
  if (t.has("cluster")) t.refuse();
  check_constants(t, t.has("red") ? 1 : 0);
  if (t.has("red")) {
    const std::string condition = t.value(t.operand_count() - 1, predicate),
                      vote = t.out.add("zext i1 " + condition + " to i32");
    const std::string_view operation = t.one_of({"popc", "and", "or"});
    const Operand& barrier = t.out.known(t.operand(1));
    if (t.operand_count() != 3 || barrier.kind != Operand::Kind::number || barrier.constant.bits != 0)
      t.refuse();
    const std::string result =
        t.out.call("i32", "cuda_emulator_ptx_barrier_" + std::string(operation), {"i32 " + vote});
    if (operation == "popc") return t.assign(u32, result);
    return t.assign(predicate, t.out.add("icmp ne i32 " + result + ", 0"));
  }
  if (t.operand_count() == 2) {
    const std::string name =
        t.has("arrive") ? "cuda_emulator_ptx_barrier_arrive" : "cuda_emulator_ptx_barrier_of_some";
    t.out.call("void", name, {"i32 " + t.value(0, b32), "i32 " + t.value(1, b32)});
  } else if (t.has("sync")) {
    t.out.call("void", "cuda_emulator_ptx_barrier", {});
  } else {
    t.refuse();
  }
}

bool is_without_effect(const Translation& t) {
  const std::string& name = t.name();
  return name == "griddepcontrol" || name == "pmevent" || name == "brkpt";
}

}  // namespace

bool translate_control(Translation& t) {
  const std::string& name = t.name();
  if (name == "bra") {
    t.out.go_to(label_name(t.operand(0).text));
    t.out.place(t.out.new_label());
  } else if (name == "bar" || name == "barrier") {
    block_barrier(t);
  } else if (name == "membar" || name == "fence") {
    t.out.call("void", "cuda_emulator_ptx_fence", {});
  } else if (name == "nanosleep") {
    t.out.call("void", "cuda_emulator_ptx_nanosleep", {"i32 " + t.value(0, u32)});
  } else if (name == "trap") {
    t.out.call("void", "cuda_emulator_trap", {});
  } else if (name == "exit") {
    t.out.call("void", "cuda_emulator_ptx_exit", {});
  } else if (!is_without_effect(t)) {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

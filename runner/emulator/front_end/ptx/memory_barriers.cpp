// Translates mbarrier, barriers in shared memory, and the bulk copies that they count. A copy is made
// immediately.
#include <string>
#include <vector>

#include "runner/emulator/front_end/ptx/addresses.hpp"
#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

/// Returns "i64 %v1" for the barrier at an operand.
std::string barrier(Translation& t, std::size_t number) {
  return "i64 " + generic_address(t, t.operand(number), names_shared_memory(t));
}

std::string word(Translation& t, std::size_t number) {
  return "i32 " + t.value(number, b32);
}

std::string runtime_name(const std::string& operation) {
  return "cuda_emulator_ptx_mbarrier_" + operation;
}

void arrive(Translation& t) {
  if (t.has("shared::cluster")) t.refuse();
  // Most forms return the state, to a register or to `_`.
  const bool gives_state = t.operand(0).kind != Operand::Kind::address;
  const std::size_t at = gives_state ? 1 : 0;
  const std::string more = t.operand_count() > at + 1 ? word(t, at + 1) : "i32 1";
  const std::string place = barrier(t, at);
  if (t.has("expect_tx")) t.out.call("void", runtime_name("expect_bytes"), {place, more});
  const std::string state = t.out.call("i64", runtime_name(t.has("arrive_drop") ? "drop" : "arrive"),
                                       {place, t.has("expect_tx") ? "i32 1" : more});
  if (gives_state && t.operand(0).kind != Operand::Kind::sink) t.assign(b64, state);
}

void wait(Translation& t) {
  const std::string place = barrier(t, 1);
  const std::string over =
      t.has("parity") ? t.out.call("i32", runtime_name("is_over_parity"), {place, word(t, 2)})
                      : t.out.call("i32", runtime_name("is_over"), {place, "i64 " + t.value(2, b64)});
  t.assign(predicate, t.out.add("icmp ne i32 " + over + ", 0"));
}

void bulk_copy(Translation& t) {
  const bool to_shared = t.has("mbarrier::complete_tx::bytes");
  if (to_shared == t.has("bulk_group") || t.has("multicast::cluster") || !t.has("global")) t.refuse();
  const std::string bytes = t.out.resized(t.value(2, u32), 32, 64, false);
  const std::string to = generic_address(t, t.operand(0), to_shared),
                    from = generic_address(t, t.operand(1), !to_shared);
  t.out.call("void", "cuda_emulator_ptx_check_bulk_copy", {"i64 " + to, "i64 " + from, "i64 " + bytes});
  const std::string pointer = t.out.pointer_type("i8") + ' ';
  t.out.call(t.out.pointer_type("i8"), "cuda_emulator_memcpy",
             {pointer + t.out.pointer(to, "i8"), pointer + t.out.pointer(from, "i8"), "i64 " + bytes});
  if (!to_shared) return;
  const std::string place = "i64 " + generic_address(t, t.operand(3), true);
  t.out.call("void", runtime_name("complete_bytes"), {place, word(t, 2)});
}

}  // namespace

bool translate_memory_barrier(Translation& t) {
  const std::string opcode = t.instruction().opcode();
  if (opcode.starts_with("cp.async.mbarrier.arrive")) {
    // Without .noinc, the arrival cancels what it adds.
    if (t.has("noinc")) t.out.call("i64", runtime_name("arrive"), {barrier(t, 0), "i32 1"});
    return true;
  }
  if (opcode.starts_with("cp.async.bulk.")) {
    if (t.has("commit_group") || t.has("wait_group") || t.has("prefetch")) return true;
    if (t.has("tensor")) t.refuse();
    bulk_copy(t);
    return true;
  }
  if (t.name() != "mbarrier") return false;
  if (t.has("init")) {
    t.out.call("void", runtime_name("init"), {barrier(t, 0), word(t, 1)});
  } else if (t.has("inval")) {
    // It is memory like any other.
  } else if (t.has("arrive") || t.has("arrive_drop")) {
    arrive(t);
  } else if (t.has("test_wait") || t.has("try_wait")) {
    wait(t);
  } else if (t.has("expect_tx") || t.has("complete_tx")) {
    t.out.call("void", runtime_name(t.has("expect_tx") ? "expect_bytes" : "complete_bytes"),
               {barrier(t, 0), word(t, 1)});
  } else if (t.has("pending_count")) {
    t.assign(b32, t.out.call("i32", runtime_name("pending"), {"i64 " + t.value(1, b64)}));
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

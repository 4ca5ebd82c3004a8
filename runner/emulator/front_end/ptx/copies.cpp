// Translates cp.async. The copy is made immediately, so groups of copies have nothing to wait for.
#include <string>

#include "runner/emulator/front_end/ptx/addresses.hpp"
#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

/// Reads `type` from the second operand's address and writes it to the first's.
void copy_whole(Translation& t, const std::string& to, const std::string& from, int bytes) {
  const std::string type = "i" + std::to_string(8 * bytes), align = ", align " + std::to_string(bytes);
  const std::string loaded =
      t.out.add("load " + type + ", " + t.out.pointer_type(type) + ' ' + t.out.pointer(from, type) + align);
  t.out.add_line("store " + type + ' ' + loaded + ", " + t.out.pointer_type(type) + ' ' +
                 t.out.pointer(to, type) + align);
}

/// Writes zeros after the first `count` bytes; `count` is less than `bytes`.
void copy_part(Translation& t, const std::string& to, const std::string& from, int bytes,
               const std::string& count) {
  const std::string type = "i" + std::to_string(8 * bytes), byte_pointer = t.out.pointer_type("i8");
  const std::string room = t.out.memory(type, 1);
  t.out.add_line("store " + type + " 0, " + t.out.pointer_type(type) + ' ' + t.out.pointer(room, type));
  for (int i = 0; i < bytes; ++i) {
    const std::string yes = t.out.new_label(), next = t.out.new_label(), place = std::to_string(i);
    t.out.branch(t.out.add("icmp ugt i32 " + count + ", " + place), yes, next);
    t.out.place(yes);
    const std::string source = t.out.pointer(t.out.add("add i64 " + from + ", " + place), "i8");
    const std::string byte = t.out.add("load i8, " + byte_pointer + ' ' + source);
    const std::string target = t.out.pointer(t.out.add("add i64 " + room + ", " + place), "i8");
    t.out.add_line("store i8 " + byte + ", " + byte_pointer + ' ' + target);
    t.out.place(next);
  }
  const std::string whole =
      t.out.add("load " + type + ", " + t.out.pointer_type(type) + ' ' + t.out.pointer(room, type));
  t.out.add_line("store " + type + ' ' + whole + ", " + t.out.pointer_type(type) + ' ' +
                 t.out.pointer(to, type) + ", align " + std::to_string(bytes));
}

void copy(Translation& t) {
  const unsigned long long bytes = t.out.constant(t.operand(2));
  if (bytes != 16 && (t.has("cg") || (bytes != 4 && bytes != 8)))
    throw Invalid("the PTX instruction '" + t.instruction().opcode() + "' cannot copy that many bytes");
  const int size = static_cast<int>(bytes);
  const std::string to = generic_address(t, t.operand(0), true),
                    from = generic_address(t, t.operand(1), false);
  const std::size_t rest = t.operand_count() - (t.has("L2::cache_hint") ? 1 : 0);
  if (rest <= 3) return copy_whole(t, to, from, size);
  // The size of the source, or a predicate that says to ignore it.
  const bool is_predicate = t.out.bits_of(t.operand(3)) == 1;
  const std::string count =
      is_predicate ? t.out.select(t.value(3, predicate), "i32", "0", std::to_string(bytes)) : t.value(3, u32);
  const std::string whole = t.out.new_label(), part = t.out.new_label(), done = t.out.new_label();
  t.out.branch(t.out.add("icmp uge i32 " + count + ", " + std::to_string(bytes)), whole, part);
  t.out.place(part);
  copy_part(t, to, from, size, count);
  t.out.go_to(done);
  t.out.place(whole);
  copy_whole(t, to, from, size);
  t.out.place(done);
}

}  // namespace

bool translate_copy(Translation& t) {
  const std::string opcode = t.instruction().opcode();
  if (!opcode.starts_with("cp.async")) return false;
  if (opcode == "cp.async.commit_group" || opcode == "cp.async.wait_group" || opcode == "cp.async.wait_all")
    return true;
  if (t.has("bulk") || t.has("mbarrier")) t.refuse();
  copy(t);
  return true;
}

}  // namespace cuda_front_end::ptx

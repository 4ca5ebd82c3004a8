#include "runner/emulator/front_end/ptx/addresses.hpp"

namespace cuda_front_end::ptx {
namespace {

/// 16 MiB below the end of the OS thread's variables, so that addresses are positive. It is a multiple of the
/// alignment that swizzled shared memory layouts need.
std::string shared_base(Function& out) {
  const std::string end = out.add("call i64 asm \"movq %fs:0, $0\", \"=r\"()");
  return out.add("add i64 " + out.add("and i64 " + end + ", -1024") + ", -16777216");
}

}  // namespace

std::string generic_of_shared(Function& out, const std::string& address) {
  const std::string offset = out.add("and i64 " + address + ", 4294967295");
  return out.add("add i64 " + shared_base(out) + ", " + offset);
}

std::string shared_of_generic(Function& out, const std::string& address) {
  return out.add("sub i64 " + address + ", " + shared_base(out));
}

bool names_shared_memory(const Translation& t) {
  if (t.has("param") || t.has("param::entry") || t.has("param::func")) t.refuse();
  return t.has("shared") || t.has("shared::cta") || t.has("shared::cluster");
}

std::string generic_address(Translation& t, const Operand& operand, bool shared) {
  if (operand.kind != Operand::Kind::address) t.refuse();
  std::string address = "0";
  if (!operand.parts.empty()) {
    const int bits = t.out.bits_of(operand.parts[0]) ? t.out.bits_of(operand.parts[0]) : 64;
    address = t.out.resized(t.out.value(operand.parts[0], {Type::Kind::bits, bits}), bits, 64, false);
  }
  if (operand.offset) address = t.out.add("add i64 " + address + ", " + std::to_string(operand.offset));
  return shared ? generic_of_shared(t.out, address) : address;
}

}  // namespace cuda_front_end::ptx

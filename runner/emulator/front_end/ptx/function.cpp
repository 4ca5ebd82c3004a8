#include "runner/emulator/front_end/ptx/function.hpp"

#include <cstdint>

#include "runner/emulator/front_end/ir/ir_text.hpp"
#include "runner/emulator/front_end/ptx/special_registers.hpp"

namespace cuda_front_end::ptx {
void Function::add_register(const std::string& name, Type type) {
  const std::string own = "%r" + std::to_string(registers_.size());
  memory_ += "  " + own + " = alloca " + type.integer() + '\n';
  registers_[name] = {own, type};
}

void Function::add_parameter(std::size_t number, const std::string& register_name) {
  Operand operand;
  operand.kind = Operand::Kind::name;
  operand.text = register_name;
  parameters_[std::to_string(number)] = operand;
}

const Operand& Function::known(const Operand& operand) const {
  if (operand.kind != Operand::Kind::parameter) return operand;
  const auto found = parameters_.find(operand.text);
  if (found == parameters_.end())
    throw Unsupported("the operand '%" + operand.text + "' of inline PTX is not available");
  return found->second;
}

const Function::Slot& Function::slot(const Operand& operand) const {
  const Operand& named = known(operand);
  const auto found = named.kind == Operand::Kind::name ? registers_.find(named.text) : registers_.end();
  if (found == registers_.end()) throw Unsupported("the PTX operand '" + named.text + "' is not a register");
  return found->second;
}

int Function::bits_of(const Operand& operand) const {
  const Operand& named = known(operand);
  return named.kind == Operand::Kind::name ? slot(named).bits() : 0;
}

unsigned long long Function::constant(const Operand& operand) const {
  const Operand& number = known(operand);
  if (number.kind != Operand::Kind::number || number.constant.kind != Constant::Kind::integer)
    throw Invalid("the PTX operand '" + number.text + "' must be a whole number");
  return number.constant.bits;
}

std::string Function::value(const Operand& operand, Type type) {
  const Operand& source = known(operand);
  std::string bits;
  if (source.kind == Operand::Kind::number) {
    std::uint64_t number = source.constant.as(type);
    if (const int width = type.all_bits(); width < 64) number &= (1ull << width) - 1;
    bits = std::to_string(number);
    // Negative 128-bit numbers do not occur in practice.
  } else if (source.kind == Operand::Kind::special) {
    const SpecialValue special = special_register(source.text, *this);
    bits = resized(special.value, special.bits, type.all_bits(), false);
  } else if (source.kind == Operand::Kind::vector) {
    const int count = static_cast<int>(source.parts.size()), width = type.all_bits() / count;
    for (int i = 0; i < count; ++i) {
      const std::string part =
          resized(value(source.parts[static_cast<std::size_t>(i)], {Type::Kind::bits, width}), width,
                  type.all_bits(), false);
      const std::string moved =
          i ? add("shl " + type.integer() + ' ' + part + ", " + std::to_string(i * width)) : part;
      bits = i ? add("or " + type.integer() + ' ' + bits + ", " + moved) : moved;
    }
  } else {
    const Slot& from = slot(source);
    const std::string integer = from.type.integer();
    bits = add("load " + integer + ", " + pointer_type(integer) + ' ' + from.memory);
    bits = type.is_predicate() && from.bits() != 1
               ? add("icmp ne " + integer + ' ' + bits + ", 0")
               : resized(bits, from.bits(), type.all_bits(), type.is_signed());
  }
  if (operand.negated)
    bits = add("xor " + type.integer() + ' ' + bits + (type.is_predicate() ? ", true" : ", -1"));
  return type.ir() == type.integer() ? bits
                                     : add("bitcast " + type.integer() + ' ' + bits + " to " + type.ir());
}

void Function::assign(const Operand& operand, Type type, const std::string& value) {
  if (operand.kind == Operand::Kind::sink) return;
  const std::string bits = type.ir() == type.integer()
                               ? value
                               : add("bitcast " + type.ir() + ' ' + value + " to " + type.integer());
  if (operand.kind == Operand::Kind::vector) {
    const int count = static_cast<int>(operand.parts.size()), width = type.all_bits() / count;
    for (int i = 0; i < count; ++i) {
      const std::string moved = add("lshr " + type.integer() + ' ' + bits + ", " + std::to_string(i * width));
      assign(operand.parts[static_cast<std::size_t>(i)], {Type::Kind::bits, width},
             resized(moved, type.all_bits(), width, false));
    }
    return;
  }
  const Slot& to = slot(operand);
  const std::string integer = to.type.integer();
  add_line("store " + integer + ' ' + resized(bits, type.all_bits(), to.bits(), type.is_signed()) + ", " +
           pointer_type(integer) + ' ' + to.memory);
}

std::string Function::add(const std::string& code) {
  const std::string name = "%v" + std::to_string(++values_);
  add_line(name + " = " + code);
  return name;
}

std::string Function::call(const std::string& type, const std::string& name,
                           const std::vector<std::string>& arguments) {
  std::string list, types;
  for (const std::string& argument : arguments) {
    list += (list.empty() ? "" : ", ") + argument;
    types += (types.empty() ? "" : ", ") + argument.substr(0, type_end(argument, 0));
  }
  const bool is_ours = !name.starts_with("llvm.");
  declarations_["@" + name] =
      "declare " + type + " @" + name + '(' + types + ')' + (is_ours ? " nomerge nounwind convergent" : "");
  const std::string code = "call " + type + " @" + name + '(' + list + ')';
  if (type != "void") return add(code);
  add_line(code);
  return "";
}

void Function::place(const std::string& label) {
  if (!ended_) add_line("br label %" + label);
  ended_ = false;
  code_ += label + ":\n";
}

void Function::go_to(const std::string& label) {
  add_line("br label %" + label);
  ended_ = true;
}

void Function::branch(const std::string& condition, const std::string& yes, const std::string& no) {
  add_line("br i1 " + condition + ", label %" + yes + ", label %" + no);
  ended_ = true;
}

std::string Function::select(const std::string& condition, const std::string& type, const std::string& yes,
                             const std::string& no) {
  return add("select i1 " + condition + ", " + type + ' ' + yes + ", " + type + ' ' + no);
}

std::string Function::resized(const std::string& value, int from, int to, bool is_signed) {
  if (from == to) return value;
  const std::string operation = from > to ? "trunc" : is_signed && from > 1 ? "sext" : "zext";
  return add(operation + " i" + std::to_string(from) + ' ' + value + " to i" + std::to_string(to));
}

std::string Function::memory(const std::string& type, int count) {
  const std::string name = "%m" + std::to_string(++values_),
                    array = '[' + std::to_string(count) + " x " + type + ']';
  memory_ += "  " + name + " = alloca " + array + ", align 16\n";
  return add("ptrtoint " + pointer_type(array) + ' ' + name + " to i64");
}

std::string Function::pointer_type(const std::string& type) const {
  return pointer_to(type, typed_);
}

std::string Function::pointer(const std::string& address, const std::string& type) {
  return add("inttoptr i64 " + address + " to " + pointer_type(type));
}

const std::string& Function::carry_slot() {
  if (carry_.empty()) {
    carry_ = "%carry";
    // The flag belongs to the OS thread: no other CUDA thread runs between two such instructions. It is
    // accessed by assembly so that no hook sees it.
    memory_ +=
        "  %carry = alloca i8\n"
        "  %carry_before = call i8 asm sideeffect \"movb %fs:cuda_emulator_carry@tpoff, $0\", \"=q\"()\n"
        "  store i8 %carry_before, " +
        pointer_type("i8") + " %carry\n";
  }
  return carry_;
}

std::string Function::carry() {
  const std::string flag = add("load i8, " + pointer_type("i8") + ' ' + carry_slot());
  return add("icmp ne i8 " + flag + ", 0");
}

void Function::set_carry(const std::string& value) {
  const std::string flag = add("zext i1 " + value + " to i8");
  add_line("store i8 " + flag + ", " + pointer_type("i8") + ' ' + carry_slot());
  changes_carry_ = true;
}

void Function::end() {
  if (!changes_carry_) return;
  const std::string flag = add("load i8, " + pointer_type("i8") + ' ' + carry_slot());
  add_line("call void asm sideeffect \"movb $0, %fs:cuda_emulator_carry@tpoff\", \"q\"(i8 " + flag + ')');
}

std::string Function::body() const {
  return memory_ + code_;
}

}  // namespace cuda_front_end::ptx

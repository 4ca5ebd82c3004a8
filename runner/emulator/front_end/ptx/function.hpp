/// Builds the function, as LLVM text, that an `asm` statement becomes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

/// Lines are added one by one. Registers are integers in memory, which the optimiser turns into values.
/// "value" means text that stands for one: `%v3`, `7`.
class Function {
 public:
  explicit Function(bool typed_pointers) : typed_(typed_pointers) {}

  // ---- registers and parameters
  void add_register(const std::string& name, Type type);
  /// The name of the operand $`number`, which is a register too.
  void add_parameter(std::size_t number, const std::string& register_name);

  /// The value of an operand as `type`; of a wider register, the lower bits.
  std::string value(const Operand& operand, Type type);
  /// Assigns a value of `type` to an operand; a wider register is extended by its sign or by 0.
  void assign(const Operand& operand, Type type, const std::string& value);
  /// The value of an operand that must be known now.
  unsigned long long constant(const Operand& operand) const;
  /// The width of its register in bits; 0 if it is not a register.
  int bits_of(const Operand& operand) const;
  /// The type that its register was declared with.
  Type type_of(const Operand& operand) const { return slot(operand).type; }
  /// The register behind an operand $3; any other operand unchanged.
  const Operand& known(const Operand& operand) const;

  // ---- code
  /// A line "  %vN = CODE"; gives back "%vN".
  std::string add(const std::string& code);
  void add_line(const std::string& code) { code_ += "  " + code + '\n'; }
  /// Calls a function of LLVM or of the runtime. `arguments` are like "i32 %v1". There is no result if `type`
  /// is "void".
  std::string call(const std::string& type, const std::string& name,
                   const std::vector<std::string>& arguments);
  std::string new_label() { return 'l' + std::to_string(++labels_); }
  /// Starts a block at `label` and ends the one before it.
  void place(const std::string& label);
  /// Both end the block: the next line must be a label.
  void go_to(const std::string& label);
  void branch(const std::string& condition, const std::string& yes, const std::string& no);
  /// The value of `type` if `condition` holds, otherwise the other one.
  std::string select(const std::string& condition, const std::string& type, const std::string& yes,
                     const std::string& no);
  /// Resizes an integer from `from` bits to `to`.
  std::string resized(const std::string& value, int from, int to, bool is_signed);
  /// Allocates memory for `count` elements; the address is an i64.
  std::string memory(const std::string& type, int count);
  /// `address`, an i64, as a pointer to `type`.
  std::string pointer(const std::string& address, const std::string& type);
  std::string pointer_type(const std::string& type) const;

  // ---- the flag of add.cc and addc, of type i1
  std::string carry();
  void set_carry(const std::string& value);

  /// Called after the last line, before the results.
  void end();

  /// The text so far: memory for the registers, then code.
  std::string body() const;
  /// The declarations of called functions, by their names.
  const std::map<std::string, std::string>& declarations() const { return declarations_; }

 private:
  struct Slot {
    std::string memory;
    Type type;
    int bits() const { return type.all_bits(); }
  };

  const Slot& slot(const Operand& operand) const;
  const std::string& carry_slot();

  bool typed_;
  std::map<std::string, Slot, std::less<>> registers_;
  std::map<std::string, Operand, std::less<>> parameters_;  ///< names of registers
  std::string memory_, code_;
  int values_ = 0, labels_ = 0;
  std::string carry_;  ///< its memory, if it is used
  bool changes_carry_ = false;
  bool ended_ = false;  ///< the block already ends with a branch
  std::map<std::string, std::string> declarations_;
};

/// The name in LLVM's text of a PTX label.
inline std::string label_name(const std::string& ptx_name) {
  return "\"ptx." + ptx_name + '"';
}

}  // namespace cuda_front_end::ptx

/// The function, in LLVM's text, that an `asm` statement becomes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

/// Its lines are added one by one. Registers are integers in memory of its own, which the optimiser makes values of.
/// "value" is text that stands for one: `%v3`, `7`.
class Function {
 public:
  explicit Function(bool typed_pointers) : typed_(typed_pointers) {}

  // ---- registers and parameters
  void add_register(const std::string& name, Type type);
  /// The operand $`number`: a register too.
  void add_parameter(std::size_t number, const std::string& register_name);

  /// The value of an operand as `type` has it; of a wider register the lower bits.
  std::string value(const Operand& operand, Type type);
  /// Gives it a value of `type`; a wider register is filled up by its sign or with 0.
  void assign(const Operand& operand, Type type, const std::string& value);
  /// The value of an operand that must be known now.
  unsigned long long constant(const Operand& operand) const;
  /// The bits that its register has; 0 if it is none.
  int bits_of(const Operand& operand) const;
  /// The type that its register was declared with.
  Type type_of(const Operand& operand) const { return slot(operand).type; }
  /// The register behind an operand $3; any other operand as it is.
  const Operand& known(const Operand& operand) const;

  // ---- code
  /// A line "  %vN = CODE"; gives back "%vN".
  std::string add(const std::string& code);
  void add_line(const std::string& code) { code_ += "  " + code + '\n'; }
  /// Calls a function of LLVM or of the runtime: `arguments` are "i32 %v1". No result if `type` is "void".
  std::string call(const std::string& type, const std::string& name,
                   const std::vector<std::string>& arguments);
  std::string new_label() { return 'l' + std::to_string(++labels_); }
  /// Goes on at `label`, where what stands before ends.
  void place(const std::string& label);
  /// Both end the block: the next line must be a label.
  void go_to(const std::string& label);
  void branch(const std::string& condition, const std::string& yes, const std::string& no);
  /// The value of `type` if `condition`, or the other.
  std::string select(const std::string& condition, const std::string& type, const std::string& yes,
                     const std::string& no);
  /// An integer of `from` bits as one of `to`.
  std::string resized(const std::string& value, int from, int to, bool is_signed);
  /// Memory for `count` elements, as an i64.
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
  /// The lines that declare what is called, by names.
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
  bool ended_ = false;  ///< the block has its branch
  std::map<std::string, std::string> declarations_;
};

/// What a label of PTX is called in LLVM's text.
inline std::string label_name(const std::string& ptx_name) {
  return "\"ptx." + ptx_name + '"';
}

}  // namespace cuda_front_end::ptx

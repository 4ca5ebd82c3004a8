// Translates operations on matrices that the lanes of a warp hold together: ldmatrix, stmatrix and mma.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "runner/emulator/front_end/ptx/addresses.hpp"
#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {
namespace {

std::vector<Operand> parts_of(const Operand& operand) {
  return operand.kind == Operand::Kind::vector ? operand.parts : std::vector<Operand>{operand};
}

/// An address in the array of words through which operands are passed to and from the runtime.
std::string word_address(Translation& t, const std::string& words, std::size_t number) {
  return t.out.add("add i64 " + words + ", " + std::to_string(4 * number));
}

void put(Translation& t, const Operand& operand, Type type, const std::string& words, std::size_t first) {
  for (const Operand& part : parts_of(operand)) {
    const std::string to = t.out.pointer(word_address(t, words, first), type.integer());
    t.out.add_line("store " + type.integer() + ' ' + t.out.value(part, type) + ", " +
                   t.out.pointer_type(type.integer()) + ' ' + to);
    first += static_cast<std::size_t>(type.bits / 32);
  }
}

void take(Translation& t, const Operand& operand, Type type, const std::string& words, std::size_t first) {
  for (const Operand& part : parts_of(operand)) {
    const std::string from = t.out.pointer(word_address(t, words, first), type.integer());
    t.out.assign(
        part, type,
        t.out.add("load " + type.integer() + ", " + t.out.pointer_type(type.integer()) + ' ' + from));
    first += static_cast<std::size_t>(type.bits / 32);
  }
}

/// Copies 16 bytes if this lane has a row of one of the `count` matrices.
void copy_row(Translation& t, std::size_t count, const std::string& to, const std::string& from) {
  const std::string yes = t.out.new_label(), done = t.out.new_label();
  const std::string lane = t.out.call("i32", "cuda_emulator_ptx_laneid", {});
  t.out.branch(t.out.add("icmp ult i32 " + lane + ", " + std::to_string(8 * count)), yes, done);
  t.out.place(yes);
  const std::string pointer = t.out.pointer_type("i128") + ' ';
  const std::string row = t.out.add("load i128, " + pointer + t.out.pointer(from, "i128") + ", align 16");
  t.out.add_line("store i128 " + row + ", " + pointer + t.out.pointer(to, "i128") + ", align 16");
  t.out.place(done);
}

/// Translates ldmatrix and stmatrix: a lane has the address of a 16-byte row, and registers for elements of
/// other lanes' rows.
void move_matrices(Translation& t, bool loads) {
  const std::size_t count = t.has("x4") ? 4 : t.has("x2") ? 2 : 1;
  const Operand &registers = t.operand(loads ? 0 : 1), &place = t.operand(loads ? 1 : 0);
  if (registers.kind != Operand::Kind::vector || registers.parts.size() != count)
    throw Invalid("the PTX instruction '" + t.instruction().opcode() + "' has another number of registers");
  const std::string address = generic_address(t, place, names_shared_memory(t)),
                    words = t.out.memory("i32", 8);
  const std::vector<std::string> arguments = {"i64 " + words, "i32 " + std::to_string(count),
                                              "i32 " + std::to_string(t.has("trans"))};
  if (loads) {
    copy_row(t, count, words, address);
    t.out.call("void", "cuda_emulator_ptx_load_matrices", arguments);
    take(t, registers, b32, words, 4);
  } else {
    put(t, registers, b32, words, 4);
    t.out.call("void", "cuda_emulator_ptx_store_matrices", arguments);
    copy_row(t, count, address, words);
  }
}

/// The numbers of the element types, as in the runtime (runtime/execution/matrices.hpp).
int element_type(const Translation& t, const std::string& name) {
  constexpr std::array<const char*, 8> names = {"f16", "bf16", "tf32", "s8", "u8", "f64", "f32", "s32"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) return static_cast<int>(i);
  }
  t.refuse();
}

struct Shape {
  const char* name;
  int rows, depth;
};
constexpr std::array<Shape, 7> shapes = {{{"m16n8k4", 16, 4},
                                          {"m16n8k8", 16, 8},
                                          {"m16n8k16", 16, 16},
                                          {"m16n8k32", 16, 32},
                                          {"m8n8k4", 8, 4},
                                          {"m8n8k16", 8, 16},
                                          {"m8n8k32", 8, 32}}};

/// How many words a lane holds of a matrix: the 32 lanes share its `elements` evenly.
std::size_t words_of(int elements, int bits) {
  return static_cast<std::size_t>(elements * bits / 32 / 32);
}

void multiply(Translation& t) {
  const auto& words_of_name = t.instruction().words;
  if (words_of_name.size() < 9) t.refuse();
  const bool is_fixed = !t.has("m8n8k4") || t.has("f64");  // m8n8k4 of other types has any layout
  const auto row = std::ranges::find(words_of_name, "row"), col = std::ranges::find(words_of_name, "col");
  if (is_fixed && !(row < col && col < words_of_name.end()))
    throw Invalid("the matrices of the PTX instruction '" + t.instruction().opcode() + "' are .row and .col");
  for (const char* word : {"sp", "b1", "s4", "u4", "kind::f8f6f4"}) {
    if (t.has(word)) t.refuse();
  }
  const Shape* shape = nullptr;
  for (const Shape& known : shapes) {
    if (t.has(known.name)) shape = &known;
  }
  if (!shape) t.refuse();
  std::vector<std::string> types(words_of_name.end() - 4, words_of_name.end());  // d, a, b and c
  const bool is_double = types[1] == "f64";
  const int bits = is_double                 ? 64
                   : types[1] == "tf32"      ? 32
                   : types[1].ends_with("8") ? 8
                                             : 16,
            result_bits = is_double           ? 64
                          : types[3] == "f16" ? 16
                                              : 32;
  element_type(t, types[1]);
  element_type(t, types[2]);
  const bool are_bytes = types[1] == "s8" || types[1] == "u8";
  if (types[1] != types[2] && !(are_bytes && (types[2] == "s8" || types[2] == "u8")))
    throw Invalid("there is no PTX instruction '" + t.instruction().opcode() +
                  "' for compute capability 9.0");
  if (types[0] != types[3] || (shape->rows == 8 && !is_double && bits != 8)) t.refuse();
  const Type element = is_double ? Type{Type::Kind::bits, 64} : b32;
  const std::size_t per_part = static_cast<std::size_t>(element.bits / 32);
  const std::array<std::size_t, 4> expected = {
      words_of(shape->rows * 8, result_bits), words_of(shape->rows * shape->depth, bits),
      words_of(8 * shape->depth, bits), words_of(shape->rows * 8, result_bits)};
  for (std::size_t i = 0; i < 4; ++i) {
    if (expected[i] == 0 || expected[i] > 4) t.refuse();
    const std::vector<Operand> parts = parts_of(t.operand(i));
    const auto has_bits = [&](const Operand& part) {
      const int found = t.out.bits_of(part);
      return found == 0 || found == element.bits;
    };
    if (parts.size() * per_part != expected[i] || !std::ranges::all_of(parts, has_bits))
      throw Invalid("the PTX instruction '" + t.instruction().opcode() + "' takes other registers");
  }
  const std::string words = t.out.memory("i32", 16);
  put(t, t.operand(1), element, words, 0);
  put(t, t.operand(2), element, words, 4);
  put(t, t.operand(3), element, words, 8);
  const auto number = [](int value) { return "i32 " + std::to_string(value); };
  t.out.call(
      "void", "cuda_emulator_ptx_multiply_matrices",
      {"i64 " + words, number(shape->rows), number(shape->depth), number(element_type(t, types[1])),
       number(element_type(t, types[2])), number(element_type(t, types[3]) | (t.has("satfinite") ? 8 : 0))});
  take(t, t.operand(0), element, words, 12);
}

}  // namespace

bool translate_matrix(Translation& t) {
  if (t.name() == "ldmatrix" || t.name() == "stmatrix") {
    move_matrices(t, t.name() == "ldmatrix");
  } else if (t.name() == "mma") {
    multiply(t);
  } else {
    return false;
  }
  return true;
}

}  // namespace cuda_front_end::ptx

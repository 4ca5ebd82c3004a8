#include "runner/emulator/lowering/inline_assembly.hpp"

#include <string>

#include "runner/emulator/lowering/refusal.hpp"

namespace cuda_emulator::lowering {

namespace {

// "mov.u32 %0, %laneid;": a type such as .u32, .f64, .b16, .s8 or .pred.
bool looks_like_ptx(std::string_view text) {
  for (std::size_t dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
    const std::string_view type = text.substr(dot + 1);
    if (type.starts_with("pred")) return true;
    const bool letter = !type.empty() && std::string_view("bfsu").find(type[0]) != std::string_view::npos;
    if (!letter) continue;
    for (const std::string_view bits : {"8", "16", "32", "64"}) {
      if (type.substr(1).starts_with(bits)) return true;
    }
  }
  return false;
}

std::string assembly_text(const Sequence& sequence, std::size_t i) {
  std::string text;
  for (; i < sequence.size() && sequence.tokens[i].kind == TokenKind::string; ++i) {
    const std::string_view literal = sequence.tokens[i].text;
    const std::size_t begin = literal.find('"') + 1, end = literal.rfind('"');
    if (begin < end && end != std::string_view::npos) text += literal.substr(begin, end - begin);
  }
  return text;
}

}  // namespace

void refuse_inline_ptx(const Sequence& sequence, const std::vector<bool>& on_device_only,
                       std::vector<Edit>& edits) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (!sequence.is(i, "asm") && !sequence.is(i, "__asm__") && !sequence.is(i, "__asm")) continue;
    std::size_t open = i + 1;
    while (sequence.is_identifier(open)) ++open;  // volatile
    if (!sequence.is(open, "(")) continue;
    const std::string text = assembly_text(sequence, open + 1);
    const bool literal = open + 1 < sequence.size() && sequence.tokens[open + 1].kind == TokenKind::string;
    if (looks_like_ptx(text) || (on_device_only[i] && !(literal && text.empty()))) {
      edits.push_back(refusal(sequence.tokens[i].begin,
                              "inline PTX cannot run on the emulated device: write it in "
                              "CUDA C++, or judge on a GPU"));
    }
  }
}

}  // namespace cuda_emulator::lowering

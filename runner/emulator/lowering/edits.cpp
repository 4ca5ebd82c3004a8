#include "runner/emulator/lowering/edits.hpp"

#include <algorithm>
#include <utility>

namespace cuda_emulator::lowering {

namespace {

std::vector<std::size_t> line_starts(std::string_view source) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\n') starts.push_back(i + 1);
  }
  return starts;
}

class Writer {
 public:
  Writer(std::string_view source, std::vector<Edit> edits, std::span<const std::size_t> breaks)
      : source_(source), starts_(line_starts(source)), edits_(std::move(edits)), breaks_(breaks) {}

  std::string all(std::string_view name) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    const std::size_t begin = source_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    out_ = "#line 1 " + quoted(name) + "\n";
    std::size_t position = begin;
    column_ = begin;
    for (const Edit& edit : edits_) {
      if (edit.replaced.begin < position) continue;
      users({position, edit.replaced.begin});
      position = edit.replaced.end;
      write(edit.before);
      if (edit.moved.begin < edit.moved.end) users(edit.moved);
      write(edit.after);
    }
    users({position, source_.size()});
    return std::move(out_);
  }

 private:
  void users(Range range) {
    auto next = std::lower_bound(breaks_.begin(), breaks_.end(), range.begin);
    for (; next != breaks_.end() && *next < range.end; ++next) {
      write(source_.substr(range.begin, *next - range.begin));
      range.begin = *next;
      return_to(*next);
    }
    write(source_.substr(range.begin, range.end - range.begin));
  }

  // Goes on at the place where the source has this offset.
  void return_to(std::size_t offset) {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
    const auto line = static_cast<std::size_t>(after - starts_.begin());
    const std::size_t start = *(after - 1);
    if (line == line_ && offset - start == column_) return;
    out_ += "\n#line " + std::to_string(line) + "\n";
    for (const char c : source_.substr(start, offset - start)) out_ += c == '\t' ? '\t' : ' ';
    line_ = line;
    column_ = offset - start;
  }

  void write(std::string_view text) {
    out_ += text;
    line_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::size_t last = text.rfind('\n');
    column_ = last == std::string_view::npos ? column_ + text.size() : text.size() - last - 1;
  }

  std::string_view source_;
  std::vector<std::size_t> starts_;
  std::vector<Edit> edits_;
  std::span<const std::size_t> breaks_;
  std::string out_;
  std::size_t line_ = 1;    // that a compiler believes to be at
  std::size_t column_ = 0;  // bytes before this place in its line
};

}  // namespace

std::string quoted(std::string_view content) {
  std::string text = "\"";
  for (const char c : content) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

std::string apply(std::string_view source, std::string_view name, std::vector<Edit> edits,
                  std::span<const std::size_t> breaks) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.replaced.begin < b.replaced.begin; });
  return Writer(source, std::move(edits), breaks).all(name);
}

}  // namespace cuda_emulator::lowering

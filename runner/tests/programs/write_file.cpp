// Writes 1 MiB to the file "large" in the current folder.
#include <cstdio>
#include <vector>

int main() {
  const std::vector<char> block(1 << 20, 'y');
  std::FILE* file = std::fopen("large", "wb");
  if (file == nullptr) return 1;
  return std::fwrite(block.data(), 1, block.size(), file) == block.size() && std::fclose(file) == 0 ? 0 : 1;
}

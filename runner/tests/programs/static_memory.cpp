// Fills 100 MiB of static memory.
#include "fill.hpp"

namespace {

char memory[100 << 20];

}  // namespace

int main() {
  fill(memory, sizeof memory);
  return memory[12345] - 1;
}

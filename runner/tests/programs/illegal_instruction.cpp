// Executes bytes that are not an instruction.
int main() {
  __builtin_trap();
}

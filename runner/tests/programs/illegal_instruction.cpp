// Executes what is no instruction.
int main() {
  __builtin_trap();
}

// Divides an integer by zero.
int main() {
  volatile int seven = 7;
  volatile int zero = 0;
  return seven / zero;
}

constexpr int spin() {
  for (;;) {
  }
}
constexpr int result = spin();
int main() {}

constexpr unsigned long count(int depth, unsigned long path) {
  return depth == 0 ? path & 1 : count(depth - 1, 2 * path) + count(depth - 1, 2 * path + 1);
}
constexpr unsigned long result = count(40, 1);
int main() {}

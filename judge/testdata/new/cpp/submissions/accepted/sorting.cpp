// A second way: `judge generate PROBLEM --check` compares its answers with those of the first.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> numbers(n);
  for (int& number : numbers)
    if (scanf("%d", &number) != 1) return 1;
  std::sort(numbers.begin(), numbers.end());
  printf("%d\n", static_cast<int>(std::unique(numbers.begin(), numbers.end()) - numbers.begin()));
}

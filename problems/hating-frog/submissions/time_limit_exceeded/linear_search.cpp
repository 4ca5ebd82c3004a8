// Too slow: looks for every landing in the list of all plants, one after the other: about N^3 steps.
// Caught by the cases of 5000 plants, secret/41-huge-whole-row first.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
  int rows, columns, n;
  std::cin >> rows >> columns >> n;
  std::vector<int> row(n), column(n);
  for (int i = 0; i < n; i++) std::cin >> row[i] >> column[i];
  auto inside = [&](int r, int c) { return r >= 1 && r <= rows && c >= 1 && c <= columns; };
  auto is_flat = [&](int r, int c) {
    for (int i = 0; i < n; i++) {
      if (row[i] == r && column[i] == c) return true;
    }
    return false;
  };
  int best = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      int dr = row[j] - row[i], dc = column[j] - column[i];
      if (i == j || inside(row[i] - dr, column[i] - dc)) continue;
      int count = 2, r = row[j] + dr, c = column[j] + dc;
      while (inside(r, c) && is_flat(r, c)) count++, r += dr, c += dc;
      if (!inside(r, c) && count >= 3) best = std::max(best, count);
    }
  }
  std::cout << best << '\n';
}

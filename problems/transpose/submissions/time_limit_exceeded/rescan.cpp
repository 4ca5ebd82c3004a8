// Too slow: keeps the lines and reads all of them again for every column, C times the whole input.
// Caught by "million-columns", where the one line is read a million times.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  int r, c;
  std::cin >> r >> c >> std::ws;
  std::vector<std::string> lines(r);
  for (auto& line : lines) std::getline(std::cin, line);
  for (int j = 0; j < c; j++) {
    for (int i = 0; i < r; i++) {
      std::istringstream in(lines[i]);
      int x = 0;
      for (int k = 0; k <= j; k++) in >> x;
      std::cout << x << (i + 1 < r ? ' ' : '\n');
    }
  }
}

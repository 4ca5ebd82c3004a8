// All pairs of plants; the plants are looked up by binary search.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

using Plant = std::pair<int, int>;

int main() {
  int rows, columns, n;
  std::cin >> rows >> columns >> n;
  std::vector<Plant> plants(n);
  for (auto& [r, c] : plants) std::cin >> r >> c;
  std::sort(plants.begin(), plants.end());
  auto inside = [&](Plant p) {
    return p.first >= 1 && p.first <= rows && p.second >= 1 && p.second <= columns;
  };

  int best = 0;
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      int dr = plants[j].first - plants[i].first, dc = plants[j].second - plants[i].second;
      if (inside({plants[i].first - dr, plants[i].second - dc})) continue;
      int jumps = std::max(best, 2);
      if (!inside({plants[i].first + jumps * dr, plants[i].second + jumps * dc})) continue;
      int count = 2;
      Plant next = {plants[j].first + dr, plants[j].second + dc};
      while (inside(next) && std::binary_search(plants.begin(), plants.end(), next)) {
        count++;
        next.first += dr;
        next.second += dc;
      }
      if (!inside(next)) best = std::max(best, count);
    }
  }
  std::cout << best << '\n';
}

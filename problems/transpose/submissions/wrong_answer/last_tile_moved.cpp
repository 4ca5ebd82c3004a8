// Wrong: the last tile of a row is pulled back to end at the border, but is written where it would have been.
// Right for up to 32 rows and columns and for multiples of 32; caught by the tile cases with 33 and more.
#include <algorithm>
#include <cstdio>
#include <vector>

const int TILE = 32;

int main() {
  int r, c;
  if (scanf("%d %d", &r, &c) != 2) return 1;
  std::vector<int> a((size_t)r * c), t((size_t)r * c);
  for (int& x : a) scanf("%d", &x);
  for (int y = 0; y < r; y += TILE)
    for (int x = 0; x < c; x += TILE) {
      int top = std::max(0, std::min(y, r - TILE)), left = std::max(0, std::min(x, c - TILE));
      for (int i = 0; i < TILE && y + i < r; i++)
        for (int j = 0; j < TILE && x + j < c; j++)
          t[(size_t)(x + j) * r + y + i] = a[(size_t)(top + i) * c + left + j];
    }
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) printf("%d%c", t[(size_t)j * r + i], i + 1 < r ? ' ' : '\n');
}

// Wrong: works in tiles of 32 x 32 and forgets the rows and columns that are left over, which stay 0.
// Caught by sample 01 and wherever 32 does not divide both sizes.
#include <cstdio>
#include <vector>

const int TILE = 32;

int main() {
  int r, c;
  if (scanf("%d %d", &r, &c) != 2) return 1;
  std::vector<int> a((size_t)r * c), t((size_t)r * c);
  for (int& x : a) scanf("%d", &x);
  for (int y = 0; y < r / TILE; y++)
    for (int x = 0; x < c / TILE; x++)
      for (int i = y * TILE; i < (y + 1) * TILE; i++)
        for (int j = x * TILE; j < (x + 1) * TILE; j++) t[(size_t)j * r + i] = a[(size_t)i * c + j];
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) printf("%d%c", t[(size_t)j * r + i], i + 1 < r ? ' ' : '\n');
}

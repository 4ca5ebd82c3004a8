// Wrong: does not ask whether the jump before the first plant comes from outside the field, so that the rest
// of a line counts as a path. Caught by sample 02, secret 03 and every other case about lines that start
// inside.
#include <algorithm>
#include <cstdio>

int rows, columns, n;
bool flat[5001][5001];

struct Plant {
  int r, c;
} plant[5000];

bool inside(int r, int c) {
  return r >= 1 && r <= rows && c >= 1 && c <= columns;
}

int main() {
  if (scanf("%d%d%d", &rows, &columns, &n) != 3) return 1;
  for (int i = 0; i < n; i++) {
    scanf("%d%d", &plant[i].r, &plant[i].c);
    flat[plant[i].r][plant[i].c] = true;
  }
  std::sort(plant, plant + n,
            [](const Plant& a, const Plant& b) { return a.r != b.r ? a.r < b.r : a.c < b.c; });
  int best = 2;
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      int r = plant[i].r, c = plant[i].c, dr = plant[j].r - r, dc = plant[j].c - c;
      if (r + best * dr > rows) break;
      if (!inside(r + best * dr, c + best * dc)) continue;
      int count = 0;
      while (inside(r, c) && flat[r][c]) count++, r += dr, c += dc;
      if (!inside(r, c)) best = std::max(best, count);
    }
  }
  printf("%d\n", best > 2 ? best : 0);
}

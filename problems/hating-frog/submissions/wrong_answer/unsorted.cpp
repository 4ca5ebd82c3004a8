// Wrong: forgets to sort, although it stops at the first second plant that is too far down. The samples do
// not show it; secret/15-along-a-row and most cases that hold a long path do.
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
  int best = 2;
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      int r = plant[i].r, c = plant[i].c, dr = plant[j].r - r, dc = plant[j].c - c;
      if (r + best * dr > rows) break;
      if (inside(r - dr, c - dc)) continue;
      int count = 0;
      while (inside(r, c) && flat[r][c]) count++, r += dr, c += dc;
      if (!inside(r, c)) best = std::max(best, count);
    }
  }
  printf("%d\n", best > 2 ? best : 0);
}

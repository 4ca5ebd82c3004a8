/* length[i][j]: plants on the path that ends, for now, with plants i and j; 0 if it did not come from
   outside. It follows from length[h][i], where h is the plant one step before i. */
#include <stdio.h>
#include <stdlib.h>

static int row[5000], column[5000];
static short length[5000][5000];
static short number[5001][5001]; /* 1 + the number of the plant, 0: none */

static int by_place(const void* a, const void* b) {
  int x = *(const int*)a, y = *(const int*)b;
  return (x > y) - (x < y);
}

int main(void) {
  int rows, columns, n, best = 0;
  static int place[5000];
  if (scanf("%d%d%d", &rows, &columns, &n) != 3) return 1;
  for (int i = 0; i < n; i++) {
    int r, c;
    if (scanf("%d%d", &r, &c) != 2) return 1;
    place[i] = r * 5001 + c;
  }
  qsort(place, (size_t)n, sizeof(int), by_place);
  for (int i = 0; i < n; i++) {
    row[i] = place[i] / 5001;
    column[i] = place[i] % 5001;
    number[row[i]][column[i]] = (short)(i + 1);
  }
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      int r = 2 * row[i] - row[j], c = 2 * column[i] - column[j];
      if (r < 1 || c < 1 || c > columns) {
        length[i][j] = 2;
      } else if (number[r][c]) {
        int before = length[number[r][c] - 1][i];
        length[i][j] = (short)(before ? before + 1 : 0);
      }
      if (length[i][j] <= best) continue;
      r = 2 * row[j] - row[i];
      c = 2 * column[j] - column[i];
      if (r > rows || c < 1 || c > columns) best = length[i][j];
    }
  }
  printf("%d\n", best > 2 ? best : 0);
  return 0;
}

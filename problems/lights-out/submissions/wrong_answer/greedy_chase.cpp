// Wrong: puts the lights out row by row from above and never presses the first row, so that lights may be
// left on in the last row. Caught by the samples and by nearly every case; not by 02-all-off or by
// 25-first-row-not-pressed.
#include <cstdio>

int main() {
  int t;
  if (scanf("%d", &t) != 1) return 1;
  for (int k = 1; k <= t; k++) {
    int lights[7][8] = {}, press[7][8] = {};
    for (int r = 1; r <= 5; r++) {
      for (int c = 1; c <= 6; c++) scanf("%d", &lights[r][c]);
    }
    for (int r = 2; r <= 5; r++) {
      for (int c = 1; c <= 6; c++) {
        press[r][c] =
            lights[r - 1][c] ^ press[r - 1][c] ^ press[r - 1][c - 1] ^ press[r - 1][c + 1] ^ press[r - 2][c];
      }
    }
    printf("PUZZLE #%d\n", k);
    for (int r = 1; r <= 5; r++) {
      for (int c = 1; c <= 6; c++) printf("%d%c", press[r][c], c < 6 ? ' ' : '\n');
    }
  }
}

// Try every first row; each light that stays on forces the button below it.
#include <cstdio>

int lights[7][8], press[7][8];

bool chase() {
  for (int r = 1; r < 5; r++) {
    for (int c = 1; c <= 6; c++) {
      press[r + 1][c] =
          (lights[r][c] + press[r][c] + press[r - 1][c] + press[r][c - 1] + press[r][c + 1]) % 2;
    }
  }
  for (int c = 1; c <= 6; c++) {
    if ((press[5][c] + press[4][c] + press[5][c - 1] + press[5][c + 1]) % 2 != lights[5][c]) return false;
  }
  return true;
}

int main() {
  int t;
  if (scanf("%d", &t) != 1) return 1;
  for (int k = 1; k <= t; k++) {
    for (int r = 1; r <= 5; r++) {
      for (int c = 1; c <= 6; c++) scanf("%d", &lights[r][c]);
    }
    for (int first = 0; first < 64; first++) {
      for (int c = 1; c <= 6; c++) press[1][c] = first >> (c - 1) & 1;
      if (chase()) break;
    }
    printf("PUZZLE #%d\n", k);
    for (int r = 1; r <= 5; r++) {
      for (int c = 1; c <= 6; c++) printf("%d%c", press[r][c], c < 6 ? ' ' : '\n');
    }
  }
}

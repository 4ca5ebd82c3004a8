// Too slow: tries all 2^30 sets of buttons, one button after the other. Never gets past the first sample.
#include <cstdio>

int lights[7][8], press[5][6];

void toggle(int r, int c) {
  lights[r][c] ^= 1;
  lights[r - 1][c] ^= 1;
  lights[r + 1][c] ^= 1;
  lights[r][c - 1] ^= 1;
  lights[r][c + 1] ^= 1;
}

bool search(int button) {
  if (button == 30) {
    for (int r = 1; r <= 5; r++) {
      for (int c = 1; c <= 6; c++) {
        if (lights[r][c]) return false;
      }
    }
    return true;
  }
  int r = button / 6, c = button % 6;
  if (search(button + 1)) return true;
  toggle(r + 1, c + 1);
  press[r][c] = 1;
  if (search(button + 1)) return true;
  toggle(r + 1, c + 1);
  press[r][c] = 0;
  return false;
}

int main() {
  int t;
  if (scanf("%d", &t) != 1) return 1;
  for (int k = 1; k <= t; k++) {
    for (int r = 1; r <= 5; r++) {
      for (int c = 1; c <= 6; c++) scanf("%d", &lights[r][c]);
    }
    for (auto& row : press) {
      for (int& button : row) button = 0;
    }
    search(0);
    printf("PUZZLE #%d\n", k);
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 6; c++) printf("%d%c", press[r][c], c < 5 ? ' ' : '\n');
    }
  }
}

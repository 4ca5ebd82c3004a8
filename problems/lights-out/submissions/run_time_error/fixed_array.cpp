// Crashes: reads all panels into an array for 1000 of them. Right up to there; beyond, it writes far past the
// end of its memory. Caught by the cases of a hundred thousand panels.
#include <cstdio>

int lights[1000][30];

int main() {
  int t;
  if (scanf("%d", &t) != 1) return 1;
  for (int k = 0; k < t; k++) {
    for (int i = 0; i < 30; i++) scanf("%d", &lights[k][i]);
  }
  for (int k = 0; k < t; k++) {
    int row[5] = {}, press[5] = {};
    for (int i = 0; i < 30; i++) row[i / 6] |= lights[k][i] << (i % 6);
    for (int first = 0; first < 64; first++) {
      int above = 0, pressed = first;
      for (int r = 0; r < 5; r++) {
        press[r] = pressed;
        int left = row[r] ^ above ^ ((pressed ^ pressed << 1 ^ pressed >> 1) & 63);
        above = pressed;
        pressed = left;
      }
      if (pressed == 0) break;
    }
    printf("PUZZLE #%d\n", k + 1);
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 6; c++) printf("%d%c", press[r] >> c & 1, c < 5 ? ' ' : '\n');
    }
  }
}

// Wrong: a row has 6 buttons, but the loop over the first rows ends at 1 << 5, so the last button of the
// first row is never pressed. Caught by both samples and by every answer that presses that button.
#include <cstdio>

int main() {
  int t;
  if (scanf("%d", &t) != 1) return 1;
  for (int k = 1; k <= t; k++) {
    int lights[5] = {}, press[5] = {};
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 6; c++) {
        int light;
        scanf("%d", &light);
        lights[r] |= light << c;
      }
    }
    for (int first = 0; first < 1 << 5; first++) {
      int above = 0, pressed = first;
      for (int r = 0; r < 5; r++) {
        press[r] = pressed;
        int left = lights[r] ^ above ^ ((pressed ^ pressed << 1 ^ pressed >> 1) & 63);
        above = pressed;
        pressed = left;
      }
      if (pressed == 0) break;
    }
    printf("PUZZLE #%d\n", k);
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 6; c++) printf("%d%c", press[r] >> c & 1, c < 5 ? ' ' : '\n');
    }
  }
}

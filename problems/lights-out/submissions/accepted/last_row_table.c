/* Put the lights out row by row from above without pressing the first row. Lights can only be left in the
   last row, and these show which first row would have been right: a table of 64 entries, made once. */
#include <stdio.h>

/* Presses of the rows below `first`; returns the lights left on in the last row. */
static int chase(const int* lights, int first, int* press) {
  int above = 0, pressed = first;
  for (int r = 0; r < 5; r++) {
    press[r] = pressed;
    int left = lights[r] ^ above ^ ((pressed ^ pressed << 1 ^ pressed >> 1) & 63);
    above = pressed;
    pressed = left;
  }
  return pressed;
}

int main(void) {
  int table[64], lights[5] = {0}, press[5], t;
  for (int first = 0; first < 64; first++) table[chase(lights, first, press)] = first;
  if (scanf("%d", &t) != 1) return 1;
  for (int k = 1; k <= t; k++) {
    for (int r = 0; r < 5; r++) {
      lights[r] = 0;
      for (int c = 0; c < 6; c++) {
        int light;
        if (scanf("%d", &light) != 1) return 1;
        lights[r] |= light << c;
      }
    }
    chase(lights, table[chase(lights, 0, press)], press);
    printf("PUZZLE #%d\n", k);
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 6; c++) {
        putchar('0' + (press[r] >> c & 1));
        putchar(c < 5 ? ' ' : '\n');
      }
    }
  }
  return 0;
}

// Wrong: adds the lights of a panel to those of the panels before, because the array is cleared once and not
// for every panel. Caught by nearly every case of more than one panel, sample 01 first.
#include <iostream>

int lights[5];

int main() {
  int t;
  std::cin >> t;
  for (int k = 1; k <= t; k++) {
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 6; c++) {
        int light;
        std::cin >> light;
        lights[r] |= light << c;
      }
    }
    int press[5];
    for (int first = 0; first < 64; first++) {
      int above = 0, pressed = first;
      for (int r = 0; r < 5; r++) {
        press[r] = pressed;
        int left = lights[r] ^ above ^ ((pressed ^ pressed << 1 ^ pressed >> 1) & 63);
        above = pressed;
        pressed = left;
      }
      if (pressed == 0) break;
    }
    std::cout << "PUZZLE #" << k << "\n";
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 6; c++) std::cout << (press[r] >> c & 1) << (c < 5 ? ' ' : '\n');
    }
  }
}

// Too slow: writes down what each of the 2^15 sets of the first 15 buttons does, then looks for a set of the
// other 15 that does the rest. That is fine for a few panels, but it is done again for each of up to 100000.
// Caught by the cases of a thousand panels and more.
#include <iostream>
#include <map>

unsigned toggled(unsigned pressed, int shift) {
  unsigned lights = 0;
  for (int i = 0; i < 15; i++) {
    if (!(pressed >> i & 1)) continue;
    int button = i + shift;
    lights ^= 1u << button;
    if (button >= 6) lights ^= 1u << (button - 6);
    if (button < 24) lights ^= 1u << (button + 6);
    if (button % 6 > 0) lights ^= 1u << (button - 1);
    if (button % 6 < 5) lights ^= 1u << (button + 1);
  }
  return lights;
}

int main() {
  int t;
  std::cin >> t;
  for (int k = 1; k <= t; k++) {
    unsigned board = 0;
    for (int i = 0; i < 30; i++) {
      unsigned light;
      std::cin >> light;
      board |= light << i;
    }
    std::map<unsigned, unsigned> first_half;
    for (unsigned pressed = 0; pressed < 1u << 15; pressed++) {
      first_half[board ^ toggled(pressed, 0)] = pressed;
    }
    unsigned answer = 0;
    for (unsigned pressed = 0; pressed < 1u << 15; pressed++) {
      auto found = first_half.find(toggled(pressed, 15));
      if (found != first_half.end()) {
        answer = found->second | pressed << 15;
        break;
      }
    }
    std::cout << "PUZZLE #" << k << '\n';
    for (int i = 0; i < 30; i++) std::cout << (answer >> i & 1) << (i % 6 < 5 ? ' ' : '\n');
  }
}

// Reads rows, columns and a seed, and says whether the exercise computes what it should.
#include "given.cuh"

void fewest_presses(const unsigned* lights, int rows, int columns, int* fewest);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(3);
  const int rows = read[0], columns = read[1];
  const unsigned all = (1u << columns) - 1;
  const std::vector<int> presses = given::numbers(rows, read[2], 1 << columns);
  std::vector<unsigned> lights(rows);
  for (int row = 0; row < rows; ++row) {
    const unsigned pressed = presses[row], above = row ? presses[row - 1] : 0,
                   below = row + 1 < rows ? presses[row + 1] : 0;
    lights[row] = (pressed ^ pressed << 1 ^ pressed >> 1 ^ above ^ below) & all;
  }
  int expected = rows * columns + 1;
  for (unsigned first = 0; first <= all; ++first) {
    int count = 0;
    unsigned above = 0, pressed = first;
    for (int row = 0; row < rows; ++row) {
      for (unsigned left = pressed; left; left &= left - 1) ++count;
      const unsigned still_on = (lights[row] ^ pressed ^ pressed << 1 ^ pressed >> 1 ^ above) & all;
      above = pressed;
      pressed = still_on;
    }
    if (!pressed) expected = std::min(expected, count);
  }
  given::OnDevice<unsigned> on_device_lights(lights);
  given::OnDevice<int> fewest(std::vector<int>(1, rows * columns + 1));
  const auto call = [&] { fewest_presses(on_device_lights.data(), rows, columns, fewest.data()); };
  call();
  given::finish();
  given::compare("fewest", fewest.on_host(), {expected});
  given::time_if_asked(argument_count, call);
}

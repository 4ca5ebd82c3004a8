// Reads the side of the field, how many plants are scattered over it, and a seed, and says whether the exercise computes
// what it should.
#include "given.cuh"

void longest_path(const unsigned char* flat, int side, const int2* plants, int n, int* longest);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(3);
  const int side = read[0], scattered = read[1];
  std::vector<unsigned char> flat(side * side, 0);
  // The marks of three frogs, and plants that lie flat for other reasons.
  const std::vector<int> random = given::numbers(2 * scattered, read[2], side);
  for (int frog = 1; frog <= 3; ++frog)
    for (int row = frog % 2, column = frog; row < side && column < side; row += 2 + frog, column += 5 - frog)
      flat[row * side + column] = 1;
  for (int column = side / 2 - side / 8; column < side; ++column)
    flat[side / 2 * side + column] = 1;  // not from outside
  for (int i = 0; i < scattered; ++i) flat[random[2 * i] * side + random[2 * i + 1]] = 1;
  std::vector<int2> plants;
  for (int at = 0; at < side * side; ++at)
    if (flat[at]) plants.push_back({at / side, at % side});

  const auto inside = [side](int row, int column) {
    return row >= 0 && row < side && column >= 0 && column < side;
  };
  int expected = 0;
  for (const int2 from : plants) {
    for (const int2 to : plants) {
      const int rows = to.x - from.x, columns = to.y - from.y;
      if ((rows == 0 && columns == 0) || inside(from.x - rows, from.y - columns)) continue;
      int length = 0, row = from.x, column = from.y;
      for (; inside(row, column) && flat[row * side + column]; row += rows, column += columns) ++length;
      if (!inside(row, column) && length >= 3) expected = std::max(expected, length);
    }
  }

  const int n = static_cast<int>(plants.size());
  given::OnDevice<unsigned char> on_device_flat(flat);
  given::OnDevice<int2> on_device_plants(plants);
  given::OnDevice<int> longest(std::vector<int>(1, 0));
  const auto call = [&] {
    longest_path(on_device_flat.data(), side, on_device_plants.data(), n, longest.data());
  };
  call();
  given::finish();
  given::compare("longest", longest.on_host(), {expected});
  given::time_if_asked(argument_count, call);
}

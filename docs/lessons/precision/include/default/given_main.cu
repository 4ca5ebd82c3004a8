// Reads n and a seed, and says whether the sum of n doubles is exact. They are whole numbers of up to 84 bits that nearly
// cancel out: too large for 64 bits as well.
#include <climits>
#include <cmath>

#include "given.cuh"

void sum(const double* values, int n, double* total);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0];
  const std::vector<int> large = given::numbers(n, read[1], 1 << 24),
                         places = given::numbers(n, read[1] + 1, n),
                         small = given::numbers(n, read[1] + 2, 1000);
  std::vector<double> values(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 2) {
      values[i] = small[i];
      expected += small[i];
    } else if (i % 3 == 0 && i + 1 < n) {
      values[i] = std::ldexp(large[i], 60);
      values[i + 1] = -values[i];
    }
  }
  // The two halves of a pair may be anywhere.
  for (int i = 0; i < n; ++i) std::swap(values[i], values[places[i]]);

  given::OnDevice<double> on_device(values), total(1);
  const auto call = [&] { sum(on_device.data(), n, total.data()); };
  call();
  given::finish();
  const double found = total.on_host()[0];
  const bool is_whole = std::abs(found) < INT_MAX && found == std::floor(found);
  given::compare("total", {is_whole ? static_cast<int>(found) : INT_MAX}, {expected});
  given::time_if_asked(argument_count, call);
}

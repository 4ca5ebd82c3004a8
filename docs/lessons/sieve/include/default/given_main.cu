// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void sieve(int n, int* composite);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0];
  std::vector<int> expected(n, 0);
  for (int m = 4; m < n; ++m)
    for (int p = 2; p * p <= m && !expected[m]; ++p) expected[m] = m % p == 0;
  given::OnDevice<int> composite(std::vector<int>(n, 0));
  const auto call = [&] { sieve(n, composite.data()); };
  call();
  given::finish();
  given::compare("composite", composite.on_host(), expected);
  given::time_if_asked(argument_count, call);
}

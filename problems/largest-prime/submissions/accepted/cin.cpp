// Trial division by the primes below 100, then Miller-Rabin with the seven bases of J. Sinclair.
#include <iostream>
#include <vector>

using namespace std;
using u64 = unsigned long long;

u64 multiply(u64 a, u64 b, u64 n) {
  return (unsigned __int128)a * b % n;
}

u64 power(u64 a, u64 e, u64 n) {
  u64 r = 1;
  while (e > 0) {
    if (e % 2 == 1) r = multiply(r, a, n);
    a = multiply(a, a, n);
    e /= 2;
  }
  return r;
}

vector<u64> small;

bool isPrime(u64 n) {
  for (u64 p : small) {
    if (p * p > n) return n > 1;
    if (n % p == 0) return false;
  }
  for (u64 a : {2ull, 325ull, 9375ull, 28178ull, 450775ull, 9780504ull, 1795265022ull}) {
    u64 d = n - 1, base = a % n;
    if (base == 0) continue;
    while (d % 2 == 0) d /= 2;
    u64 x = power(base, d, n);
    while (d != n - 1 && x != 1 && x != n - 1) {
      x = multiply(x, x, n);
      d *= 2;
    }
    if (x != n - 1 && d % 2 == 0) return false;
  }
  return true;
}

int main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  for (u64 i = 2; i < 100; i++) {
    bool prime = true;
    for (u64 p : small) prime &= i % p != 0;
    if (prime) small.push_back(i);
  }
  u64 n;
  while (cin >> n) {
    if (n < 3) {
      cout << "-1\n";
    } else {
      while (!isPrime(--n));
      cout << n << '\n';
    }
  }
}

// Wrong: long long ends at 2^63 - 1, which is what scanf makes of any larger number. Caught by the cases
// beyond 2^63; around it first.
#include <cstdio>

typedef long long ll;

const ll bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

ll power(ll a, ll e, ll n) {
  ll r = 1;
  for (a %= n; e; e /= 2) {
    if (e % 2) r = (__int128)r * a % n;
    a = (__int128)a * a % n;
  }
  return r;
}

bool is_prime(ll n) {
  for (ll p : bases)
    if (n % p == 0) return n == p;
  ll d = n - 1;
  int s = 0;
  while (d % 2 == 0) d /= 2, s++;
  for (ll a : bases) {
    ll x = power(a, d, n);
    bool witness = x != 1 && x != n - 1;
    for (int i = 1; i < s && witness; i++) {
      x = (__int128)x * x % n;
      if (x == n - 1) witness = false;
    }
    if (witness) return false;
  }
  return n >= 2;
}

int main() {
  ll n;
  while (scanf("%lld", &n) == 1) {
    n--;
    while (n >= 2 && !is_prime(n)) n--;
    printf("%lld\n", n >= 2 ? n : -1);
  }
}

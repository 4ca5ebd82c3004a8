# Crashes (IndexError): it looks for primes among the next 1000 numbers below, but the nearest may be 1550 below.
# Caught by the ends of long gaps; by no random number.
BASES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]


def is_prime(n):
    for p in BASES:
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    return all(pow(a, d, n) == 1 or any(pow(a, d << r, n) == n - 1 for r in range(s)) for a in BASES)


def largest_prime_below(n):
    candidates = range(n - 1, max(1, n - 1001), -1)
    nearest = 0
    while not is_prime(candidates[nearest]):
        nearest += 1
    return candidates[nearest]


while True:
    try:
        n = int(input())
    except EOFError:
        break
    print(largest_prime_below(n) if n > 2 else -1)

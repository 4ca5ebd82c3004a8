# Crashes (RecursionError): a call for each candidate, but the next prime may be 1550 numbers below, and Python
# stops at a depth of 1000. Caught by the ends of long gaps; by no random number.
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
    return n - 1 if is_prime(n - 1) else largest_prime_below(n - 1)


while True:
    try:
        n = int(input())
    except EOFError:
        break
    print(largest_prime_below(n) if n > 2 else -1)

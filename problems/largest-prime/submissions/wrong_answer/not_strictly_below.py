# Wrong: a number that is prime itself is its own answer, but the prime must be below it.
# Caught by sample 02 and by the case of primes.
BASES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]


def is_prime(n):
    if n < 2:
        return False
    for p in BASES:
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    return all(pow(a, d, n) == 1 or any(pow(a, d << r, n) == n - 1 for r in range(s)) for a in BASES)


while True:
    try:
        n = int(input())
    except EOFError:
        break
    while n > 1 and not is_prime(n):
        n -= 1
    print(n if n > 1 else -1)

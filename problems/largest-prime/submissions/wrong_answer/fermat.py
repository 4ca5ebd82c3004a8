# Wrong: Fermat's test, which Carmichael numbers pass for every base that is coprime to them.
# Caught by the case of large Carmichael numbers: small ones have small factors, which it divides by.
BASES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]


def is_prime(n):
    for p in BASES:
        if n % p == 0:
            return n == p
    return all(pow(a, n - 1, n) == 1 for a in BASES)


known = {}
while True:
    try:
        n = int(input())
    except EOFError:
        break
    if n not in known:
        prime = n - 1
        while prime > 1 and not is_prime(prime):
            prime -= 1
        known[n] = prime if prime > 1 else -1
    print(known[n])

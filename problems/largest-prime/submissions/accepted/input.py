SMALL = [p for p in range(2, 200) if all(p % q for q in range(2, p))]


def is_prime(n):
    for p in SMALL:
        if n % p == 0:
            return n == p
    if n < SMALL[-1] ** 2:
        return n > 1
    s = (n - 1 & 1 - n).bit_length() - 1
    d = n - 1 >> s
    for a in SMALL[:12]:
        x = pow(a, d, n)
        if x == 1 or x == n - 1:
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


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

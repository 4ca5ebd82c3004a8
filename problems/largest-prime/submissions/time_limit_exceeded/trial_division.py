# Too slow: divides by every odd number up to the square root. Caught by the cases from 2^53 up.
from math import isqrt


def is_prime(n):
    if n < 3 or n % 2 == 0:
        return n == 2
    return all(n % d for d in range(3, isqrt(n) + 1, 2))


while True:
    try:
        n = int(input())
    except EOFError:
        break
    n -= 1
    while n > 1 and not is_prime(n):
        n -= 1
    print(n if n > 1 else -1)

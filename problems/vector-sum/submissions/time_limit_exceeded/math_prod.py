# Too slow: the product of a million numbers has millions of digits, and every step runs through all of them.
# Caught by "product-million"; the rest is fast.
import math

*word, n = input().split()
values = list(map(int, input().split()))
if word == ["product"]:
    print(math.prod(values) % 1000000007)
elif word == ["max"]:
    print(max(values))
elif word == ["min"]:
    print(min(values))
else:
    print(sum(values))

# Wrong: takes every result modulo 1000000007, but only the product is wanted that way. Caught by
# "sum-one-lowest" and by every sum that is negative or large.
words = {"sum": lambda a, b: a + b, "product": lambda a, b: a * b, "max": max, "min": min}
*word, n = input().split()
operation = words[word[0] if word else "sum"]
values = list(map(int, input().split()))
result = values[0]
for x in values[1:]:
    result = operation(result, x)
    if operation not in (max, min):
        result %= 1000000007
print(result % 1000000007)

# Crashes: one call an element, but Python stops at a depth of 1000 (RecursionError).
# Caught by the first case with 1000 elements.
words = {"sum": lambda a, b: a + b, "product": lambda a, b: a * b % 1000000007, "max": max, "min": min}
*word, n = input().split()
operation = words[word[0] if word else "sum"]
values = list(map(int, input().split()))


def combine(i):
    if i == 0:
        return operation(values[0], 1) if operation is words["product"] else values[0]
    return operation(combine(i - 1), values[i])


print(combine(len(values) - 1))

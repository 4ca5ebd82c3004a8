# Crashes: one call an element, but Python stops at a depth of 1000.
# Caught by the first case with 1000 elements.
n = int(input())
a = list(map(int, input().split()))
b = list(map(int, input().split()))
total = []


def add(i):
    if i < n:
        total.append(a[i] + b[i])
        add(i + 1)


add(0)
print(*total)

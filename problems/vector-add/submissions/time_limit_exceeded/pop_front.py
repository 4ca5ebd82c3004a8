# Too slow: pop(0) moves the whole list, so this is quadratic.
# Caught by the cases with a million elements.
n = int(input())
a = list(map(int, input().split()))
b = list(map(int, input().split()))
total = []
while a:
    total.append(a.pop(0) + b.pop(0))
print(*total)

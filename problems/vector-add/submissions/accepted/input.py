n = int(input())
a = map(int, input().split())
b = map(int, input().split())
print(" ".join([str(x + y) for x, y in zip(a, b)]))

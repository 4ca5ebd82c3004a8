# Right for small numbers, and out of the bounds of its table with large ones.
input()
seen = [0] * 1_000_000
for number in map(int, input().split()):
    seen[number] = 1
print(sum(seen))

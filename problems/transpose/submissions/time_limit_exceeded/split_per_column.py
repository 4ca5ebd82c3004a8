# Too slow: splits every line again for every column.
# Caught by "million-columns", where the one line is split a million times.
r, c = map(int, input().split())
lines = [input() for _ in range(r)]
for j in range(c):
    print(*[line.split()[j] for line in lines])

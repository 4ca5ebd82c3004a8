*word, n = input().split()
values = map(int, input().split())
if word == ["product"]:
    result = 1
    for x in values:
        result = result * x % 1000000007
elif word == ["max"]:
    result = max(values)
elif word == ["min"]:
    result = min(values)
else:
    result = sum(values)
print(result)

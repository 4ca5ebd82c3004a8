# A second way: `judge generate PROBLEM --check` compares its answers with those of the first.
input()
numbers = sorted(map(int, input().split()))
print(1 + sum(a != b for a, b in zip(numbers, numbers[1:])))

# A folder's name is the verdict that `judge verify` expects. This one forgets to sort: the sample shows it.
input()
numbers = input().split()
print(1 + sum(a != b for a, b in zip(numbers, numbers[1:])))

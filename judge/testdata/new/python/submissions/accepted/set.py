# The first accepted submission, by name, makes the answers of the test data. The slowest of them sets the time limit.
input()
print(len(set(input().split())))

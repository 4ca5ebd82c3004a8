# Too slow by its order of growth, so that it is too slow on every machine: secret/06 is made for it.
input()
found = []
for number in input().split():
    if number not in found:
        found.append(number)
print(len(found))

print([0, 2, 4, 6][int(input())])

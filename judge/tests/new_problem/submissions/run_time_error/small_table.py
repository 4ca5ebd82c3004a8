print([3 * n for n in range(1000)][int(input())])

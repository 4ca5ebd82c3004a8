import numpy

print(int(2 * numpy.array([int(input())], dtype=numpy.int64)[0]))

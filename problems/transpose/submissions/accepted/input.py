r, c = map(int, input().split())
elements = [x for _ in range(r) for x in input().split()]
print("\n".join([" ".join(elements[j::c]) for j in range(c)]))

low, high = 1, 1000
answer = ""
while answer != "correct":
    middle = (low + high) // 2
    # Without the flush, the judge would wait forever.
    print(middle, flush=True)
    answer = input()
    if answer == "higher":
        low = middle + 1
    else:
        high = middle - 1

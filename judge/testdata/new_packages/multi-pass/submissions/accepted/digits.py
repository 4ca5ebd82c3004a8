# Each digit as a letter.
DIGITS, LETTERS = "0123456789", "abcdefghij"
if input() == "send":
    print(input().translate(str.maketrans(DIGITS, LETTERS)))
else:
    print(input().translate(str.maketrans(LETTERS, DIGITS)))

# A folder's name is the verdict that `judge verify` expects: one by one takes too many guesses.
guess = 1
print(guess, flush=True)
while input() != "correct":
    guess += 1
    print(guess, flush=True)

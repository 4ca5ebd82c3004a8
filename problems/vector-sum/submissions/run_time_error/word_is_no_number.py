# Crashes: takes the word before N for a number (ValueError).
# Caught by sample 02; right where there is no word.
n = int(input())
print(sum(map(int, input().split())))

x = "ÿş"
print(2 * int(input()))

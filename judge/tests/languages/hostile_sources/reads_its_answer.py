print(open("@ANSWER@").read())

# The next test would meet what is written here.
open(__file__, "w").write("print(1)")
print("replaced")

// A message quotes the line that #line names: from the file of that name, if it can be read.
#line 1 "@ANSWER@"
int main() { return undeclared; }

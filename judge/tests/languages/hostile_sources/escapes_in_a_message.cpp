int main() { return nothing; }
#error [2J]0;title ‮reversed

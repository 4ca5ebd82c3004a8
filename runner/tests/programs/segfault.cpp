// Writes to an address where nothing is.
int main() {
  int* volatile nowhere = nullptr;
  *nowhere = 1;
}

template <int Depth, unsigned long Path> struct Wide {
  static const int value = Wide<Depth - 1, 2 * Path>::value + Wide<Depth - 1, 2 * Path + 1>::value;
};
template <unsigned long Path> struct Wide<0, Path> { static const int value = 1; };
int main() { return Wide<40, 1>::value; }

// The classes of a number of 16 bits and of a pair of them. Included once for each format, with these macros:
// CUDA_EMULATOR_SMALL, CUDA_EMULATOR_PAIR: the names of the classes; CUDA_EMULATOR_FORMAT: the format;
// CUDA_EMULATOR_WORD, CUDA_EMULATOR_PAIR_WORD: what names of functions call the two; CUDA_EMULATOR_SUFFIX: and constants.
#define CUDA_EMULATOR_JOINED_(a, b, c) a##b##c
#define CUDA_EMULATOR_JOINED(a, b, c) CUDA_EMULATOR_JOINED_(a, b, c)
#define CUDA_EMULATOR_RAW CUDA_EMULATOR_JOINED(CUDA_EMULATOR_SMALL, _raw, )
#define CUDA_EMULATOR_PAIR_RAW CUDA_EMULATOR_JOINED(CUDA_EMULATOR_PAIR, _raw, )
#define CUDA_EMULATOR_S CUDA_EMULATOR_SMALL
#define CUDA_EMULATOR_P CUDA_EMULATOR_PAIR

struct alignas(2) CUDA_EMULATOR_RAW {
  unsigned short x;
};
struct alignas(4) CUDA_EMULATOR_PAIR_RAW {
  unsigned short x, y;
};

struct alignas(2) CUDA_EMULATOR_SMALL {
  unsigned short __x;

  CUDA_EMULATOR_SMALL() = default;
  constexpr CUDA_EMULATOR_SMALL(const CUDA_EMULATOR_RAW& raw) : __x(raw.x) {}
  CUDA_EMULATOR_SMALL(float value) : __x(encoded(value)) {}
  CUDA_EMULATOR_SMALL(double value) : __x(encoded(cuda_emulator::odd_float(value))) {}
  operator float() const { return CUDA_EMULATOR_FORMAT::decode(__x); }
  constexpr operator CUDA_EMULATOR_RAW() const { return {__x}; }
  operator CUDA_EMULATOR_RAW() const volatile { return {__x}; }
  constexpr operator bool() const { return (__x & 0x7fff) != 0; }

#define CUDA_EMULATOR_INTEGER(T)                                                             \
  CUDA_EMULATOR_SMALL(T value) : __x(encoded(cuda_emulator::odd_float_of(value))) {}         \
  operator T() const { return cuda_emulator::integer_of<T>(__builtin_trunc(float(*this))); } \
  CUDA_EMULATOR_SMALL& operator=(T value) { return *this = CUDA_EMULATOR_SMALL(value); }
  CUDA_EMULATOR_INTEGER(short)
  CUDA_EMULATOR_INTEGER(unsigned short)
  CUDA_EMULATOR_INTEGER(int)
  CUDA_EMULATOR_INTEGER(unsigned int)
  CUDA_EMULATOR_INTEGER(long)
  CUDA_EMULATOR_INTEGER(unsigned long)
  CUDA_EMULATOR_INTEGER(long long)
  CUDA_EMULATOR_INTEGER(unsigned long long)
#undef CUDA_EMULATOR_INTEGER
  operator char() const { return cuda_emulator::integer_of<char>(__builtin_trunc(float(*this))); }
  operator signed char() const {
    return cuda_emulator::integer_of<signed char>(__builtin_trunc(float(*this)));
  }
  operator unsigned char() const {
    return cuda_emulator::integer_of<unsigned char>(__builtin_trunc(float(*this)));
  }

  CUDA_EMULATOR_SMALL& operator=(const CUDA_EMULATOR_RAW& raw) {
    __x = raw.x;
    return *this;
  }
  volatile CUDA_EMULATOR_SMALL& operator=(const CUDA_EMULATOR_RAW& raw) volatile {
    __x = raw.x;
    return *this;
  }
  CUDA_EMULATOR_SMALL& operator=(float value) { return *this = CUDA_EMULATOR_SMALL(value); }
  CUDA_EMULATOR_SMALL& operator=(double value) { return *this = CUDA_EMULATOR_SMALL(value); }

 private:
  static unsigned short encoded(float value) {
    return static_cast<unsigned short>(CUDA_EMULATOR_FORMAT::encode(value));
  }
};

struct alignas(4) CUDA_EMULATOR_PAIR {
  CUDA_EMULATOR_SMALL x, y;

  CUDA_EMULATOR_PAIR() = default;
  constexpr CUDA_EMULATOR_PAIR(const CUDA_EMULATOR_SMALL& first, const CUDA_EMULATOR_SMALL& second)
      : x(first), y(second) {}
  constexpr CUDA_EMULATOR_PAIR(const CUDA_EMULATOR_PAIR_RAW& raw)
      : x(CUDA_EMULATOR_RAW{raw.x}), y(CUDA_EMULATOR_RAW{raw.y}) {}
  constexpr operator CUDA_EMULATOR_PAIR_RAW() const { return {x.__x, y.__x}; }
};

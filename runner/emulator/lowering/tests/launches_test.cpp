#include CATCH2_HEADER

#include <string>

#include "runner/emulator/lowering/tests/lowered.hpp"

using cuda_emulator::lowering::plain;
using cuda_emulator::lowering::squeezed;

namespace {

// What a launch becomes: `f(x)` is what follows the colon.
std::string launch(const std::string& configuration, const std::string& callee, const std::string& rest) {
  return "::cuda_emulator::configure(" + configuration + ") ? void() : " + callee + " " + rest;
}

}  // namespace

TEST_CASE("a launch becomes a configured call") {
  CHECK(plain("k<<<1, 2>>>(a);") == squeezed(launch("1, 2", "k", "(a);")));
  CHECK(plain("k <<< g , b , 4 * n , s >>> ( a ) ;") ==
        squeezed(launch(" g , b , 4 * n , s ", "k", "( a ) ;")));
  CHECK(plain("k<<<dim3((n + 3) / 4, f(1, g(2))), 2>>>(a, h(b));") ==
        squeezed(launch("dim3((n + 3) / 4, f(1, g(2))), 2", "k", "(a, h(b));")));
  CHECK(plain("k<<<{1, 2}, {3}>>>();") == squeezed(launch("{1, 2}, {3}", "k", "();")));
  CHECK(plain("k<<<n >> 2, n << 1>>>();") == squeezed(launch("n >> 2, n << 1", "k", "();")));
}

TEST_CASE("the callee is all that is called") {
  const std::string callee = GENERATE(
      "k<T>", "k<float, 16>", "k<(a > b), c>", "k<A<B<C>>>", "k<sizeof(int) * (x >> 2)>", "::k", "ns::k",
      "ns::inner<int>::k<4>", "(k<float, 16>)", "(*pointer)", "table[i]", "table[i][j + 1]", "object.kernel",
      "this->kernel", "p->q.r[2]", "get(n)", "get<3>(n)", "object.template k<int>", "T::template k<int>");
  CAPTURE(callee);
  for (const std::string before : {"", "x; ", "} ", "else ", "if (ready) ", "for (;;) ", "while (f(x)) ",
                                   "a = 1, ", "case 3: ", "do "}) {
    CAPTURE(before);
    CHECK(plain(before + callee + "<<<1, 2>>>(a);") == squeezed(before + launch("1, 2", callee, "(a);")));
  }
}

TEST_CASE("'>' of template arguments and of shifts do not end a configuration") {
  CHECK(plain("k<<<f<int>(), 2>>>(a);") == squeezed(launch("f<int>(), 2", "k", "(a);")));
  CHECK(plain("k<<<f<g<int>>(), 2>>>(a);") == squeezed(launch("f<g<int>>(), 2", "k", "(a);")));
  CHECK(plain("k<<<f<g<h<int>>>(), 2>>>(a);") == squeezed(launch("f<g<h<int>>>(), 2", "k", "(a);")));
  CHECK(plain("k<<<1, size<T>>>>(a);") == squeezed(launch("1, size<T>", "k", "(a);")));
  CHECK(plain("k<<<1, a < b>>>(c);") == squeezed(launch("1, a < b", "k", "(c);")));
}

TEST_CASE("several launches in one line") {
  CHECK(plain("a<<<1, 1>>>(x); b<<<2, 2>>>(y);") ==
        squeezed(launch("1, 1", "a", "(x); " + launch("2, 2", "b", "(y);"))));
  CHECK(plain("go ? a<<<1, 1>>>() : b<<<2, 2>>>();") ==
        squeezed("go ? " + launch("1, 1", "a", "() : " + launch("2, 2", "b", "();"))));
}

TEST_CASE("launches in macros, over continued lines too") {
  CHECK(
      plain("#define LAUNCH(k, n, ...) \\\n  k<<<(n) / 2, \\\n 2>>>(__VA_ARGS__)\nLAUNCH(f, 1, 2);") ==
      squeezed(
          "#define LAUNCH(k, n, ...) \\ ::cuda_emulator::configure((n) / 2, \\ 2) ? void() : k(__VA_ARGS__) "
          "LAUNCH(f, 1, 2);"));
  CHECK(plain("#define ON(k) k<<<1, 1>>>\nON(f)(2);") ==
        squeezed("#define ON(k) ::cuda_emulator::configure(1, 1) ? void() : k ON(f)(2);"));
  CHECK(plain("#define ON(t) sum_##t##_kernel<<<1, 1>>>(x)") ==
        squeezed("#define ON(t) ::cuda_emulator::configure(1, 1) ? void() : sum_##t##_kernel(x)"));
  CHECK(plain("CHECK((k<<<1, 1>>>(x)));") ==
        squeezed("CHECK((::cuda_emulator::configure(1, 1) ? void() : k(x)));"));
}

TEST_CASE("conditions of the preprocessor in a launch stay on lines of their own") {
  const std::string lowered =
      cuda_emulator::lowering::lower("k<<<\n#ifdef A\n1,\n#else\n2,\n#endif\n3>>>(x);\n", "user.cu");
  CHECK(lowered.find("\n#ifdef A\n") != std::string::npos);
  CHECK(lowered.find("\n#endif\n") != std::string::npos);
}

TEST_CASE("what is no launch stays as it is") {
  const std::string source =
      GENERATE("// k<<<1, 2>>>(a);", "/* k<<<1, 2>>>(a); */", "f(\"k<<<1, 2>>>(a);\");",
               "f(R\"(k<<<1, 2>>>(a))\");", "std::ostream& operator<<<T>(std::ostream&, const A<T>&);",
               "a << b; c >> d;", "A<B<C<int>>> x;", "k<<<1, 2;", "<<<1, 2>>>(a);", "k<<<1, (2>>>(a);",
               "#include <<<a>>>", "x = '<'; y = '>';", "<<<<<<< ours", "#if 0\nk<<<1, 2>>>(a)\n#endif");
  CHECK(cuda_emulator::lowering::lower(source, "user.cu") == "#line 1 \"user.cu\"\n" + source);
}

TEST_CASE("the runtime's functions get the kernel's type") {
  CHECK(plain("cudaLaunchKernel((void*)k<int>, g, b, (void**)args, 0, s);") ==
        squeezed("cudaLaunchKernel(k<int>, g, b, (void**)args, 0, s);"));
  CHECK(plain("cudaLaunchCooperativeKernel((const void *)k, g, b, args);") ==
        squeezed("cudaLaunchCooperativeKernel(k, g, b, args);"));
  CHECK(plain("cudaFuncGetAttributes(&a, (void const*)&k);") == squeezed("cudaFuncGetAttributes(&a, &k);"));
  CHECK(plain("cudaFuncSetAttribute(reinterpret_cast<const void*>(k), x, 1);") ==
        squeezed("cudaFuncSetAttribute((k), x, 1);"));
  CHECK(plain("cudaMemcpy((void*)a, (const void*)b, n, kind);") ==
        squeezed("cudaMemcpy((void*)a, (const void*)b, n, kind);"));
  CHECK(plain("cudaLaunchHostFunc(s, f, (void*)data);") ==
        squeezed("cudaLaunchHostFunc(s, f, (void*)data);"));
}

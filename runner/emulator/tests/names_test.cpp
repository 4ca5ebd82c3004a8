#include "runner/emulator/runtime/program/names.hpp"

#include "runner/emulator/runtime/report/kernel_name.hpp"

#include CATCH2_HEADER

using cuda_emulator::kernel_name;
using cuda_emulator::variable_name;

TEST_CASE("a kernel's name is its signature without parameters and result") {
  CHECK(kernel_name("scale(float*, int)") == "scale");
  CHECK(kernel_name("void scale<float>(float*, int)") == "scale<float>");
  CHECK(kernel_name("void physics::(anonymous namespace)::scale<float>(float*)") == "physics::scale<float>");
  CHECK(kernel_name("(anonymous namespace)::scale(float*)") == "scale");
}

TEST_CASE("brackets, blanks and arrows within arguments belong to them") {
  CHECK(kernel_name("void apply<int (*)(int, float)>(int (*)(int, float), unsigned int)") ==
        "apply<int (*)(int, float)>");
  CHECK(kernel_name("void map<unsigned int, (int)3>(unsigned int*)") == "map<unsigned int, (int)3>");
  CHECK(kernel_name("void run<main::{lambda(int)#1}>(main::{lambda(int)#1})") ==
        "run<main::{lambda(int)#1}>");
  CHECK(kernel_name("void compare<((4)>(2))>(bool*)") == "compare<((4)>(2))>");
}

TEST_CASE("what is no signature stays as it is") {
  CHECK(kernel_name("scale") == "scale");
  CHECK(kernel_name("") == "");
}

TEST_CASE("a variable's name stands alone") {
  CHECK(variable_name("table") == std::string("table"));
  for (const char* name : {"x", "v", "i", "a", "Pi"}) CHECK(variable_name(name) == std::string(name));
  CHECK(variable_name("_ZN7physics5tableE") == std::string("table"));
  CHECK(variable_name("_ZZ6kernelvE4sums") == std::string("sums"));
  CHECK(variable_name("_ZZ6kernelvE4sums2") == std::string("sums"));  // made unique by the compiler
}

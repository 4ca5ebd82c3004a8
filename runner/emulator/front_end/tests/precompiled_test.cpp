#include CATCH2_HEADER

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "base/temporary_folder.hpp"
#include "runner/emulator/front_end/tests/compiled.hpp"

namespace {

/// The precompiled header that `compile` takes for this source, of four.
std::string precompiled_for(const std::string& source) {
  const base::TemporaryFolder folder;
  folder.write("headers", "cub/cub.cuh\nbits/stdc++.h\niostream\ncuda_runtime.h\n");
  folder.write("user.cu", source);
  const std::string command =
      fmt::format("cd '{}' && '" EMULATOR "/compile-precompiled' ./ < user.cu > found", folder.path());
  CHECK(std::system(command.c_str()) == 0);
  return base::contents_of(folder / "found");
}

const std::string bits = "./bits_stdc++.h\n", cub = "./cub_cub.cuh\n", streams = "./iostream\n",
                  every = "./cuda_runtime.h\n";

}  // namespace

TEST_CASE("a source that begins with a header gets it precompiled") {
  CHECK(precompiled_for("#include <bits/stdc++.h>\nint main() {}\n") == bits);
  CHECK(precompiled_for("// Mine.\n\n#include <cstdio>  // printf\n # include <bits/stdc++.h>\r\n") == bits);
  CHECK(precompiled_for("/* Mine. */\n/*\n * #include <cub/cub.cuh>\n */\n#include <bits/stdc++.h>\n") ==
        bits);
}

TEST_CASE("of several headers the largest is precompiled") {
  CHECK(precompiled_for("#include <bits/stdc++.h>\n#include <cub/cub.cuh>\n") == cub);
  CHECK(precompiled_for("#include <cstdio>\n#include <iostream>\n#include <cuda_runtime.h>\n") == streams);
  CHECK(precompiled_for("#include <iostream>\n#include <bits/stdc++.h>\n") == bits);
}

TEST_CASE(
    "what is before a header may change what it means, except of the one that every source includes first") {
  CHECK(precompiled_for("#define NDEBUG\n#include <bits/stdc++.h>\n") == every);
  CHECK(precompiled_for("#include \"mine.h\"\n#include <bits/stdc++.h>\n") == every);
  CHECK(precompiled_for("#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>\n") == every);
  CHECK(precompiled_for("// continued \\\n#include <bits/stdc++.h>\n#include <bits/stdc++.h>\n") == every);
  CHECK(precompiled_for("/* Mine. */ #define max 1\n#include <bits/stdc++.h>\n") == every);
  CHECK(precompiled_for("int x;\n") == every);
}

TEST_CASE("a program with a precompiled header runs, and its errors are where they are", "[compiles]") {
  const std::string begin =
                        "#include <bits/stdc++.h>\n"
                        "__global__ void add(int *sum, int x) { atomicAdd(sum, x); }\n"
                        "int main() {\n"
                        "  std::vector<int> numbers = {1, 2, 3};\n"
                        "  int *sum;\n"
                        "  cudaMallocManaged(&sum, sizeof *sum);\n"
                        "  for (int x : numbers) add<<<1, 1>>>(sum, x);\n",
                    end =
                        "  cudaDeviceSynchronize();\n"
                        "  std::cout << *sum << '\\n';\n"
                        "  cudaFree(sum);\n"
                        "}\n";
  const auto right = cuda_front_end::compile_and_run(begin + end, "-std=c++17");
  CAPTURE(right.messages, right.error);
  CHECK(right.output == "6\n");
  const auto wrong = cuda_front_end::compile_and_run(begin + "  numbers.add(4);\n" + end, "-std=c++17");
  CAPTURE(wrong.messages);
  CHECK(wrong.messages.find("user.cu:8:11: error: no member named 'add'") != std::string::npos);
}

TEST_CASE("the option that ccache adds takes no precompiled header away, and one that changes code does",
          "[compiles]") {
  const base::TemporaryFolder folder;
  folder.write("user.cu", "int main() {}\n");
  const auto is_precompiled_with = [&](const std::string& option) {
    const std::string command = fmt::format(
        "cd '{}' && '" EMULATOR "/compile' user.cu user.o {} -MD -MF read", folder.path(), option);
    REQUIRE(std::system(command.c_str()) == 0);
    return base::contents_of(folder / "read").find("/precompiled/cuda_runtime.h.source") != std::string::npos;
  };
  CHECK(is_precompiled_with("-fcolor-diagnostics"));
  CHECK_FALSE(is_precompiled_with("-fno-math-errno"));
}

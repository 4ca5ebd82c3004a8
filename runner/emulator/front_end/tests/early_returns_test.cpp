#include "runner/emulator/front_end/ir/early_returns.hpp"

#include CATCH2_HEADER

#include <string>

#include "base/temporary_folder.hpp"

using namespace cuda_front_end;

TEST_CASE("a branch is a return where the source has one") {
  const base::TemporaryFolder folder;
  folder.write("k.cu", "__global__ void k(int n) {\n  if (n) return;\n  if (n > 1) {\n    n = 2;\n  }\n}\n");
  const std::string define = "define internal void @k(i32 %n) !dbg !2 {";
  const DebugPlaces places({"!0 = !DIFile(filename: \"k.cu\", directory: \"" + folder.path() + "\")",
                            "!1 = !DIFile(filename: \"/usr/include/other.h\", directory: \"\")",
                            "!2 = distinct !DISubprogram(name: \"k\", scope: !0, file: !0, line: 1)",
                            "!3 = !DILocation(line: 2, column: 10, scope: !2)",
                            "!4 = !DILocation(line: 5, column: 3, scope: !2)",
                            "!5 = !DILocation(line: 99, column: 1, scope: !2)"});
  SourceText source(places);
  const auto is_one = [&](const std::string& line) { return is_early_return(line, define, places, source); };
  CHECK(is_one("  br label %return, !dbg !3"));
  CHECK_FALSE(is_one("  br label %if.end, !dbg !4"));
  CHECK_FALSE(is_one("  br i1 %c, label %a, label %b, !dbg !3"));
  CHECK_FALSE(is_one("  br label %if.end, !dbg !5"));
  CHECK_FALSE(is_one("  br label %if.end"));
}

TEST_CASE("files of a module lie in folders of their own") {
  const DebugPlaces places({"!0 = !DIFile(filename: \"a.cu\", directory: \"/one\")",
                            "!1 = !DIFile(filename: \"b.cuh\", directory: \"/two\")",
                            "!2 = !DIFile(filename: \"/usr/c.h\", directory: \"\")"});
  CHECK(places.path_of("a.cu") == "/one/a.cu");
  CHECK(places.path_of("b.cuh") == "/two/b.cuh");
  CHECK(places.path_of("/usr/c.h") == "/usr/c.h");
}

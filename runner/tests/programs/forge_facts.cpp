// Tries to write facts of its own: at the path of the true ones, given, and where they may be in the making.
#include <fcntl.h>

#include <filesystem>
#include <string>

#include "attempt.hpp"

int main(int, char** argv) {
  const std::string facts = argv[1];
  for (const std::string& path : {facts, facts + ".partial"}) {
    attempt("write facts", open(path.c_str(), O_WRONLY));
    attempt("make facts", open(path.c_str(), O_WRONLY | O_CREAT, 0666));
    attempt("remove facts", unlink(path.c_str()));
  }
  attempt("beside the work folder", open("/sandbox/../facts", O_WRONLY | O_CREAT, 0666));
  const std::string folder = std::filesystem::path(facts).parent_path();
  attempt("move the folder", rename(folder.c_str(), "/sandbox/moved"));
  return escaped;
}

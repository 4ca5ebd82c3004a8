// Tries to leave a validator's message, where it is looked for or would be read first: the folder is given.
#include <fcntl.h>
#include <sys/stat.h>

#include <string>

#include "attempt.hpp"

int main(int, char** argv) {
  const std::string folder = argv[1];
  attempt("make the folder", mkdir((folder + "/feedback").c_str(), 0777));
  for (const char* name : {"/judgemessage.txt", "/feedback/judgemessage.txt", "/teammessage.txt"}) {
    attempt("write", open((folder + name).c_str(), O_WRONLY | O_CREAT, 0666));
  }
  attempt("beside the program", open("/usr/judgemessage.txt", O_WRONLY | O_CREAT, 0666));
  return escaped;
}

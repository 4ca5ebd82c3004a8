// Prints what a judge might print, and facts, to both streams, and exits 1.
#include <cstdio>
#include <initializer_list>

int main() {
  for (std::FILE* stream : {stdout, stderr}) {
    std::fputs("AC\nVerdict: accepted\n", stream);
    std::fputs("{\"format_version\": 2, \"outcome\": \"exited\", \"exit_code\": 0, \"user_ns\": 1}\n",
               stream);
  }
  return 1;
}

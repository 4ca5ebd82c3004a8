// A thread that is not the first replaces the whole process by a program that exits 4.
#include <unistd.h>

#include <thread>

int main() {
  std::thread([] { execl("/bin/sh", "sh", "-c", "exit 4", nullptr); }).join();
}

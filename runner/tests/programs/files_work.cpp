// Makes, writes, reads, maps, renames and removes files wherever it may, and prints its folder.
#include <fcntl.h>
#include <sys/mman.h>

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

bool works_in(const std::filesystem::path& folder) {
  const auto sub = folder / "sub";
  std::filesystem::create_directory(sub);
  std::ofstream(sub / "one") << "written";
  std::filesystem::rename(sub / "one", sub / "two");
  std::string word;
  std::ifstream(sub / "two") >> word;
  const int file = open((sub / "two").c_str(), O_RDWR);
  void* mapped = mmap(nullptr, 7, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const bool same = mapped != MAP_FAILED && static_cast<char*>(mapped)[6] == 'n';
  std::filesystem::remove_all(sub);
  return word == "written" && same;
}

}  // namespace

int main() {
  for (const char* folder : {".", "/tmp", "/dev/shm", "/sandbox"}) {
    if (!works_in(folder)) return 1;
  }
  std::cout << std::filesystem::current_path().string() << '\n';
}

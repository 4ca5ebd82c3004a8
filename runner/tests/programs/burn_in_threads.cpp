// Uses the given number of milliseconds of CPU time, a quarter of it in each of four threads.
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

namespace {

void burn_thread(long milliseconds) {
  timespec now{};
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while (now.tv_sec * 1000 + now.tv_nsec / 1'000'000 < milliseconds);
}

}  // namespace

int main(int, char** argv) {
  const long each = std::atol(argv[1]) / 4;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(burn_thread, each);
  for (auto& thread : threads) thread.join();
}

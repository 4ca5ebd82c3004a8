// One thread after the other computes for 5 ms and ends, for the given number of milliseconds together.
#include <cstdlib>
#include <ctime>
#include <thread>

int main(int, char** argv) {
  for (long left = std::atol(argv[1]); left > 0; left -= 5) {
    std::thread([] {
      timespec now{};
      do {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      } while (now.tv_nsec < 5'000'000);
    }).join();
  }
}

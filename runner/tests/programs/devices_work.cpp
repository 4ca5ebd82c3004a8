// Uses the devices that every program may expect.
#include <fcntl.h>
#include <semaphore.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdio>

int main() {
  char byte = 'x';
  if (write(open("/dev/null", O_WRONLY), &byte, 1) != 1) return 1;
  if (read(open("/dev/null", O_RDONLY), &byte, 1) != 0) return 2;
  if (read(open("/dev/zero", O_RDONLY), &byte, 1) != 1 || byte != 0) return 3;
  if (read(open("/dev/urandom", O_RDONLY), &byte, 1) != 1 || getrandom(&byte, 1, 0) != 1) return 4;
  sem_t* semaphore = sem_open("/semaphore", O_CREAT, 0600, 1);
  sem_unlink("/semaphore");
  if (semaphore == SEM_FAILED || sem_wait(semaphore) != 0) return 5;
  std::puts("all devices work");
}

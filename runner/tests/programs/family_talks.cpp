// Parent and child talk over a pair of sockets and over pipes.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

int main() {
  int sockets[2], pipes[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 || pipe(pipes) != 0) return 1;
  if (fork() == 0) {
    char letter = 0;
    if (read(sockets[1], &letter, 1) != 1) _exit(1);
    ++letter;
    _exit(write(pipes[1], &letter, 1) == 1 ? 3 : 1);
  }
  char letter = 'a';
  if (write(sockets[0], &letter, 1) != 1 || read(pipes[0], &letter, 1) != 1) return 1;
  int status = 0;
  wait(&status);
  std::printf("%c %d\n", letter, WEXITSTATUS(status));
}

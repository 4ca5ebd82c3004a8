// Makes calls that work on, or use up, what belongs to the whole machine.
#include <fcntl.h>
#include <linux/netlink.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  attempt("sync", syscall(SYS_sync));
  attempt("syncfs", syncfs(open("/usr", O_RDONLY)));
  unsigned long context = 0;
  attempt("asynchronous files", syscall(SYS_io_setup, 1, &context));
  attempt("core scheduling", prctl(62 /* PR_SCHED_CORE */, 1 /* CREATE */, 0, 0 /* this thread */, 0));
  attempt("kernel messages", socket(AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT));
  attempt("packet filters", socket(AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER));
  attempt("list of namespaces", syscall(470 /* SYS_listns */, nullptr, nullptr, 0, 0));
  attempt("uncounted memory", socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
  return escaped;
}

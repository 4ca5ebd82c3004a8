// Makes the calls of an administrator, with arguments that would do no harm.
#include <fcntl.h>
#include <linux/reboot.h>
#include <sys/syscall.h>
#include <sys/timex.h>

#include "attempt.hpp"

int main() {
  attempt("reboot",
          syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_CAD_OFF, nullptr));
  attempt("init_module", syscall(SYS_init_module, "", 0, ""));
  attempt("finit_module", syscall(SYS_finit_module, -1, "", 0));
  attempt("delete_module", syscall(SYS_delete_module, "no-such-module", 0));
  attempt("kexec_load", syscall(SYS_kexec_load, 0, 0, nullptr, 0));
  attempt("swapon", syscall(SYS_swapon, "/sandbox/no-such-file", 0));
  attempt("swapoff", syscall(SYS_swapoff, "/sandbox/no-such-file"));
  attempt("acct", syscall(SYS_acct, "/sandbox/no-such-file"));
  attempt("syslog", syscall(SYS_syslog, 10 /* the size of the log */, nullptr, 0));
  attempt("vhangup", syscall(SYS_vhangup));
  return escaped;
}

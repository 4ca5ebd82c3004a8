// Tries to get capabilities, by every call that there is for it.
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct all[2] = {{~0U, ~0U, ~0U}, {~0U, ~0U, ~0U}};
  attempt("capset", syscall(SYS_capset, &header, all));
  attempt("ambient", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0));
  attempt("securebits", prctl(PR_SET_SECUREBITS, 0));
  attempt("no new privileges", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
  return escaped;
}

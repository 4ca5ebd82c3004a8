#include "runner/sandbox/isolation/callers_root.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "runner/sandbox/system/errors.hpp"

namespace runner {

CallersRoot::CallersRoot()
    : self_(static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0))),
      folder_(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  if (self_.number() < 0 || folder_.number() < 0) throw system_failure("cannot open the root folder");
}

void CallersRoot::leave() const {
  if (setns(self_.number(), CLONE_NEWNS) != 0) {
    throw system_failure("cannot go to the root of the mount namespace");
  }
}

void CallersRoot::enter_again() const {
  if (fchdir(folder_.number()) != 0 || chroot(".") != 0) std::abort();
}

void CallersRoot::part_from_machine() const {
  leave();
  const int error = mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 ? 0 : errno;
  enter_again();
  errno = error;
  if (error != 0) throw system_failure("cannot part from the machine's mounts");
}

}  // namespace runner

#include "runner/sandbox/isolation/credentials.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <sstream>
#include <system_error>

#include "runner/sandbox/isolation/namespaces.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/small_file.hpp"

namespace runner {
namespace {

/// The numbers from here to 2^31 are not assigned: systemd lists them as unused ("Users, Groups, UIDs and
/// GIDs on systemd Systems"). Process numbers stay below 2^22.
constexpr uid_t first_user = 0x70000000;

/// A user for machines where that number does not exist, which are containers with few users.
constexpr uid_t nobody = 65534;

/// Whether the user namespace of this process has the number; a kernel without such namespaces has no map, and all.
bool is_mapped(const char* map, std::uint32_t number) {
  std::istringstream rows(read_small_file(map).value_or("0 0 4294967295"));
  for (std::uint64_t first, outside, count; rows >> first >> outside >> count;) {
    if (first <= number && number - first < count) return true;
  }
  return false;
}

}  // namespace

Identity identity_for_run() {
  if (geteuid() != 0) return {geteuid(), getegid()};
  const auto number = first_user + static_cast<uid_t>(getpid());
  if (is_mapped("/proc/self/uid_map", number) && is_mapped("/proc/self/gid_map", number))
    return {number, number};
  return {nobody, nobody};
}

bool may_belong_to_run(uid_t user) {
  if (user == geteuid()) return true;
  return geteuid() == 0 && ((user >= first_user && user >> 31 == 0) || user == nobody);
}

void setup_user(const Identity& identity, Isolation& isolation) {
  if (geteuid() == 0) {
    if (setgroups(0, nullptr) != 0) throw system_failure("cannot leave the groups of root");
    if (setresgid(identity.group, identity.group, identity.group) != 0 ||
        setresuid(identity.user, identity.user, identity.user) != 0) {
      throw system_failure(fmt::format("cannot become user {}", identity.user));
    }
  }
  isolation.add("unprivileged-user");
}

void setup_user_namespace(const Identity& identity, bool has_one, Isolation& isolation) {
  if (!has_one) {
    if (unshare(CLONE_NEWUSER) != 0) {
      isolation.lack("user-namespace", fmt::format("unshare: {}", std::generic_category().message(errno)));
      return;
    }
    prctl(PR_SET_DUMPABLE, 1);  // or the files of /proc in which the map is written would be root's
    map_to_single_user(identity.user, identity.group);
  }
  isolation.add("user-namespace");
}

void setup_capabilities(Isolation& isolation) {
  int capability = 0;
  while (prctl(PR_CAPBSET_DROP, capability) == 0) ++capability;
  // EINVAL: that was the last one. EPERM: it has none to give up, and no_new_privs and the empty sets below
  // keep it so.
  if (errno != EINVAL && errno != EPERM) throw system_failure("cannot drop a capability");
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                               SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
                               SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none{};
  if (syscall(SYS_capset, &header, none.data()) != 0) throw system_failure("cannot give up capabilities");
  isolation.add("no-capabilities");
}

}  // namespace runner

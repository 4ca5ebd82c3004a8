// Makes the filter of system calls, as C++ source on stdout, while the runner is built: it is the same in
// every run, and making it takes longer than installing it.
//
// The rest of the sandbox already keeps a program from other processes, files and the network. The filter
// removes what would still let it attack the kernel: calls that have been ways out of sandboxes again and
// again, calls that only an administrator needs, and memory that no control group counts. It also removes calls
// that reveal other programs through the files that all share, and calls that affect the whole machine. A
// refused call fails with EPERM, so that a program which merely tries can go on; a call of a foreign
// architecture, which would pass by all rules, kills it (SIGSYS).

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/memfd.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace {

/// Refused whatever the arguments. A name that this libseccomp does not know
/// resolves to an error and is passed over, as its call is then unknown to
/// the headers, too; the newest are therefore given as numbers below.
constexpr std::array refused_calls = {
    // Keys outlive the program, and are kept by user.
    "add_key",
    "request_key",
    "keyctl",
    // Other processes.
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "pidfd_getfd",
    "kcmp",
    "migrate_pages",
    "move_pages",
    "get_robust_list",
    // These show which files others open: /usr is shared by all.
    "inotify_init",
    "inotify_init1",
    "inotify_add_watch",
    "fanotify_init",
    "fanotify_mark",
    // These write out, or use up, resources of the whole machine.
    "sync",
    "syncfs",
    "io_setup",
    // A large part of the kernel behind one call.
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "lookup_dcookie",
    "vm86",
    "vm86old",
    "modify_ldt",
    // The file system's tree.
    "mount",
    "umount",
    "umount2",
    "pivot_root",
    "chroot",
    "open_by_handle_at",
    "name_to_handle_at",
    "quotactl",
    // Namespaces.
    "unshare",
    "setns",
    // The machine.
    "reboot",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "create_module",
    "query_module",
    "get_kernel_syms",
    "swapon",
    "swapoff",
    "acct",
    "syslog",
    "sethostname",
    "setdomainname",
    "iopl",
    "ioperm",
    "vhangup",
    "nfsservctl",
    "uselib",
    "_sysctl",
    "sysfs",
    "ustat",
    // Clocks.
    "settimeofday",
    "clock_settime",
    "clock_adjtime",
    "adjtimex",
    "stime",
};

/// Calls newer than the libseccomp of Debian 12; their numbers are the same on every architecture.
constexpr std::array new_refused_calls = {
    428,  // open_tree
    429,  // move_mount
    430,  // fsopen
    431,  // fsconfig
    432,  // fsmount
    433,  // fspick
    442,  // mount_setattr
    443,  // quotactl_fd
    451,  // cachestat: which pages of a file others have read
    457,  // statmount
    458,  // listmount
    467,  // open_tree_attr
    470,  // listns
};

constexpr unsigned long pr_sched_core = 62;  // PR_SCHED_CORE, newer than the headers of some systems

constexpr std::array<unsigned long, 8> namespace_flags = {CLONE_NEWUSER,   CLONE_NEWPID, CLONE_NEWNS,
                                                          CLONE_NEWNET,    CLONE_NEWIPC, CLONE_NEWUTS,
                                                          CLONE_NEWCGROUP, 0x80 /* time */};

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {
    if (!context_) throw std::runtime_error("cannot make a seccomp filter");
    set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    set(SCMP_FLTATR_CTL_NNP, 0);       // a step of its own
    set(SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree: every call of the program passes through it
  }

  template <class... Conditions>
  void refuse(int call, int error, Conditions... conditions) {
    const int result = seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call,
                                        sizeof...(conditions), conditions...);
    require(result, "cannot add a rule");
  }

  /// What the kernel takes: a program of the classic packet filter.
  std::vector<sock_filter> program() const {
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::tmpfile(), std::fclose);
    if (!file) throw std::runtime_error("cannot make a temporary file");
    require(seccomp_export_bpf(context_.get(), fileno(file.get())), "cannot make the program");
    std::rewind(file.get());
    std::vector<sock_filter> steps;
    for (sock_filter step; std::fread(&step, sizeof step, 1, file.get()) == 1;) steps.push_back(step);
    return steps;
  }

 private:
  static void require(int result, const char* what) {
    if (result != 0) throw std::system_error(-result, std::generic_category(), what);
  }

  void set(scmp_filter_attr attribute, unsigned value) {
    const int result = seccomp_attr_set(context_.get(), attribute, value);
    require(result, "cannot set an attribute");
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

void refuse_calls(Filter& filter) {
  for (const char* name : refused_calls) {
    const int call = seccomp_syscall_resolve_name(name);
    if (call >= 0) filter.refuse(call, EPERM);  // negative: this architecture has no such call
  }
  for (const int call : new_refused_calls) filter.refuse(call, EPERM);
}

/// Filters cannot look behind pointers, where clone3 has its flags: without it libc falls back to clone.
void refuse_namespaces(Filter& filter) {
  filter.refuse(SCMP_SYS(clone3), ENOSYS);
  for (const unsigned long flag : namespace_flags) {
    filter.refuse(SCMP_SYS(clone), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
  }
}

/// Every number in this argument except those given, in ascending order: as few rules as aligned blocks, of a power of
/// two, cover the numbers between.
template <class... Conditions>
void refuse_others(Filter& filter, int call, unsigned argument, std::initializer_list<int> allowed,
                   Conditions... conditions) {
  unsigned long next = 0;
  for (const int number : allowed) {
    const auto end = static_cast<unsigned long>(number);
    for (unsigned long size = 1; next < end; next += size, size = 1) {
      while (next % (2 * size) == 0 && next + 2 * size <= end) size *= 2;
      filter.refuse(call, EPERM, conditions..., SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, ~(size - 1), next));
    }
    next = end + 1;
  }
  filter.refuse(call, EPERM, conditions..., SCMP_CMP(argument, SCMP_CMP_GE, next, 0));
}

/// Every family and protocol except those that ordinary programs open; nothing in the network namespace can be reached
/// by them. Asking for one of the others would load the kernel's module of it. A netlink socket, which lists network
/// interfaces, would queue copies of what is sent to it in memory that no control group counts.
void refuse_sockets(Filter& filter) {
  refuse_others(filter, SCMP_SYS(socket), 0, {AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6});
  refuse_others(filter, SCMP_SYS(socketpair), 0, {AF_UNIX});
  refuse_others(filter, SCMP_SYS(socket), 2, {IPPROTO_IP, IPPROTO_ICMP, IPPROTO_TCP, IPPROTO_UDP},
                SCMP_A0(SCMP_CMP_EQ, AF_INET));
  refuse_others(filter, SCMP_SYS(socket), 2, {IPPROTO_IP, IPPROTO_TCP, IPPROTO_UDP, IPPROTO_ICMPV6},
                SCMP_A0(SCMP_CMP_EQ, AF_INET6));
  for (const int family : {AF_INET, AF_INET6}) {  // protocol 0 is that of the type
    for (const int type : {SOCK_RDM, SOCK_SEQPACKET, SOCK_DCCP, SOCK_PACKET}) {
      filter.refuse(SCMP_SYS(socket), EPERM, SCMP_A0(SCMP_CMP_EQ, static_cast<unsigned>(family)),
                    SCMP_A1(SCMP_CMP_MASKED_EQ, 0xf, static_cast<unsigned>(type)));
    }
  }
}

/// Huge pages come from a pool that memory control groups do not count.
void refuse_huge_pages(Filter& filter) {
  filter.refuse(SCMP_SYS(mmap), ENOMEM, SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_HUGETLB, MAP_HUGETLB));
  filter.refuse(SCMP_SYS(memfd_create), ENOMEM, SCMP_A1(SCMP_CMP_MASKED_EQ, MFD_HUGETLB, MFD_HUGETLB));
  filter.refuse(SCMP_SYS(shmget), ENOMEM, SCMP_A2(SCMP_CMP_MASKED_EQ, SHM_HUGETLB, SHM_HUGETLB));
}

/// Other execution domains switch off address randomisation, or emulate other systems. All bits set only asks
/// which one it is. Any other number but 0 has a set bit next to a clear one, counting cyclically: one
/// condition on an argument is all that a rule may have.
void refuse_personalities(Filter& filter) {
  for (unsigned bit = 0; bit < 32; ++bit) {
    const unsigned long set = 1UL << bit, clear = 1UL << (bit + 1) % 32;
    filter.refuse(SCMP_SYS(personality), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, set | clear, set));
  }
}

void refuse_by_argument(Filter& filter) {
  // A terminal may be the caller's: nothing must be typed into it (CVE-2017-5226).
  for (const unsigned long request : {TIOCSTI, TIOCLINUX}) {
    filter.refuse(SCMP_SYS(ioctl), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, request));
  }
  // Signals when others open or change a file (dnotify, leases).
  for (const unsigned long command : {F_NOTIFY, F_SETLEASE}) {
    filter.refuse(SCMP_SYS(fcntl), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, command));
  }
  // Reading only cached data shows whether others have read it. The call behaves as on a file system without
  // it.
  filter.refuse(SCMP_SYS(preadv2), EOPNOTSUPP, SCMP_A5(SCMP_CMP_MASKED_EQ, RWF_NOWAIT, RWF_NOWAIT));
  // It would keep the neighbouring hyperthread from other programs that are timed on it.
  filter.refuse(SCMP_SYS(prctl), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, pr_sched_core));
  // Limits of the sandbox's own first process.
  filter.refuse(SCMP_SYS(prlimit64), EPERM, SCMP_A0(SCMP_CMP_NE, 0));
  for (const unsigned long type : {S_IFBLK, S_IFCHR}) {
    filter.refuse(SCMP_SYS(mknod), EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, S_IFMT, type));
    filter.refuse(SCMP_SYS(mknodat), EPERM, SCMP_A2(SCMP_CMP_MASKED_EQ, S_IFMT, type));
  }
}

Filter complete_filter(bool keeps_cores) {
  Filter filter;
  refuse_calls(filter);
  refuse_namespaces(filter);
  refuse_sockets(filter);
  refuse_huge_pages(filter);
  refuse_personalities(filter);
  refuse_by_argument(filter);
  if (keeps_cores) filter.refuse(SCMP_SYS(sched_setaffinity), EPERM);  // others are timed on the other cores
  return filter;
}

void print(const char* name, const Filter& filter) {
  std::printf("constexpr sock_filter %s[] = {\n", name);
  for (const sock_filter& step : filter.program()) {
    std::printf("    {0x%02x, %u, %u, 0x%08x},\n", step.code, step.jt, step.jf, step.k);
  }
  std::puts("};");
}

}  // namespace

int main() {
  try {
    print("filter_for_any_cores", complete_filter(false));
    print("filter_for_given_cores", complete_filter(true));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "the filter of system calls cannot be made: %s\n", error.what());
    return 1;
  }
}

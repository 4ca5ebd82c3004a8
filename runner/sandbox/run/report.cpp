#include "runner/sandbox/run/report.hpp"

#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "runner/sandbox/system/errors.hpp"

namespace runner {
namespace {

constexpr std::size_t longest_text = 16 * 1024;

/// A report without its text, as it crosses the channel.
struct Header {
  std::int32_t kind;
  std::int32_t wait_status;
  std::int64_t has_begun;
  std::int64_t work_files;
  std::int64_t now_ns;
  CpuTimes used;
};

using ControlBuffer = std::array<char, CMSG_SPACE(most_descriptors * sizeof(int))>;

}  // namespace

std::pair<base::Descriptor, base::Descriptor> open_report_channel() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw system_failure("cannot open a channel to the sandbox");
  }
  return {base::Descriptor(ends[0]), base::Descriptor(ends[1])};
}

void send_report(int channel, Report report, std::array<int, most_descriptors> descriptors) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  Header header{static_cast<std::int32_t>(report.kind),
                report.wait_status,
                report.has_begun,
                report.work_files,
                base::monotonic_ns(),
                cpu_times(usage)};
  report.text.resize(std::min(report.text.size(), longest_text));
  std::array<iovec, 2> parts = {{{&header, sizeof header}, {report.text.data(), report.text.size()}}};

  alignas(cmsghdr) ControlBuffer control{};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  const auto given =
      static_cast<std::size_t>(std::find(descriptors.begin(), descriptors.end(), -1) - descriptors.begin());
  if (given > 0) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(given * sizeof(int));
    cmsghdr* attachment = CMSG_FIRSTHDR(&message);
    attachment->cmsg_level = SOL_SOCKET;
    attachment->cmsg_type = SCM_RIGHTS;
    attachment->cmsg_len = CMSG_LEN(given * sizeof(int));
    std::memcpy(CMSG_DATA(attachment), descriptors.data(), given * sizeof(int));
  }
  if (sendmsg(channel, &message, MSG_NOSIGNAL) < 0) throw system_failure("cannot report to the keeper");
}

std::optional<ReceivedReport> receive_report(int channel) {
  Header header{};
  std::array<char, longest_text> text;
  std::array<iovec, 2> parts = {{{&header, sizeof header}, {text.data(), text.size()}}};
  alignas(cmsghdr) ControlBuffer control{};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  message.msg_control = control.data();
  message.msg_controllen = control.size();

  ssize_t size = 0;
  do {
    size = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size == 0 || (size < 0 && errno == ECONNRESET)) return std::nullopt;
  if (size < static_cast<ssize_t>(sizeof header)) throw system_failure("cannot hear the sandbox");

  ReceivedReport received;
  received.report = {static_cast<Report::Kind>(header.kind),
                     header.wait_status,
                     header.has_begun != 0,
                     header.work_files,
                     header.now_ns,
                     header.used,
                     std::string(text.data(), static_cast<std::size_t>(size) - sizeof header)};
  const cmsghdr* attachment = CMSG_FIRSTHDR(&message);
  if (attachment != nullptr && attachment->cmsg_type == SCM_RIGHTS) {
    const std::size_t count = std::min(most_descriptors, (attachment->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::array<int, most_descriptors> numbers{};
    std::memcpy(numbers.data(), CMSG_DATA(attachment), count * sizeof(int));
    for (std::size_t k = 0; k < count; ++k) received.descriptors[k] = base::Descriptor(numbers[k]);
  }
  return received;
}

}  // namespace runner

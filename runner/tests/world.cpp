#include "runner/tests/world.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace {

/// A socket that listens at `address`, once a connection from here has shown that it does.
int listen_at(sockaddr* address, socklen_t size) {
  const int listener = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int client = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, address, size) != 0 || listen(listener, 100) != 0 ||
      getsockname(listener, address, &size) != 0 || connect(client, address, size) != 0) {
    throw std::runtime_error("cannot connect to the tests' own socket");
  }
  close(client);
  close(accept(listener, nullptr, nullptr));
  return listener;
}

std::pair<int, int> listen_tcp() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = listen_at(reinterpret_cast<sockaddr*>(&address), sizeof address);
  return {listener, ntohs(address.sin_port)};
}

/// Listens at a path, or under an abstract name after an '@'.
int listen_unix(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name.copy(address.sun_path, sizeof address.sun_path - 1);
  if (name[0] == '@') address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  return listen_at(reinterpret_cast<sockaddr*>(&address), size);
}

std::string abstract_name() {
  return fmt::format("@warp-judge-tests-{}", getpid());
}

}  // namespace

World::World() : abstract_(listen_unix(abstract_name())), key_(0x7a000000 + getpid()) {
  std::tie(tcp_, port_) = listen_tcp();
  path_ = listen_unix(folder_ / "socket");
  chmod((folder_ / "socket").c_str(), 0666);
  segment_ = shmget(key_, 4096, IPC_CREAT | 0666);
  std::ofstream(folder_ / "answer") << "the answer is 42\n";
  chmod((folder_ / "answer").c_str(), 0666);
  // Only root can make such a file that means anything.
  std::filesystem::copy_file(test_program("print_identity"), folder_ / "set-user-id");
  chmod((folder_ / "set-user-id").c_str(), 06755);
  // A process that knows the path may read and write here: what keeps programs out is not this folder's mode.
  chmod(folder_.path().c_str(), 0777);
  files_before_ = state_of_files();
}

World::~World() {
  shmctl(segment_, IPC_RMID, nullptr);
  for (const int socket : {tcp_, abstract_, path_}) close(socket);
}

std::string World::fill_in(std::string text) const {
  const std::pair<const char*, std::string> places[] = {
      {"{port}", std::to_string(port_)},     {"{abstract}", abstract_name()},
      {"{socket}", folder_ / "socket"},      {"{key}", std::to_string(key_)},
      {"{tests}", std::to_string(getpid())}, {"{answer}", folder_ / "answer"},
      {"{world}", folder_.path()},           {"{set-user-id}", folder_ / "set-user-id"},
      {"{programs}", PROGRAMS_PATH}};
  for (const auto& [name, value] : places) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
      text.replace(at, std::string(name).size(), value);
    }
  }
  return text;
}

std::string World::damage() {
  std::string found;
  for (const auto& [socket, name] : {std::pair{tcp_, "TCP"}, {abstract_, "abstract"}, {path_, "UNIX"}}) {
    if (const int peer = accept(socket, nullptr, nullptr); peer >= 0) {
      close(peer);
      found += fmt::format("somebody has connected to the {} socket; ", name);
    }
  }
  const std::string files = state_of_files();
  if (files != files_before_) found += fmt::format("files were {} and are {}; ", files_before_, files);
  files_before_ = files;
  return found;
}

std::string World::state_of_files() const {
  // The time of change moves with content, mode, owner, names and links alike.
  std::string state;
  for (const char* name : {"", "answer", "socket", "set-user-id"}) {
    struct stat facts {};
    stat((folder_ / name).c_str(), &facts);
    state +=
        fmt::format("{} {} {}.{:09}, ", name, facts.st_size, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec);
  }
  return state;
}

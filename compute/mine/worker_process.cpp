#include "compute/mine/worker_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "compute/core/error.h"
#include "compute/mine/isolation.h"
#include "compute/mine/run_program.h"
#include "compute/mine/worker_words.h"

namespace arete::mine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCannotRun = "cannot run a version";
constexpr std::chrono::milliseconds kStartLimit{20'000}, kDeviceStartLimit{90'000};

[[noreturn]] void failBySystem(std::string_view what, int error) {
  throw Error(ErrorKind::io, kCannotRun, what, std::system_category().message(error), "close other programs, or try fewer points");
}

Descriptor memoryFile(const char* name, size_t bytes) {
  Descriptor file(::memfd_create(name, MFD_CLOEXEC));
  if (file.get() < 0 || ::ftruncate(file.get(), off_t(bytes)) != 0) failBySystem("shared memory", errno);
  return file;
}

void* mapped(const Descriptor& file, size_t bytes) {
  void* const begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (begin == MAP_FAILED) failBySystem("shared memory", errno);
  return begin;
}

/// A copy of it that no dup2 of the start overwrites.
Descriptor outOfTheWay(int descriptor) {
  constexpr int kFirst = 64;
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirst));
}

std::vector<std::string> environmentOfWorker() {
  std::vector<std::string> all = plainEnvironment();
  all.emplace_back("CUDA_CACHE_DISABLE=1");  // it may write no files
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"})
    if (const char* const value = std::getenv(name); value != nullptr) all.push_back(std::string(name) + '=' + value);
  return all;
}

}  // namespace

std::string workerProgram() {
  Dl_info about{};
  if (::dladdr(reinterpret_cast<const void*>(&workerProgram), &about) == 0 || about.dli_fname == nullptr) return {};
  std::error_code ignored;
  const fs::path folder = fs::canonical(about.dli_fname, ignored).parent_path();
  for (const fs::path& place : {folder / "arete-version-worker", fs::path(about.dli_fname).parent_path() / "arete-version-worker"})
    if (::access(place.c_str(), X_OK) == 0) return place;
  throw Error(ErrorKind::wrongUse, kCannotRun, folder.string(), "the program arete-version-worker is not there", "install Arete completely");
}

WorkerProcess::WorkerProcess(const Descriptor& library, const WorkerWish& wish, const std::stop_token& stop) : wish_(wish) {
  start(library);
  try {
    waitForAnswer(wish_.isCuda ? kDeviceStartLimit : kStartLimit, stop);
  } catch (...) {
    end();
    throw;
  }
}

WorkerProcess::~WorkerProcess() {
  if (!wish_.sanitizer.empty()) waitForEnd();
  end();
  if (control_ != nullptr) ::munmap(control_, sizeof(Control));
  for (const Memory& memory : memories_)
    if (memory.begin != nullptr) ::munmap(memory.begin, memory.mapped);
}

void WorkerProcess::start(const Descriptor& library) {
  int pair[2], pipe[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) failBySystem("a socket", errno);
  socket_ = Descriptor(pair[0]);
  const Descriptor other(pair[1]);
  if (::pipe2(pipe, O_CLOEXEC | O_NONBLOCK) != 0) failBySystem("a pipe", errno);
  output_ = Descriptor(pipe[0]);
  const Descriptor outputEnd(pipe[1]);
  ::fcntl(outputEnd.get(), F_SETFL, 0);  // the worker waits until what it prints is read
  const Descriptor block = memoryFile("control", sizeof(Control));
  control_ = static_cast<Control*>(mapped(block, sizeof(Control)));
  const Descriptor ends[] = {outOfTheWay(outputEnd.get()), outOfTheWay(other.get()), outOfTheWay(block.get()), outOfTheWay(library.get())};

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  for (const auto& [from, to] :
       {std::pair(0, 1), std::pair(0, 2), std::pair(1, kSocketDescriptor), std::pair(2, kControlDescriptor), std::pair(3, kLibraryDescriptor)})
    ::posix_spawn_file_actions_adddup2(&actions, ends[from].get(), to);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, kLibraryDescriptor + 1);
  std::vector<std::string> command = {workerProgram(), wish_.isCuda ? "cuda" : "cpu", std::to_string(wish_.memoryBytes)};
  if (!wish_.sanitizer.empty()) {
    command.emplace_back("checked");
    command.insert(command.begin(), {wish_.sanitizer, "--tool", "memcheck"});
  }
  if (wish_.isolate) {
    const fs::path program = command.front();
    command = isolated(std::move(command), {.readable = {program.parent_path()}, .usesDevice = wish_.isCuda});
  }
  std::vector<std::string> environment = environmentOfWorker();
  const int error =
      ::posix_spawn(&child_, command.front().c_str(), &actions, &attributes, pointersTo(command).data(), pointersTo(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) child_ = -1, failBySystem(command.front(), error);
}

void WorkerProcess::ask(const Message& message, int descriptor) {
  iovec part{const_cast<Message*>(&message), sizeof message};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part, header.msg_iovlen = 1;
  if (descriptor >= 0) {
    header.msg_control = room, header.msg_controllen = sizeof room;
    cmsghdr* const more = CMSG_FIRSTHDR(&header);
    more->cmsg_level = SOL_SOCKET, more->cmsg_type = SCM_RIGHTS, more->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(more), &descriptor, sizeof descriptor);
  }
  if (::sendmsg(socket_.get(), &header, MSG_NOSIGNAL) < 0) fail(false);
}

void WorkerProcess::drain() {
  constexpr size_t kMost = 4000, kMostSaid = 64 << 10;
  char text[1024];
  for (ssize_t count; (count = ::read(output_.get(), text, sizeof text)) > 0;) {
    if (printed_.size() < kMost) printed_.append(text, size_t(count));
    if (wish_.said && wish_.said->size() < kMostSaid) wish_.said->append(text, size_t(count));
  }
}

void WorkerProcess::waitForAnswer(std::chrono::milliseconds limit, const std::stop_token& stop) {
  constexpr int kLook_ms = 20;
  const Clock::time_point last = Clock::now() + limit;
  for (;;) {
    pollfd both[] = {{socket_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}};
    ::poll(both, 2, kLook_ms);
    if (both[1].revents != 0) drain();
    if (both[0].revents != 0) {
      char done = 0;
      if (::recv(socket_.get(), &done, 1, MSG_DONTWAIT) == 1) return;
      fail(false);
    }
    if (stop.stop_requested()) {
      end();
      throw Cancelled{};
    }
    if (Clock::now() > last) fail(true);
  }
}

void WorkerProcess::end() {
  if (child_ <= 0) return;
  ::kill(-child_, SIGKILL);
  ::waitpid(std::exchange(child_, -1), nullptr, 0);
}

void WorkerProcess::waitForEnd() {
  constexpr int kMost_ms = 10'000, kLook_ms = 10;
  socket_ = Descriptor();
  int status = 0;
  for (int waited = 0; child_ > 0 && waited < kMost_ms; waited += kLook_ms) {
    drain();
    if (::waitpid(child_, &status, WNOHANG) != 0) child_ = -1;
    else ::poll(nullptr, 0, kLook_ms);
  }
  drain();
}

void WorkerProcess::fail(bool isLate) {
  WorkerEnd ended{.isLate = isLate};
  if (child_ > 0) {
    constexpr int kGrace_ms = 1000, kLook_ms = 5;  // it closed the socket: it ends by itself, with a status
    pid_t gone = 0;
    for (int waited = 0; !isLate && waited < kGrace_ms && (gone = ::waitpid(child_, &ended.status, WNOHANG)) == 0; waited += kLook_ms)
      ::poll(nullptr, 0, kLook_ms);
    ::kill(-child_, SIGKILL);
    if (gone == 0) ::waitpid(child_, &ended.status, 0);
    child_ = -1;
  }
  drain();
  throw errorOf(ended, *control_, wish_, printed_);
}

std::byte* WorkerProcess::memory(Slot slot, size_t bytes, const std::stop_token& stop) {
  Memory& memory = memories_[size_t(slot)];
  const size_t wanted = mappedBytes(bytes);
  if (memory.begin != nullptr && wanted <= memory.mapped) return memory.begin;
  if (memory.begin != nullptr) ::munmap(memory.begin, memory.mapped);
  memory = Memory{};
  memory.file = memoryFile("array", wanted);
  memory.begin = static_cast<std::byte*>(mapped(memory.file, wanted));
  memory.mapped = wanted;
  ask({Ask::map, slot, wanted}, memory.file.get());
  waitForAnswer(kStartLimit, stop);
  return memory.begin;
}

std::byte* WorkerProcess::input(Slot slot, size_t bytes, const std::stop_token& stop) {
  std::byte* const begin = memory(slot, bytes, stop);
  control_->bytes[size_t(slot)] = bytes;
  control_->isNew[size_t(slot)] = 1;
  return begin + arrayBegin(memories_[size_t(slot)].mapped, bytes);
}

void WorkerProcess::checkCanaries(const Memory& answer, size_t bytes) {
  const std::byte* const begin = answer.begin + arrayBegin(answer.mapped, bytes);
  const auto isChanged = [](std::byte value) { return value != std::byte(kCanary); };
  const std::byte* const end = begin + bytes;
  const std::byte* const last = answer.begin + answer.mapped;
  control_->faultSlot = Slot::answer;
  if (const std::byte* const found = std::find_if(end, last, isChanged); found != last)
    control_->fault = Fault::behind, control_->faultBytes = found - end;
  for (const std::byte* at = begin; at > begin - kPage && control_->fault == Fault::none; --at)
    if (isChanged(at[-1])) control_->fault = Fault::before, control_->faultBytes = begin - at + 1;
}

WorkerAnswer WorkerProcess::call(size_t answerBytes, const std::stop_token& stop) {
  std::byte* const begin = memory(Slot::answer, answerBytes, stop);
  const Memory& answer = memories_[size_t(Slot::answer)];
  std::byte* const array = begin + arrayBegin(answer.mapped, answerBytes);
  std::fill(array - kPage, array, std::byte(kCanary));
  std::fill(array, array + answerBytes, std::byte(kUnwritten));
  std::fill(array + answerBytes, begin + answer.mapped, std::byte(kCanary));
  control_->bytes[size_t(Slot::answer)] = answerBytes;
  control_->phase = Phase::ready;
  control_->fault = Fault::none;
  ask({Ask::call, Slot::answer, 0}, -1);
  waitForAnswer(wish_.limit, stop);
  drain();
  if (control_->fault == Fault::none) checkCanaries(answer, answerBytes);
  if (control_->fault != Fault::none) {
    end();
    throw errorOfCanary(*control_, wish_);
  }
  std::fill(std::begin(control_->isNew), std::end(control_->isNew), 0u);
  return {{array, answerBytes}, control_->milliseconds};
}

}  // namespace arete::mine

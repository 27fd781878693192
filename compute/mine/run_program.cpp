#include "compute/mine/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

#include "compute/core/error.h"
#include "compute/files/descriptor.h"

namespace arete::mine {

namespace {

using Clock = std::chrono::steady_clock;

/// Folders of PATH that are named from the current one are left out.
std::string absolutePath() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  std::string text;
  for (std::string folder; std::getline(folders, folder, ':');)
    if (folder.starts_with('/')) text += (text.empty() ? "" : ":") + folder;
  return text;
}

class Spawning {
 public:
  Spawning() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~Spawning() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;

  pid_t start(const std::vector<std::string>& command, const std::filesystem::path& folder, int output) {
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, output, 1);
    ::posix_spawn_file_actions_adddup2(&actions_, output, 2);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    std::vector<std::string> words = command, environment = plainEnvironment();
    environment.push_back("TMPDIR=" + folder.string());
    pid_t child = -1;
    const int error = ::posix_spawn(&child, words.front().c_str(), &actions_, &attributes_, pointersTo(words).data(), pointersTo(environment).data());
    if (error != 0)
      throw Error(ErrorKind::io, "cannot start a program", command.front(), std::system_category().message(error), "is it installed completely?");
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::string textIn(const Descriptor& file) {
  constexpr size_t kMost = 64 << 10;
  std::string text(kMost, '\0');
  const ssize_t read = ::pread(file.get(), text.data(), text.size(), 0);
  text.resize(size_t(read > 0 ? read : 0));
  return text;
}

void endGroup(pid_t child) {
  ::kill(-child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace

std::vector<std::string> plainEnvironment() { return {"PATH=" + absolutePath(), "LC_ALL=C.UTF-8"}; }

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

ProgramRun runProgram(const std::vector<std::string>& command, const std::filesystem::path& folder, std::chrono::milliseconds limit,
                      const std::stop_token& stop) {
  constexpr int kWait_ms = 5;
  const Descriptor output(::memfd_create("output", MFD_CLOEXEC));
  const pid_t child = Spawning().start(command, folder, output.get());
  const Clock::time_point end = Clock::now() + limit;
  ProgramRun run;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (run.isLate = Clock::now() > end; run.isLate || stop.stop_requested()) {
      endGroup(child);
      if (!run.isLate) throw Cancelled{};
      break;
    }
    ::poll(nullptr, 0, kWait_ms);
  }
  constexpr int kBySignal = 128;
  run.status = run.isLate ? kBySignal + SIGKILL : WIFEXITED(status) ? WEXITSTATUS(status) : kBySignal + WTERMSIG(status);
  run.output = textIn(output);
  return run;
}

}  // namespace arete::mine

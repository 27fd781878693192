#include "tests/cli/run_cli.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <regex>
#include <sstream>
#include <stop_token>
#include <thread>

namespace arete::test {

namespace {

std::string drain(int descriptor) {
  std::string text;
  char piece[4096];
  for (ssize_t got; (got = read(descriptor, piece, sizeof piece)) > 0;) text.append(piece, size_t(got));
  close(descriptor);
  return text;
}

[[noreturn]] void become(const std::vector<std::string>& arguments, int out, int err) {
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::vector<char*> words = {const_cast<char*>(ARETE_CLI)};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  signal(SIGINT, SIG_DFL);
  setenv("TERM", "xterm", 1);
  execv(ARETE_CLI, words.data());
  _exit(127);
}

}  // namespace

/// `err`: where the program's standard error is read from and written to.
static CliResult run(const std::vector<std::string>& arguments, int interruptAfter_ms, int interruptBy, int again_ms, const int (&err)[2]) {
  int out[2];
  EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
  const pid_t child = fork();
  if (child == 0) become(arguments, out[1], err[1]);
  close(out[1]);
  close(err[1]);
  CliResult result;
  std::thread errors([&] { result.err = drain(err[0]); });
  using Clock = std::chrono::steady_clock;
  Clock::time_point sent = Clock::time_point::max();
  std::jthread interrupter([&](const std::stop_token& ended) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    for (const int wait_ms : {interruptAfter_ms, again_ms}) {
      if (wait_ms == 0) return;
      wake.wait_for(lock, ended, std::chrono::milliseconds(wait_ms), [] { return false; });
      if (ended.stop_requested()) return;
      sent = Clock::now();
      kill(child, interruptBy);
    }
  });
  result.out = drain(out[0]);
  errors.join();
  interrupter.request_stop();
  interrupter.join();
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  result.toEnd_ms = std::max(0.0, std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
  result.peakMemory_kB = usage.ru_maxrss;
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

CliResult runCli(const std::vector<std::string>& arguments, int interruptAfter_ms, int interruptBy, int again_ms) {
  int err[2];
  EXPECT_EQ(pipe2(err, O_CLOEXEC), 0);
  return run(arguments, interruptAfter_ms, interruptBy, again_ms, err);
}

CliResult runCliOnTerminal(const std::vector<std::string>& arguments, int interruptAfter_ms, unsigned short columns) {
  const int screen = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  EXPECT_TRUE(screen >= 0 && grantpt(screen) == 0 && unlockpt(screen) == 0);
  const winsize size{0, columns, 0, 0};
  if (columns > 0) EXPECT_EQ(ioctl(screen, TIOCSWINSZ, &size), 0);
  return run(arguments, interruptAfter_ms, SIGINT, 0, {screen, open(ptsname(screen), O_RDWR | O_NOCTTY | O_CLOEXEC)});
}

std::string hashIn(const std::string& summary) {
  std::smatch match;
  return std::regex_search(summary, match, std::regex("hash +([0-9a-f]{64})")) ? match[1].str() : "";
}

CliTest::CliTest() {
  std::string name = (std::filesystem::temp_directory_path() / "arete-cli-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
}

CliTest::~CliTest() {
  std::error_code ignored;
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
  std::filesystem::remove_all(folder_, ignored);
}

std::vector<std::string> CliTest::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void CliTest::write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name, std::ios::binary) << text; }

std::string CliTest::read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
  return text.str();
}

std::string CliTest::spiral(int points, int dimension) const {
  const std::string file = path("spiral-" + std::to_string(points) + "-" + std::to_string(dimension) + ".ply");
  const CliResult made = runCli({"generate", "spiral", "--points", std::to_string(points), "--dim", std::to_string(dimension), "-o", file});
  EXPECT_EQ(made.code, 0) << made.err;
  return file;
}

}  // namespace arete::test

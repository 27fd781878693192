#include "tests/mpi/run_mpi.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <thread>

namespace arete::test {

namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Open MPI asks for these where tests run as root, in containers, with fewer cores than ranks; MPICH does without them.
void setUpMpi() {
  const std::pair<const char*, const char*> settings[] = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                                          {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                                          {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                                          {"OMPI_MCA_hwloc_base_binding_policy", "none"},
                                                          {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
                                                          {"OMPI_MCA_btl", "self,vader"}};
  for (const auto& [name, value] : settings) setenv(name, value, 1);
  const std::string path = std::string(ARETE_SOURCE_DIR "/tests/mpi/bin:") + fs::path(ARETE_MPI).parent_path().string() + ':' + getenv("PATH");
  setenv("PATH", path.c_str(), 1);  // srun's stand-in, and what it starts
  setenv("ARETE_MPIEXEC", ARETE_MPIEXEC, 1);
}

std::vector<std::string> commandOf(const MpiRun& run) {
  std::vector<std::string> words;
  const auto group = [&](int ranks, const std::string& program) {
    words.insert(words.end(), {"-n", std::to_string(ranks), program});
    words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  };
  if (run.direct) {
    words.push_back(run.program);
    words.insert(words.end(), run.arguments.begin(), run.arguments.end());
    return words;
  }
  words.push_back(ARETE_MPIEXEC);
  if (run.lastProgram.empty()) {
    group(run.ranks, run.program);
  } else {
    group(run.ranks - 1, run.program);
    words.push_back(":");
    group(1, run.lastProgram);
  }
  return words;
}

pid_t start(const MpiRun& run, const fs::path& out, const fs::path& err) {
  const pid_t child = fork();
  if (child != 0) return child;
  setpgid(0, 0);
  dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  setUpMpi();
  std::vector<std::string> command = commandOf(run);
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

pid_t parentOf(const fs::path& process) {
  std::smatch found;
  const std::string status = contentOf(process / "status");
  return std::regex_search(status, found, std::regex("PPid:\\s+(\\d+)")) ? std::stoi(found[1]) : 0;
}

/// Whether a process descends from another one.
bool isBelow(pid_t process, pid_t ancestor) {
  while (process > 1 && process != ancestor) process = parentOf("/proc/" + std::to_string(process));
  return process == ancestor;
}

std::vector<Rank> ranksBelow(pid_t mpirun) {
  std::vector<Rank> ranks;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string environment = contentOf(entry.path() / "environ");
    std::ranges::replace(environment, '\0', '\n');
    std::smatch found;
    if (!std::regex_search(environment, found, std::regex("(^|\n)(OMPI_COMM_WORLD_RANK|PMI_RANK)=(\\d+)"))) continue;
    if (isBelow(std::stoi(name), mpirun)) ranks.push_back({std::stoi(found[3]), std::stoi(name)});
  }
  std::ranges::sort(ranks, {}, &Rank::number);
  return ranks;
}

}  // namespace

MpiResult runMpi(const MpiRun& run) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kPatience = std::chrono::seconds(60);
  std::string folder = (fs::temp_directory_path() / "arete-mpi-XXXXXX").string();
  EXPECT_NE(mkdtemp(folder.data()), nullptr);
  const fs::path out = fs::path(folder) / "out", err = fs::path(folder) / "err";
  const pid_t child = start(run, out, err);
  auto from = Clock::now();
  int status = 0;
  for (bool called = false; waitpid(child, &status, WNOHANG) == 0; std::this_thread::sleep_for(std::chrono::milliseconds(3))) {
    if (!called && run.then && contentOf(err).find(run.when) != std::string::npos) {
      called = true;
      run.then(ranksBelow(child));
      from = Clock::now();
    }
    if (Clock::now() - from < kPatience) continue;
    ADD_FAILURE() << "it hangs: " << contentOf(err);
    kill(-child, SIGKILL);
    for (const Rank& rank : ranksBelow(child)) kill(rank.process, SIGKILL);
    waitpid(child, &status, 0);
    break;
  }
  MpiResult result{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                   .out = contentOf(out),
                   .err = contentOf(err),
                   .seconds = std::chrono::duration<double>(Clock::now() - from).count()};
  fs::remove_all(folder);
  return result;
}

size_t countOf(const std::string& part, const std::string& text) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

}  // namespace arete::test

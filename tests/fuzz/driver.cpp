// Runs a target without libFuzzer: its seeds, then changes of them, the same in every run with the same --seed. A crash, or ten seconds of the
// processor for one input, leaves that input in a file of the folder $ARETE_FUZZ_FOLDER, else the one of temporary files; `fuzz_NAME FILE` repeats
// it. `fuzz_NAME --shrink FILE` leaves out points of a try of answers while it still fails, and writes what is left into FILE.small and FILE.csv.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/target.h"
#include "tests/support/sanitizers.h"

namespace arete::fuzz {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr size_t kLargestInput = 1 << 16;  // bytes; changes that double pieces would grow for ever
constexpr unsigned kHangSeconds = test::kSanitized ? 100 : 10, kDeadlockSeconds = 10 * kHangSeconds;
constexpr int kSignals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGPROF};
constexpr rlim_t kMostMemory_bytes = rlim_t(2) << 30;

std::string current;        // the input that is being run
std::string crashFilePath;  // where it goes

/// By the processor's time, as other programs may have taken it; by the clock only what waits for something that never comes.
void limitTime(unsigned seconds) {
  const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = time_t(seconds), .tv_usec = 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
  ::alarm(seconds > 0 ? kDeadlockSeconds : 0);
}

/// Only calls that a signal handler may make.
void keepInput(int number) {
  const int file = ::open(crashFilePath.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const bool kept = file >= 0 && ::write(file, current.data(), current.size()) == ssize_t(current.size());
  for (const std::string_view text : {std::string_view(kept ? "fuzz: the input is in " : "fuzz: no room for "), std::string_view(crashFilePath),
                                      std::string_view(number == SIGALRM || number == SIGPROF ? ": it took too long\n" : "\n")})
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0) break;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

struct Options {
  double seconds = 2;
  uint64_t tries = UINT64_MAX, seed = 20161107;
  std::vector<fs::path> files;
  fs::path shrink;
};

Options parsed(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--seconds" && i + 1 < argc) options.seconds = std::strtod(argv[++i], nullptr);
    else if (argument == "--tries" && i + 1 < argc) options.tries = std::strtoull(argv[++i], nullptr, 10);
    else if (argument == "--seed" && i + 1 < argc) options.seed = std::strtoull(argv[++i], nullptr, 10);
    else if (argument == "--shrink" && i + 1 < argc) options.shrink = argv[++i];
    else options.files.emplace_back(argument);
  }
  return options;
}

struct Counts {
  uint64_t tries = 0, taken = 0;
  double slowest = 0;
};

void tryInput(std::string input, Counts& counts) {
  current = std::move(input);
  const auto begin = Clock::now();
  limitTime(kHangSeconds);
  counts.taken += kTarget.run(current);
  limitTime(0);
  counts.slowest = std::max(counts.slowest, std::chrono::duration<double>(Clock::now() - begin).count());
  ++counts.tries;
}

std::string tailOf(const std::string& text, Random& random) { return text.substr(random.below(text.size() + 1)); }

std::string changed(const std::vector<std::string>& seeds, Random& random) {
  if (kTarget.next) return kTarget.next(random);
  std::string input = random.of(seeds);
  for (size_t times = 1 + random.below(4); times > 0; --times) {
    if (random.oneIn(12)) input = input.substr(0, random.below(input.size())) + tailOf(random.of(seeds), random);
    else if (random.oneIn(2)) damageBytes(input, random);
    else kTarget.mutate(input, random);
  }
  if (input.size() > kLargestInput) input.resize(kLargestInput);
  return input;
}

std::string contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// In a process of its own, which is silent: so a crash and a hang are only a failure.
bool fails(const std::string& input) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int number : kSignals) std::signal(number, SIG_DFL);
    if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
    limitTime(kHangSeconds);
    kTarget.run(input);
    ::_exit(0);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && status != 0;
}

/// Whatever is left out, while what is left still fails.
int shrink(const fs::path& path) {
  std::string input = contentOf(path);
  if (!kTarget.smaller || !fails(input)) return std::puts("nothing to make smaller: it does not fail"), 1;
  for (bool isSmaller = true; isSmaller;) {
    const std::vector<std::string> smaller = kTarget.smaller(input);
    const auto found = std::ranges::find_if(smaller, fails);
    isSmaller = found != smaller.end();
    if (isSmaller) input = *found;
  }
  std::ofstream(path.string() + ".small", std::ios::binary) << input;
  std::printf("%s\n%s\n", input.c_str(), kTarget.saved(input, path.string()).c_str());
  return 0;
}

/// As libFuzzer has it; a sanitizer's own memory is more.
void limitMemory() {
  if (const rlimit limit{kMostMemory_bytes, kMostMemory_bytes}; !test::kSanitized) ::setrlimit(RLIMIT_DATA, &limit);
}

int runAll(const char* program, const Options& options) {
  Counts counts;
  for (const fs::path& path : options.files) tryInput(contentOf(path), counts);
  if (options.files.empty()) {
    const auto begin = Clock::now();
    const std::vector<std::string> seeds = kTarget.seeds();
    for (const std::string& seed : seeds) tryInput(seed, counts);
    Random random(options.seed);
    while (counts.tries < options.tries && std::chrono::duration<double>(Clock::now() - begin).count() < options.seconds)
      tryInput(changed(seeds, random), counts);
    require(counts.taken > 0, "every input was refused, so none was read to its end");
    require(kTarget.next || counts.taken < counts.tries, "no input was refused");
  }
  std::printf("%s: %llu tries, 0 found (%llu taken, slowest %.1f ms)\n", program, static_cast<unsigned long long>(counts.tries),
              static_cast<unsigned long long>(counts.taken), counts.slowest * 1e3);
  return 0;
}

}  // namespace

}  // namespace arete::fuzz

int main(int argc, char** argv) {
  using namespace arete::fuzz;
  const std::string program = fs::path(argv[0]).filename().string();
  const char* const folder = std::getenv("ARETE_FUZZ_FOLDER");
  crashFilePath = ((folder ? fs::path(folder) : fs::temp_directory_path()) / (program + "-" + std::to_string(::getpid()) + ".input")).string();
  for (const int number : kSignals) std::signal(number, keepInput);
  limitMemory();
  const Options options = parsed(argc, argv);
  return options.shrink.empty() ? runAll(program.c_str(), options) : shrink(options.shrink);
}

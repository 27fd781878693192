// A lack of threads or memory: fewer threads and the same answer, or one message; never an abort, and no file left behind.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

const std::string kOutOfMemory = "arete-cli: out of memory\n  hint: close other programs, or try fewer points or float coordinates\n";

struct Exhaustion : CliTest {
  /// With a call of `kind` failing from the `number`-th on.
  static CliResult runWithout(const std::string& kind, int number, int error, const std::vector<std::string>& arguments) {
    setenv("LD_PRELOAD", ARETE_INJECTOR, 1);
    setenv("ARETE_FAULT", (kind + ":" + std::to_string(number) + ":" + std::to_string(error) + ":on").c_str(), 1);
    CliResult result = runCli(arguments);
    unsetenv("LD_PRELOAD");
    unsetenv("ARETE_FAULT");
    return result;
  }
  static CliResult runWithoutThreads(int number, const std::vector<std::string>& arguments) {
    return runWithout("thread", number, EAGAIN, arguments);
  }

  std::vector<std::string> detection() const { return {"detect", spiral(), "--r1", kSpiralR1, "--threads", "64", "--report", path("r.json")}; }
  std::string hash() const { return nlohmann::json::parse(read("r.json")).at("hash"); }
};

size_t count(const std::string& text, std::string_view part) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST_F(Exhaustion, FewerThreadsGiveTheSameAnswerAndOneWarning) {
  const std::vector<std::string> arguments = detection();
  EXPECT_EQ(runCli(arguments).err, "");
  const std::string expected = hash();
  for (const auto& [number, started] : {std::pair(6, "4 of 64"), std::pair(3, "1 of 64"), std::pair(1, "1 of 64")}) {
    const CliResult few = runWithoutThreads(number, arguments);  // the first thread waits for signals, the next works out the job
    EXPECT_EQ(few.code, 0) << few.err;
    EXPECT_EQ(count(few.err, std::string("the system started only ") + started + " threads"), 1u) << few.err;
    EXPECT_EQ(count(few.err, "warning"), 1u) << few.err;
    EXPECT_NE(few.out.find(std::string("CPU, ") + started + " threads"), std::string::npos) << few.out;
    EXPECT_EQ(hash(), expected);
  }
}

TEST_F(Exhaustion, EveryCommandThatNeedsNoThreadsDoesWithoutAny) {
  const std::string cloud = spiral();
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--version"},
        {"versions"},
        {"info", cloud},
        {"generate", "spiral", "--points", "100", "-o", path("made.ply")},
        {"knn", cloud, "-k", "2", "-o", path("near.npy")},
        {"knn", cloud, "-k", "2", "-o", path("far.npy"), "--version", "knn.cpu.two_level", "--leaf-capacity", "64", "--max-memory", "64"}}) {
    const CliResult result = runWithoutThreads(1, arguments);
    EXPECT_EQ(result.code, 0) << arguments.front() << ": " << result.err;
  }
  EXPECT_EQ(read("near.npy"), read("far.npy"));
}

TEST_F(Exhaustion, AThreadThatNothingCanDoWithoutIsAnErrorWithItsReason) {
  const CliResult result = runWithoutThreads(1, {"bench", "cancel", "--points", "1000", "--repeat", "1"});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.err.find("the system starts no more threads"), std::string::npos) << result.err;
}

TEST_F(Exhaustion, MemoryThatStaysExhaustedIsOneMessageWhereverItEnds) {
  const std::string cloud = spiral();
  const std::vector<std::string> before = files();
  int number = 1;
  for (;; number += 1 + number / 4) {
    const CliResult result = runWithout("memory", number, ENOMEM, {"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.ply")});
    if (result.code == 0) break;  // so many are enough
    ASSERT_EQ(result.code, 1) << number;
    EXPECT_EQ(result.err, kOutOfMemory) << number;
    EXPECT_EQ(files(), before) << number;
  }
  EXPECT_GT(number, 1000) << "hardly any allocation failed";
}

}  // namespace
}  // namespace arete::test

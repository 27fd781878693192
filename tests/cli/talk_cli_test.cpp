// How much is said, how wide, and how help is asked for.
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include "app/cli/command.h"
#include "app/cli/short_help.h"
#include "app/cli/terminal.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

using TalkCliTest = CliTest;

size_t widest(const std::string& text) {
  size_t most = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("  arete-cli")) most = std::max(most, line.size());  // examples are to be copied, and stay whole
  return most;
}

TEST_F(TalkCliTest, TheShortHelpShowsTwelveFlagsAtMostAndTheyAreThere) {
  for (const cli::Command& command : cli::commands()) {
    const std::string name(command.name);
    const CliResult brief = runCli({name, "-h"}), whole = runCli({name, "--help"});
    ASSERT_EQ(brief.code, 0) << brief.err;
    EXPECT_LE(brief.out.size(), whole.out.size());
    if (cli::tasksOf(name).empty()) continue;
    EXPECT_NE(brief.out.find("arete-cli " + name + " --help"), std::string::npos);
    size_t flags = 0;
    std::set<std::string_view> named;
    for (const cli::HelpTask& task : cli::tasksOf(name)) {
      EXPECT_NE(brief.out.find('\n' + std::string(task.title) + ":\n"), std::string::npos) << name;
      for (const std::string_view flag : task.flags) {
        EXPECT_TRUE(named.insert(flag).second) << name << ' ' << flag;
        EXPECT_NE(brief.out.find("--" + std::string(flag)), std::string::npos) << name << ' ' << flag;
        ++flags;
      }
    }
    EXPECT_LE(flags, 12u) << name;
  }
}

TEST_F(TalkCliTest, HelpAndTheHelpOfACommandAreTheSameByBothWays) {
  EXPECT_EQ(runCli({"help", "detect"}).out, runCli({"detect", "--help"}).out);
  EXPECT_EQ(runCli({"help"}).out, runCli({"--help"}).out);
  const CliResult none = runCli({"help", "detct"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("did you mean detect?"), std::string::npos) << none.err;
}

TEST_F(TalkCliTest, HelpIsWrappedToTheWidth) {
  for (const char* columns : {"60", "80", "110"}) {
    setenv("COLUMNS", columns, 1);
    for (const char* command : {"detect", "knn", "render"}) {
      EXPECT_LE(widest(runCli({command, "--help"}).out), std::stoul(columns)) << command;
      EXPECT_LE(widest(runCli({command, "-h"}).out), std::stoul(columns)) << command;
    }
  }
  unsetenv("COLUMNS");
}

TEST_F(TalkCliTest, TextIsCutByCharactersAndNotByBytes) {
  EXPECT_EQ(cli::cutTo("abc", 2), "ab");
  EXPECT_EQ(cli::cutTo("äöü", 2), "äö");
  EXPECT_EQ(cli::cutTo("abc", 9), "abc");
  EXPECT_EQ(cli::cutTo("abc", 0), "");
}

TEST_F(TalkCliTest, NoLineOfProgressIsAsWideAsTheTerminal) {
  const std::string cloud = spiral(100000);
  for (const unsigned short columns : {20, 40, 80}) {
    const CliResult result =
        runCliOnTerminal({"detect", cloud, "--r1", kSpiralR1, "--evolve", "evolve.cpu.brute_force", "-o", path("x.csv")}, 0, columns);
    ASSERT_EQ(result.code, 0) << result.err;
    size_t begin = 0, lines = 0;
    for (size_t bar; (bar = result.err.find("\x1b[K[", begin)) != std::string::npos; begin = bar + 4, ++lines) {
      const size_t start = bar + 3, end = std::min(result.err.find_first_of("\r\n", start), result.err.size());
      EXPECT_LT(end - start, columns) << result.err.substr(start, end - start);
    }
    EXPECT_GT(lines, 0u);
  }
}

TEST_F(TalkCliTest, QuietLeavesResultsWarningsAndErrors) {
  const std::string cloud = spiral(1000);
  const CliResult written = runCli({"detect", cloud, "-q", "-o", path("q.csv")});
  EXPECT_EQ(written.code, 0);
  EXPECT_EQ(written.out + written.err, "");
  EXPECT_TRUE(exists("q.csv"));
  EXPECT_NE(hashIn(runCli({"detect", cloud, "-q"}).out), "") << "without a file the summary is the result";
  EXPECT_NE(runCli({"info", cloud, "--quiet"}).out, "");
  EXPECT_NE(runCli({"detect", path("none.ply"), "-q", "-o", path("q.csv")}).err, "");
  write("gap.csv", "x,y\n1,2\nnan,2\n3,3\n5,4\n");
  EXPECT_NE(runCli({"convert", path("gap.csv"), "-q", "-o", path("gap.ply")}).err.find("warning: 1 of 4 points"), std::string::npos);
  EXPECT_EQ(runCli({"detect", cloud, "-q", "-v"}).code, 2);
}

TEST_F(TalkCliTest, VerboseSaysInAFileTooWhatIsBeingDone) {
  const std::string cloud = spiral(1000);
  const CliResult quiet = runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("v.csv")}),
                  said = runCli({"detect", cloud, "--r1", kSpiralR1, "-v", "-o", path("v.csv")});
  EXPECT_EQ(quiet.err, "");
  EXPECT_NE(said.err.find(" %  "), std::string::npos) << said.err;
  EXPECT_EQ(hashIn(said.out), hashIn(quiet.out));
}

TEST_F(TalkCliTest, TablesArePrintedAsJsonToo) {
  const std::string cloud = spiral(1000);
  const auto sweep = runCli({"sweep", cloud, "--r1", kSpiralR1, "--steps", "3", "--json"}).json();
  ASSERT_EQ(sweep["sweep"].size(), 3u);
  EXPECT_TRUE(sweep["sweep"][0].contains("hash"));
  EXPECT_TRUE(runCli({"race", cloud, "--r1", kSpiralR1, "--vary", "threads=1,2", "--repeat", "1", "--json"}).json().is_object());
}

}  // namespace
}  // namespace arete::test

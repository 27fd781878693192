// No command loses a file: for every pair of its file flags, both name the same file, in every way that two names can.
#include "app/cli/path_flags.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "app/cli/command.h"
#include "compute/experiments/experiment.h"
#include "compute/generate/shapes.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

namespace fs = std::filesystem;
using cli::Command;
using cli::CommandApp;
using PathFlag = CommandApp::PathFlag;

/// A command with its flags.
struct Taken {
  explicit Taken(const Command& command) : app(command.name, command.summary), run(command.add(app)) {}
  CommandApp app;
  cli::Run run;  // what the flags are read into
};

bool isFolder(const PathFlag& flag) { return flag.option->get_type_name() == "FOLDER"; }

std::string kindOf(const CLI::Option& option) { return option.get_positional() ? option.get_name() : option.get_type_name(); }

TEST(PathFlags, EveryOptionIsAFileThatIsDeclaredOrAValueOfAKnownKind) {
  // What no file is called. A new kind of value is added here; a file is added with CommandApp's functions instead.
  static const std::set<std::string> kValues = {
      "ID",        "N",       "K",        "D",       "NUMBER",      "CHOICE",  "NAME",    "TYPE",    "LIST",      "CHAR",        "SHAPE",
      "WHAT",      "RADIUS",  "STEP",     "FACTOR",  "FROM",        "LAYER",   "N,N,...", "D,D,...", "P,P,...",   "ID,ID,...",   "WIDTHxHEIGHT",
      "CONDITION", "CORNERS", "DISTANCE", "SYSTEM",  "NAME|NUMBER", "ROOT",    "SHARE",   "SHELL",   "STAGE=IDS", "NAME=VALUES", "NAME=VALUE",
      "TIME",      "DOTS",    "RATE",     "SECONDS", "ANGLE",       "COMMAND", "SOURCE",  "CLASS"};
  for (const Command& command : cli::commands()) {
    const Taken taken(command);
    for (const CLI::Option* option : taken.app.get_options()) {
      if (option->get_items_expected_max() == 0) continue;  // a switch
      const auto& files = taken.app.pathFlags();
      const bool declared = std::ranges::find(files, option, &PathFlag::option) != files.end();
      const std::string kind = kindOf(*option).substr(0, kindOf(*option).find(':'));
      EXPECT_NE(declared, kValues.contains(kind)) << command.name << ' ' << option->get_name() << ' ' << kind
                                                  << ": is it a file? Then it is to be added with addInput, addOutput or their like";
    }
  }
}

class PathFlagsTest : public CliTest {
 protected:
  using Names = std::map<const CLI::Option*, std::string>;

  /// Files of every kind that a command reads: a table of a curve, which is a cloud as well, and a session of it.
  void makeInputs() const {
    fs::remove_all(path(""));
    fs::create_directories(path("sub"));
    std::string table = "polyline_id,closed,index,x,y\n";
    for (int i = 0; i < 12; ++i) table += "0,0," + std::to_string(i) + ',' + std::to_string(i) + ',' + std::to_string(i * i % 5) + '\n';
    write("cloud.csv", table);
    write("other.csv", table);
    write("mine.cpp",
          "#include <arete/version.h>\ntemplate <class T>\nvoid all(const AreteChoose<T>& task) {\n  for (uint32_t i = 0; i < task.n; ++i) "
          "task.chosen[i] = 1;\n}\nARETE_DECLARE_VERSION(choose, cpu, all, ARETE_ROWS)\n");
    write("work.arete", R"({"format": "arete session", "version": 1, "cloud": {"file": "cloud.csv"}, "job": {}})");
  }

  /// A picture or an animation: CLI11 has no word for one of several.
  static bool isNeeded(const CommandApp& app, const CLI::Option& option) {
    return option.get_required() || (app.get_name() == "render" && option.check_lname("picture"));
  }

  static std::string valueOf(const CLI::Option& option) {
    static const std::map<std::string, std::string> kValues = {
        {"SHAPE", std::string(shapes().front().id)}, {"ID", std::string(experiments().front().id)}, {"WHAT", "detect"}, {"CLASS", "."}};
    const auto found = kValues.find(option.get_name());
    EXPECT_NE(found, kValues.end()) << "no value for " << option.get_name();
    return found == kValues.end() ? "" : found->second;
  }

  static std::string inputFor(const std::string& option) {
    return option == "SESSION" ? "work.arete" : option == "VERSION" ? "mine.cpp" : "other.csv";
  }

  /// The command with these files, and with what it needs besides.
  std::vector<std::string> lineOf(const Taken& taken, const Names& names) const {
    std::vector<std::string> line = {taken.app.get_name()};
    int made = 0;
    for (const CLI::Option* option : taken.app.get_options()) {
      const auto& files = taken.app.pathFlags();
      const auto file = std::ranges::find(files, option, &PathFlag::option);
      const auto given = names.find(option);
      std::string value;
      if (given != names.end()) value = given->second;
      else if (file == files.end() && option->get_positional()) value = valueOf(*option);
      else if (!isNeeded(taken.app, *option)) continue;
      else if (file == files.end()) ADD_FAILURE() << "no value for " << option->get_name();
      else if (file->role == PathRole::input) value = path(inputFor(option->get_name()));
      else value = path("made-" + std::to_string(made++) + (taken.app.get_name() == "render" ? ".png" : ".csv"));
      if (!option->get_positional()) line.push_back("--" + option->get_lnames().front());
      line.push_back(value);
      if (option->check_lname("counts")) line.insert(line.end(), {"--within", "2"});
    }
    return line;
  }

  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(path("")))
      all[entry.path().string()] = entry.is_symlink()        ? "link to " + fs::read_symlink(entry.path()).string()
                                   : entry.is_regular_file() ? read(fs::relative(entry.path(), path("")).string())
                                                             : "";
    return all;
  }

  void expectRefused(const Taken& taken, const Names& names) const {
    const std::vector<std::string> line = lineOf(taken, names);
    std::string said;
    for (const std::string& word : line) said += word + ' ';
    SCOPED_TRACE(said);
    const auto before = contents();
    const CliResult result = runCli(line);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_TRUE(result.err.find("which would be lost") != std::string::npos || result.err.find("go to this one file") != std::string::npos)
        << result.err;
    EXPECT_EQ(contents(), before);
    ++tried_;
  }

  /// The same file under other names; those of links are made.
  std::vector<std::string> spellings(const std::string& file) const {
    const std::string name = fs::path(file).filename().string();
    const std::string symbolic = path("symbolic.csv"), hard = path("hard.csv"), way = path("way");
    for (const std::string& link : {symbolic, hard, way}) fs::remove(link);
    fs::create_symlink(name, symbolic);
    fs::create_directory_symlink(".", way);
    std::vector<std::string> all = {file, path("./" + name), path("sub/../" + name), symbolic, way + "/" + name};
    if (fs::exists(file)) fs::create_hard_link(file, hard), all.push_back(hard);
    return all;
  }

  /// `a` is the file, `b` is written and has another name of it.
  void expectPairRefused(const Taken& taken, const PathFlag& a, const PathFlag& b) const {
    std::vector<std::string> files = {path("cloud.csv")};
    if (a.role != PathRole::input) files.push_back(path("new.csv"));
    for (const std::string& file : files) {
      makeInputs();
      for (const std::string& name : spellings(file)) expectRefused(taken, {{a.option, file}, {b.option, name}});
      for (const std::string_view companion : b.companions) {
        const std::string beside = file + std::string(companion);
        if (fs::exists(file)) fs::copy_file(file, beside);
        expectRefused(taken, {{a.option, beside}, {b.option, file}});
      }
    }
    makeInputs();
    if (a.role != PathRole::input) return;
    for (const std::string& name : spellings(path("cloud.csv"))) expectRefused(taken, {{a.option, path("work.arete")}, {b.option, name}});
  }

  mutable int tried_ = 0;
};

TEST_F(PathFlagsTest, NothingThatIsReadOrWrittenIsLostToAnotherFileOfTheCommand) {
  for (const Command& command : cli::commands()) {
    const Taken taken(command);
    for (const PathFlag& a : taken.app.pathFlags())
      for (const PathFlag& b : taken.app.pathFlags())
        if (&a != &b && b.role != PathRole::input && !isFolder(a) && !isFolder(b)) expectPairRefused(taken, a, b);
  }
  EXPECT_GT(tried_, 200);
}

TEST_F(PathFlagsTest, NothingThatIsWrittenIntoAFolderIsLostToAnotherFileOfTheCommand) {
  for (const Command& command : cli::commands()) {
    Taken taken(command);
    for (const PathFlag& folder : taken.app.pathFlags()) {
      if (!isFolder(folder)) continue;
      makeInputs();
      const std::vector<std::string> line = lineOf(taken, {{folder.option, path("sub")}});
      std::vector<std::string> words(line.rbegin(), line.rend() - 1);  // CLI11 takes them from the last one on
      taken.app.parse(words);
      for (const fs::path& file : folder.given())
        for (const PathFlag& other : taken.app.pathFlags())
          if (other.role != PathRole::input && !isFolder(other)) expectRefused(taken, {{folder.option, path("sub")}, {other.option, file.string()}});
    }
  }
  EXPECT_GT(tried_, 5);
}

TEST_F(PathFlagsTest, TheFilesOfOneFlagAreNotOneFile) {
  for (const Command& command : cli::commands()) {
    Taken taken(command);
    for (const PathFlag& flag : taken.app.pathFlags()) {
      makeInputs();
      const std::string name = path(isFolder(flag) ? "sub" : "kept");
      const std::vector<std::string> line = lineOf(taken, {{flag.option, name}});
      std::vector<std::string> words(line.rbegin(), line.rend() - 1);  // CLI11 takes them from the last one on
      taken.app.parse(words);
      std::vector<fs::path> files = flag.given();
      for (const std::string_view companion : flag.companions) files.push_back(name + std::string(companion));
      for (size_t i = 0; i < files.size(); ++i)
        for (size_t j = 0; j < files.size(); ++j) {
          if (i == j) continue;
          makeInputs();
          fs::create_symlink(files[j].filename(), files[i]);
          expectRefused(taken, {{flag.option, name}});
        }
    }
  }
  EXPECT_GT(tried_, 10);
}

constexpr int kLong_ms = 10'000;  // what waits that long would wait for ever

TEST_F(PathFlagsTest, PipesAreWrittenToWhereTheHelpSaysSoAndTheFirstSignalEndsEveryWait) {
  for (const Command& command : cli::commands()) {
    const Taken taken(command);
    for (const PathFlag& flag : taken.app.pathFlags()) {
      if (isFolder(flag)) continue;
      makeInputs();
      ASSERT_EQ(mkfifo(path("pipe.csv").c_str(), 0600), 0);
      SCOPED_TRACE(std::string(command.name) + ' ' + flag.option->get_name());
      const bool mayBePipe = flag.role == PathRole::stream;
      EXPECT_EQ(flag.option->get_description().find("May be a pipe") != std::string::npos, mayBePipe);
      const bool mayWait = mayBePipe || flag.role == PathRole::input;  // clouds are read from pipes, other inputs are not
      const CliResult result = runCli(lineOf(taken, {{flag.option, path("pipe.csv")}}), mayWait ? 300 : kLong_ms);
      if (mayBePipe) {
        EXPECT_EQ(result.code, 130) << result.err;  // nobody reads it: the first signal ends the wait
      } else if (flag.role == PathRole::input) {
        EXPECT_TRUE(result.code == 130 || result.err.find("it is not a regular file") != std::string::npos) << result.code << result.err;
      } else {
        EXPECT_EQ(result.code, 2);
        EXPECT_NE(result.err.find("it is a pipe"), std::string::npos) << result.err;
      }
    }
  }
}

TEST_F(PathFlagsTest, APipeGetsTheBytesOfTheFile) {
  for (const Command& command : cli::commands()) {
    const Taken taken(command);
    for (const PathFlag& flag : taken.app.pathFlags()) {
      if (flag.role != PathRole::stream) continue;
      SCOPED_TRACE(std::string(command.name) + ' ' + flag.option->get_name());
      makeInputs();
      EXPECT_EQ(runCli(lineOf(taken, {{flag.option, path("file.csv")}})).code, 0);
      ASSERT_EQ(mkfifo(path("pipe.csv").c_str(), 0600), 0);
      std::string got;
      std::thread reader([&] { got = read("pipe.csv"); });
      const CliResult result = runCli(lineOf(taken, {{flag.option, path("pipe.csv")}}), kLong_ms);
      close(open(path("pipe.csv").c_str(), O_RDWR));  // so that the reader ends, also of a command that failed
      reader.join();
      EXPECT_EQ(result.code, 0) << result.err;
      EXPECT_EQ(got, read("file.csv"));
      EXPECT_FALSE(got.empty());
    }
  }
}

TEST_F(PathFlagsTest, AnIndexIsRebuiltOnlyOverAnIndex) {
  makeInputs();
  const auto build = [&](const std::string& index) {
    return runCli({"knn", path("cloud.csv"), "--version", "knn.cpu.two_level", "--index", index, "--rebuild-index", "-o", path("out.npy")});
  };
  write("notes.txt", "not an index");
  const CliResult refused = build(path("notes.txt"));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("it is not of an index of this program"), std::string::npos) << refused.err;
  EXPECT_EQ(read("notes.txt"), "not an index");
  EXPECT_EQ(build("/dev/null").code, 2);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  for (int round = 0; round < 2; ++round) EXPECT_EQ(build(path("cloud.idx")).code, 0);
}

TEST_F(PathFlagsTest, RelativeNamesOfNewFilesAreTold) {
  makeInputs();
  const fs::path here = fs::current_path();
  fs::current_path(path(""));
  const CliResult result = runCli({"knn", "cloud.csv", "-o", "new.csv", "--distances", "./new.csv"});
  const CliResult lost = runCli({"knn", "./cloud.csv", "-o", "cloud.csv"});
  fs::current_path(here);
  EXPECT_EQ(result.code, 2) << result.err;
  EXPECT_EQ(lost.code, 2) << lost.err;
  EXPECT_FALSE(exists("new.csv"));
}

}  // namespace
}  // namespace arete::test

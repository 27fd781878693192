// Completion, tried in the shells that are there; manual pages from --help.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "compute/catalog/version.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

class CompletionTest : public CliTest {
 protected:
  /// What a shell prints; nullopt where it is not installed.
  static std::optional<std::string> run(const std::string& shell, const std::string& script) {
    if (std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) != 0) return {};
    std::string out;
    FILE* pipe = ::popen((shell + " -c '" + script + "' 2>&1").c_str(), "r");
    std::array<char, 4096> buffer;
    while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) out += buffer.data();
    ::pclose(pipe);
    return out;
  }

  /// The words that bash offers for the last of these.
  std::set<std::string> offered(const std::string& line) {
    write("complete.bash", runCli({"completion", "bash"}).out);
    const auto out = run("bash", "source " + path("complete.bash") + "; COMP_WORDS=(arete-cli " + line +
                                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _arete_cli; printf \"%s\\n\" \"${COMPREPLY[@]}\"");
    std::istringstream words(out.value_or(""));
    std::set<std::string> found;
    for (std::string word; words >> word;) found.insert(word);
    return found;
  }
};

using Words = std::set<std::string>;

TEST_F(CompletionTest, BashKnowsTheCommands) {
  EXPECT_EQ(offered("de"), Words{"detect"});
  EXPECT_TRUE(offered("\"\"").contains("bench"));
}

TEST_F(CompletionTest, BashKnowsTheFlagsOfACommandAndNotThoseOfOthers) {
  EXPECT_TRUE(offered("detect --re").contains("--reference"));
  EXPECT_FALSE(offered("info --re").contains("--reference"));
}

TEST_F(CompletionTest, BashKnowsTheValuesOfFlags) {
  EXPECT_EQ(offered("detect --backend cu"), Words{"cuda"});
  EXPECT_EQ(offered("detect --curve \"\""), (Words{"chains", "network"}));
  EXPECT_TRUE(offered("detect --format g").contains("geojson"));
  EXPECT_EQ(offered("completion z"), Words{"zsh"});
}

TEST_F(CompletionTest, BashKnowsTheIdsOfEveryVersion) {
  for (const Version& version : catalog()) {
    if (version.stage != Stage::knn && version.stage != Stage::evolve) continue;
    const std::string id(version.id), flag = version.stage == Stage::knn ? "knn --version " : "detect --evolve ";
    EXPECT_EQ(offered(flag + id).count(id), 1U) << id;
  }
}

TEST_F(CompletionTest, BashOffersFilesElsewhere) {
  write("a cloud.ply", "");
  EXPECT_TRUE(offered("info " + path("a\\ cl")).contains("cloud.ply"));  // in two words here, since its name has a blank
}

TEST_F(CompletionTest, ZshCompletesCommandsFlagsTheirValuesIdsAndFiles) {
  if (!run("zsh", "true")) GTEST_SKIP() << "zsh is not installed";
  std::filesystem::create_directory(path("functions"));
  write("functions/_arete-cli", runCli({"completion", "zsh"}).out);
  write("a_cloud.ply", "");
  const std::vector<std::pair<std::string, std::string>> typed = {
      {"arete-cli detec", "arete-cli detect "},
      {"arete-cli detect --compare-e", "arete-cli detect --compare-exact "},
      {"arete-cli detect --backend cu", "arete-cli detect --backend cuda "},
      {"arete-cli detect --backend=cu", "arete-cli detect --backend=cuda "},
      {"arete-cli knn --version knn.cpu.bes", "arete-cli knn --version knn.cpu.best "},
      {"arete-cli detect --format geo", "arete-cli detect --format geojson "},
      {"arete-cli completion z", "arete-cli completion zsh "},
      {"arete-cli info " + path("a_cl"), "arete-cli info " + path("a_cloud.ply") + ' '},
  };
  std::string lines, wanted;
  for (const auto& [line, complete] : typed) lines += " \"" + line + '"', wanted += complete + '\n';
  write("lines", "timeout 60 zsh -f " ARETE_SOURCE_DIR "/tests/cli/complete.zsh " + path("functions") + lines);
  std::string out = *run("sh", ". " + path("lines"));
  std::erase(out, '\r');
  EXPECT_EQ(out, wanted);
  // Read by `source` it completes as well.
  write("source.zsh", "autoload -Uz compinit; compinit -u -D; source " + path("functions/_arete-cli") + "; print $_comps[arete-cli]");
  EXPECT_EQ(run("zsh", "source " + path("source.zsh")), "_arete-cli\n");
}

TEST_F(CompletionTest, FishCompletesCommandsFlagsTheirValuesIdsAndFiles) {
  if (!run("fish", "true")) GTEST_SKIP() << "fish is not installed";
  write("complete.fish", runCli({"completion", "fish"}).out);
  write("a_cloud.ply", "");
  const auto complete = [&](const std::string& line) {
    std::istringstream lines(*run("fish", "source " + path("complete.fish") + "; complete -C \"" + line + '"'));
    std::set<std::string> words;
    for (std::string each; std::getline(lines, each);) words.insert(each.substr(0, each.find('\t')));
    return words;
  };
  EXPECT_EQ(complete("arete-cli detec"), Words{"detect"});
  EXPECT_EQ(complete("arete-cli detect --compare-e"), Words{"--compare-exact"});
  EXPECT_EQ(complete("arete-cli detect --backend cu"), Words{"cuda"});
  EXPECT_EQ(complete("arete-cli detect --curve "), (Words{"chains", "network"}));
  EXPECT_EQ(complete("arete-cli knn --version knn.cpu.bes"), Words{"knn.cpu.best"});
  EXPECT_EQ(complete("arete-cli detect --format geo"), Words{"geojson"});
  EXPECT_EQ(complete("arete-cli completion z"), Words{"zsh"});
  EXPECT_EQ(complete("arete-cli info " + path("a_cl")), Words{path("a_cloud.ply")});
  EXPECT_FALSE(complete("arete-cli info --re").contains("--reference")) << "that is a flag of another command";
}

TEST_F(CompletionTest, ScriptsOfTheOtherShellsAreSound) {
  for (const std::string shell : {"zsh", "fish"}) {
    const CliResult script = runCli({"completion", shell});
    EXPECT_EQ(script.code, 0);
    for (const char* word : {"detect", "geojson", "knn.cpu.best", "cuda"})
      EXPECT_NE(script.out.find(word), std::string::npos) << shell << ' ' << word;
    write("script", script.out);
    const auto complaints = run(shell, shell + " -n " + path("script"));
    EXPECT_EQ(complaints.value_or(""), "") << shell;
  }
}

TEST_F(CompletionTest, ManualPagesSayWhatTheHelpSays) {
  const std::string made = path("man");
  ASSERT_EQ(std::system(("python3 " ARETE_SOURCE_DIR "/scripts/make-manuals " ARETE_CLI " " + made).c_str()), 0);
  const std::string help = runCli({"--help"}).out;
  std::smatch match;
  size_t pages = 0;
  for (std::string rest = help.substr(help.find("Commands:")); std::regex_search(rest, match, std::regex("\n  ([a-z-]+) ")); rest = match.suffix()) {
    std::ifstream file(made + "/arete-cli-" + match[1].str() + ".1");
    const std::string page((std::istreambuf_iterator<char>(file)), {});
    EXPECT_NE(page.find(".SH SYNOPSIS"), std::string::npos) << match[1];
    ++pages;
  }
  EXPECT_GT(pages, 10U);
}

}  // namespace
}  // namespace arete::test

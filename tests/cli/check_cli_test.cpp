// versions --check: the table, its JSON, its exit codes, Ctrl+C.
#include <chrono>
#include <iostream>
#include <sstream>

#include "app/cli/check_machine.h"
#include "compute/catalog/version.h"
#include "compute/core/error.h"
#include "compute/network/background/stage.h"
#include "compute/network/bridges/stage.h"
#include "compute/network/crest/stage.h"
#include "compute/network/ends/stage.h"
#include "compute/network/fog/stage.h"
#include "compute/network/junctions/stage.h"
#include "compute/network/local_radius/stage.h"
#include "compute/network/polish/stage.h"
#include "compute/network/prune/stage.h"
#include "compute/network/radius/stage.h"
#include "compute/network/refit/stage.h"
#include "compute/network/ridge_shift/stage.h"
#include "compute/network/seeds/stage.h"
#include "compute/network/side_lines/stage.h"
#include "compute/network/spanner/stage.h"
#include "compute/network/super_points/stage.h"
#include "compute/network/thin/stage.h"
#include "compute/network/tree/stage.h"
#include "compute/network/twigs/stage.h"
#include "compute/network/witnesses/stage.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

using CheckCliTest = CliTest;

TEST_F(CheckCliTest, TellsTheMachineThenARowForEveryVersionThenTheVerdict) {
  const CliResult result = runCli({"versions", "--check"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("Arete ")) << result.out;
  size_t at = result.out.find("\nversion ");
  ASSERT_NE(at, std::string::npos);
  for (const Version& version : catalog()) {
    at = result.out.find('\n' + std::string(version.id) + ' ', at);
    ASSERT_NE(at, std::string::npos) << version.id;
    std::istringstream line(result.out.substr(at + 1));
    std::string id, bits;
    line >> id >> bits;
    EXPECT_EQ(bits, !version.available() ? "not" : version.exact ? "same" : "inexact") << version.id;
  }
  EXPECT_NE(result.out.find("versions give the bits of the references", at), std::string::npos);
}

TEST_F(CheckCliTest, TellsTheSameAsJson) {
  const CliResult result = runCli({"versions", "--check", "--json"});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto json = result.json();
  EXPECT_EQ(json["machine"][0]["name"], "Arete");
  EXPECT_EQ(json["sound"], true);
  EXPECT_EQ(json["references"].get<std::string>().size(), 16u);
  ASSERT_EQ(json["versions"].size(), catalog().size());
  for (size_t i = 0; i < catalog().size(); ++i) {
    const auto& row = json["versions"][i];
    EXPECT_EQ(row["id"], catalog()[i].id);
    EXPECT_EQ(row["ms"].is_number(), catalog()[i].available()) << row;
    if (!catalog()[i].available()) {
      EXPECT_EQ(row["bits"], "not run");
      EXPECT_EQ(row["reason"], catalog()[i].unavailable());
    }
  }
}

/// What goes to standard output meanwhile.
class Capture {
 public:
  Capture() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  ~Capture() { std::cout.rdbuf(before_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* const before_;
};

TEST_F(CheckCliTest, FailsWhereAVersionDiffers) {
  Version wrong = versions(Stage::fog).front();
  wrong.function = StageFunction<Stage::fog>([](const FogInput& in, const StageContext& context) {
    Fog fog = cpu::fogSequential(in, context);
    fog.share += 1;
    return fog;
  });
  for (const bool asJson : {false, true}) {
    const Capture capture;
    try {
      cli::checkMachine({.versions = {&wrong, 1}}, asJson, {});
      ADD_FAILURE() << "not seen";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::internal) << "exit code 1";
      EXPECT_EQ(error.where(), "fog.cpu.sequential");
    }
    EXPECT_NE(capture.text().find(asJson ? "\"different\"" : "DIFFERENT: "), std::string::npos) << capture.text();
  }
}

TEST_F(CheckCliTest, EndsSoonAfterCtrlC) {
  const auto start = std::chrono::steady_clock::now();
  const CliResult result = runCli({"versions", "--check"}, 700);
  EXPECT_EQ(result.code, 130);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));
  EXPECT_TRUE(result.out.starts_with("Arete ")) << "what was known is there: " << result.out;
}

TEST_F(CheckCliTest, IsNoPage) { EXPECT_EQ(runCli({"versions", "--check", "--markdown"}).code, 2); }

}  // namespace
}  // namespace arete::test

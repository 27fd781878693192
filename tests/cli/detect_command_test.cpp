// The way back from a session to the command that repeats it.
#include "compute/io/detect_command.h"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "app/cli/job_flags.h"
#include "compute/core/error.h"
#include "compute/io/filter_flags.h"
#include "compute/io/read_flags.h"
#include "tests/cli/run_cli.h"

namespace arete {
namespace {

using Words = std::vector<std::string>;

/// What arete-cli makes of the words about a job.
Job parsed(const SessionFile& session) {
  const Words words = detectWords(session).value();
  CLI::App app;
  cli::JobFlags flags;
  flags.add(app);
  app.parse(Words(words.rbegin(), words.rend()));  // CLI11 takes them from the end
  return flags.job();
}

/// Another value than the default, within the range.
double another(const ParamInfo& info) {
  if (info.kind == ParamKind::choice || info.kind == ParamKind::toggle) return info.defaultValue == 0 ? 1 : 0;
  const double middle = info.minimum + (info.maximum - info.minimum) / 3;
  return info.kind == ParamKind::integer ? std::floor(middle) + (std::floor(middle) == info.defaultValue) : middle;
}

TEST(DetectCommand, SaysEveryParameterOfAJob) {
  size_t tried = 0;
  const auto tryAll = [&](std::span<const ParamInfo* const> infos, Job job) {
    for (const ParamInfo* info : infos) {
      Job other = job;
      other.backend.reset();
      other.params.set(*info, another(*info));
      const auto words = detectWords({.job = other});
      const auto isInParts = [&](Stage stage) { return other.version(stage).id.ends_with(".cpu.parts"); };
      if (std::ranges::any_of(other.stages(), isInParts) && !isInParts(Stage::evolve)) {
        EXPECT_FALSE(words) << "--parts is of evolve";
        continue;
      }
      ASSERT_TRUE(words) << info->id;
      if (other.versionIds[size_t(Stage::evolve)] == "evolve.cpu.parts")
        for (const Stage stage : other.stages()) other.versionIds[size_t(stage)] = other.version(stage).id;
      EXPECT_EQ(parsed({.job = other}), other) << info->id << ": " << shellLine(*words);
      ++tried;
    }
  };
  tryAll(jobParameters(), {});
  tryAll(bootstrapParameters(), {});
  for (const Version& version : catalog()) {
    if (!version.available()) continue;
    Job job;
    if (stageInfo(version.stage).use == StageUse::network) job.params.set(kCurveParam, double(CurveKind::network));
    job.versionIds[size_t(version.stage)] = version.id;
    const std::vector<Stage> stages = job.stages();
    if (std::ranges::find(stages, version.stage) == stages.end()) continue;
    tryAll(version.parameters, job);
  }
  EXPECT_GT(tried, 20u);
}

TEST(DetectCommand, SaysTheBackend) {
  Job job;
  EXPECT_EQ(detectWords({.job = job}).value(), (Words{"--backend", "cpu"}));
  job.backend = Backend::cuda;
  EXPECT_EQ(detectWords({.job = job}).value(), (Words{"--backend", "cuda"}));
  job.backend.reset();
  EXPECT_TRUE(detectWords({.job = job}).value().empty());
}

template <class Target>
void expectRoundTrip(const std::vector<Flag<Target>>& flags, const Target& target) {
  Target again;
  for (const Flag<Target>& flag : flags)
    if (flag.told)
      for (const std::string& value : flag.told(target)) flag.set(again, value);
  for (const Flag<Target>& flag : flags) {
    if (!flag.told) continue;
    EXPECT_FALSE(flag.told(target).empty() && flag.names.back() != "decimal-point") << flag.names.back() << " is not tried";
    EXPECT_EQ(flag.told(again), flag.told(target)) << flag.names.back();
  }
}

TEST(DetectCommand, SaysHowAFileIsRead) {
  ReadOptions options;
  options.dimension = 3, options.columns = {"x", "north", "3"}, options.separator = '\t', options.decimalComma = true, options.skipLines = 0;
  options.maxPoints = 1'000'000, options.scalar = Scalar::float64, options.rawScalar = Scalar::float32, options.crs = Crs{};
  options.skipBadFiles = options.withheld = true, options.trackColumn = "ride";
  expectRoundTrip(readFlags(), options);
  for (const ReadFlag& flag : readFlags()) EXPECT_TRUE(flag.told && flag.told({}).empty()) << flag.names.back();
}

TEST(DetectCommand, SaysAFilter) {
  FilterWish wish;
  wish.rules.where = "z > 2 || \"a b\" < 0.1", wish.rules.classes = {2, 14}, wish.rules.box = FilterBox{{-1.5, 0}, {0.1, 1e300}};
  wish.rules.order = PointOrder::scattered, wish.rules.every = 10, wish.rules.thin = 0.1;
  expectRoundTrip(filterFlags(), wish);
  EXPECT_EQ(wish.filter(), wish.rules);
}

TEST(DetectCommand, SaysRangesOfColumnsAsAConditionThatKeepsTheSamePoints) {
  SessionFile session;
  session.job.backend.reset();
  session.job.filter.where = "z > 2 || z < 0";
  session.job.filter.ranges = {{"intensity", 0.1, 7}, {"a \"b\"", 3, std::numeric_limits<double>::infinity()}};
  EXPECT_EQ(detectWords(session).value(), (Words{"--where", "(z > 2 || z < 0) && \"intensity\" >= 0.1 && \"intensity\" <= 7 && 'a \"b\"' >= 3"}));
}

TEST(DetectCommand, SaysNothingWhereFlagsCannotSayIt) {
  SessionFile drawn, kept, edited;
  drawn.job.filter.regions = {{.polygons = {{{{{0, 0}, {1, 0}, {1, 1}}}}}, .projection = {}, .keep = true, .source = "lasso"}};
  kept.job.filter.classes.emplace();
  edited.job.edits = edited.job.edits.with({});
  for (const SessionFile& session : {drawn, kept, edited}) EXPECT_FALSE(detectWords(session));
}

TEST(DetectCommand, IsQuotedForTheShell) {
  EXPECT_EQ(shellLine({"a/b-1.csv", "", "it's", "z > 2", "$HOME", "--r1"}), "a/b-1.csv '' 'it'\\''s' 'z > 2' '$HOME' --r1");
}

class DetectCommandRun : public test::CliTest {};

TEST_F(DetectCommandRun, GivesTheBitsOfTheSession) {
  SessionFile session{.cloud = spiral(2000)};
  session.job.params.setText(kR1Param, "7.123456789");
  session.job.filter.every = 3;
  Words words = detectWords(session).value();
  words.insert(words.begin(), "detect");
  const test::CliResult run = test::runCli(words);
  ASSERT_EQ(run.code, 0) << run.err;
  const size_t at = run.out.find("hash      ");
  ASSERT_NE(at, std::string::npos) << run.out;
  session.resultHash = run.out.substr(at + 10, 64);
  void(writeSession(path("one.arete"), session));
  const test::CliResult replayed = test::runCli({"replay", path("one.arete")});
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_NE(replayed.err.find("same bits"), std::string::npos);
}

TEST_F(DetectCommandRun, SavesASessionWhoseR2FollowsR1UnlessItWasGiven) {
  const std::string cloud = spiral(2000);
  for (const char* r2 : {"", "20"}) {
    Words words{"detect", cloud, "--r1", "7", "--session", path("kept.arete")};
    if (*r2 != 0) words.insert(words.end(), {"--r2", r2});
    const test::CliResult run = test::runCli(words);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(readSession(path("kept.arete")).session.job.r2Linked(), *r2 == 0);
    const test::CliResult replayed = test::runCli({"replay", path("kept.arete")});
    EXPECT_NE(replayed.err.find("same bits"), std::string::npos) << replayed.err;
  }
}

TEST_F(DetectCommandRun, TakesParametersAndVersionsOfASessionWhereNoFlagSaysOtherwise) {
  SessionFile preset;
  preset.job.params.setText(kR1Param, "7");
  preset.job.params.setText(kCurveParam, "network");
  preset.job.versionIds[size_t(Stage::thin)] = versions(Stage::thin).front().id;
  void(writeSession(path("preset.arete"), preset));
  const std::string cloud = spiral(2000);
  const auto reportOf = [&](Words words) {
    words.insert(words.begin(), {"detect", cloud, "--report", path("report.json")});
    const test::CliResult run = test::runCli(words);
    EXPECT_EQ(run.code, 0) << run.err;
    return nlohmann::json::parse(read("report.json"));
  };
  const auto same = reportOf({"--r1", "7", "--curve", "network", "--thin-version", preset.job.versionIds[size_t(Stage::thin)], "--backend", "cpu"});
  EXPECT_EQ(reportOf({"--preset", path("preset.arete")})["hash"], same["hash"]);
  EXPECT_NE(reportOf({"--preset", path("preset.arete"), "--r1", "9"})["hash"], same["hash"]);
  const auto former = reportOf({"--r1", "7", "--curve", "network", "--wire_thin-version", "wire_thin.cpu.sequential", "--backend", "cpu"});
  EXPECT_EQ(former["versions"], same["versions"]);
}

}  // namespace
}  // namespace arete

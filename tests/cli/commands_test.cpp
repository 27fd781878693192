// info, generate, versions, bench, replay and --help.
#include "tests/cli/run_cli.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "app/cli/job_flags.h"
#include "compute/core/cuda_support.h"
#include "compute/engine/job.h"
#include "compute/generate/shapes.h"
#include "compute/io/session_file.h"

namespace arete::test {

namespace {

std::string flagOf(const ParamInfo& info) {
  std::string flag = "--" + std::string(info.id);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

}  // namespace

using CommandsTest = CliTest;

TEST_F(CommandsTest, VersionsJsonListsTheWholeCatalogue) {
  const CliResult result = runCli({"versions", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto list = result.json();
  ASSERT_EQ(list.size(), catalog().size());
  for (size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i]["id"], catalog()[i].id);
    for (const char* key : {"id", "stage", "backend", "exact", "available", "reason", "parameters"}) EXPECT_TRUE(list[i].contains(key)) << key;
    ASSERT_EQ(list[i]["parameters"].size(), catalog()[i].parameters.size());
    for (const auto& parameter : list[i]["parameters"])
      for (const char* key : {"id", "label", "unit", "kind", "range", "default", "choices", "help"}) EXPECT_TRUE(parameter.contains(key)) << key;
  }
}

TEST_F(CommandsTest, VersionsSayFirstForWhichCardsTheirCodeIs) {
  const std::string head = runCli({"versions"}).out;
  const bool cuda = cudaUnavailableReason() != "built without CUDA";
  const std::regex line(cuda ? "CUDA code: (\\d+\\.\\d[a-z]? ?)*((, )?PTX of \\d+\\.\\d[a-z]?)*" : "CUDA code: none");
  EXPECT_TRUE(std::regex_match(head.substr(0, head.find('\n')), line)) << head.substr(0, 200);
}

TEST_F(CommandsTest, VersionsPageInDocsIsTheOneThatIsMade) {
  std::ostringstream page;
  page << std::ifstream(std::string(ARETE_SOURCE_DIR) + "/docs/versions.md").rdbuf();
  EXPECT_EQ(runCli({"versions", "--markdown"}).out, page.str()) << "run: arete-cli versions --markdown > docs/versions.md";
}

TEST_F(CommandsTest, EveryVersionIdIsAcceptedOrRefusedWithItsReason) {
  const std::string cloud = spiral(200);
  for (const Version& version : catalog()) {
    if (!isOfDetection(version.stage)) continue;
    const std::string curve = stageInfo(version.stage).use == StageUse::network ? "network" : "chains";
    const CliResult result = runCli({"detect", cloud, "--curve", curve, "--r1", kSpiralR1, versionFlag(version.stage), std::string(version.id)});
    EXPECT_EQ(result.code, version.available() ? 0 : 2) << version.id << ' ' << result.err;
    EXPECT_TRUE(version.available() || result.err.find(version.unavailable()) != std::string::npos) << result.err;
  }
}

TEST_F(CommandsTest, HelpMentionsEveryParameterAndEndsWithExamples) {
  const std::string help = runCli({"detect", "--help"}).out;
  std::vector<const ParamInfo*> parameters(jobParameters().begin(), jobParameters().end());
  for (const Stage stage : kStages)
    for (const Version& version : versions(stage))
      if (isOfDetection(stage)) parameters.insert(parameters.end(), version.parameters.begin(), version.parameters.end());
  for (const ParamInfo* info : parameters) EXPECT_NE(help.find("  " + flagOf(*info) + ' '), std::string::npos) << info->id;
  const std::string generate = runCli({"generate", "--help"}).out;
  for (const ShapeInfo& shape : shapes()) {
    EXPECT_NE(generate.find(shape.id), std::string::npos) << shape.id;
    for (const ParamInfo* info : shape.parameters) EXPECT_NE(generate.find("  " + flagOf(*info) + ' '), std::string::npos) << info->id;
  }
  const CliResult all = runCli({"--help"});
  EXPECT_EQ(all.code, 0);
  std::istringstream lines(all.out.substr(all.out.find("Commands:")));
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ") || line.starts_with("   ")) continue;  // a command's name is indented by two
    const std::string command = line.substr(2, line.find(' ', 2) - 2);
    const CliResult result = runCli({command, "--help"});
    EXPECT_EQ(result.code, 0) << command;
    EXPECT_NE(result.out.find("Examples:\n  arete-cli " + command), std::string::npos) << command;
    ++commands;
  }
  EXPECT_GE(commands, 11);
  EXPECT_EQ(runCli({"--version"}).code, 0);
}

TEST_F(CommandsTest, InfoJsonSaysWhatIsInTheFile) {
  write("cloud.csv", "x,y,height\n500000.25,4000000,1\n500001,4000002.5,3\nnan,4000001,2\n");
  const CliResult result = runCli({"info", path("cloud.csv"), "--json", "--columns", "x,y"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto info = result.json();
  EXPECT_EQ(info["points"], 3);
  EXPECT_EQ(info["finite"], 2);
  EXPECT_EQ(info["dimension"], 2);
  EXPECT_EQ(info["bounds"]["minimum"], nlohmann::json({500000.25, 4000000}));
  EXPECT_EQ(info["bounds"]["maximum"], nlohmann::json({500001, 4000002.5}));
  ASSERT_EQ(info["attributes"].size(), 1u);
  EXPECT_EQ(info["attributes"][0]["name"], "height");
  EXPECT_EQ(info["attributes"][0]["min"], 1);
  EXPECT_EQ(info["attributes"][0]["max"], 3);
  EXPECT_EQ(info["non_finite"], 1);
  EXPECT_TRUE(info["warnings"].is_array());
  EXPECT_NE(result.err.find("1 of 3 points"), std::string::npos) << result.err;
  EXPECT_EQ(runCli({"info", path("cloud.csv")}).code, 0);
}

TEST_F(CommandsTest, InfoGivesTheRangeOfTheValuesThatAnAttributeHas) {
  write("gaps.csv", "x,y,v\n1,2,NA\n3,4,-5\n5,6,7\n7,8,NA\n");
  const auto attributes = runCli({"info", path("gaps.csv"), "--json"}).json()["attributes"];
  ASSERT_EQ(attributes.size(), 1u);
  EXPECT_EQ(attributes[0]["min"], -5);
  EXPECT_EQ(attributes[0]["max"], 7);
}

TEST_F(CommandsTest, EveryReadingFlagDoesWhatItSays) {
  const auto info = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "info");
    arguments.push_back("--json");
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.code == 0 ? result.json() : nlohmann::json();
  };
  write("cloud.txt", "9 9 9 9\n1 2 3 4\n5 6 7 8\n");
  EXPECT_EQ(info({path("cloud.txt"), "--skip-lines", "1"})["points"], 2);
  EXPECT_EQ(info({path("cloud.txt"), "--dim", "2"})["dimension"], 2);
  EXPECT_EQ(info({path("cloud.txt"), "--columns", "4,1"})["bounds"]["minimum"], nlohmann::json({4, 1}));
  EXPECT_EQ(info({path("cloud.txt")})["scalar"], "float");
  EXPECT_EQ(info({path("cloud.txt"), "--scalar", "double"})["scalar"], "double");
  write("comma.txt", "1,5;2,5\n3,5;4,25\n");
  EXPECT_EQ(info({path("comma.txt"), "--separator", "semicolon", "--decimal-comma"})["bounds"]["maximum"], nlohmann::json({3.5, 4.25}));
  EXPECT_EQ(info({path("comma.txt"), "--separator", ",", "--decimal-point", "--columns", "1,3"})["bounds"]["maximum"], nlohmann::json({3, 25}));
  write("rows.bin", std::string(32, '\0'));
  EXPECT_EQ(info({path("rows.bin"), "--dim", "2"})["points"], 4);
  EXPECT_EQ(info({path("rows.bin"), "--dim", "2", "--raw-scalar", "double"})["points"], 2);
  EXPECT_EQ(runCli({"info", path("cloud.txt"), "--separator", "ab"}).code, 2);
}

TEST_F(CommandsTest, QualityTakesTheFlagsOfItsParameters) {
  write("curve.csv", "polyline_id,closed,index,x,y\n0,0,0,0,1\n0,0,1,10,1\n");
  write("truth.csv", "polyline_id,closed,index,x,y\n0,0,0,0,0\n0,0,1,10,0\n");
  const auto measure = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"quality", path("curve.csv"), "--reference", path("truth.csv"), "--json"});
    return runCli(flags).json();
  };
  EXPECT_EQ(measure({})["hausdorff"], 1);
  EXPECT_EQ(measure({"--tolerance", "0.5"})["f_score"], 0);
  EXPECT_EQ(measure({"--tolerance", "1.5"})["f_score"], 1);
  EXPECT_EQ(measure({"--sigma", "2"})["hausdorff_sigma"], 0.5);
  EXPECT_EQ(runCli({"quality", path("curve.csv"), "--reference", path("truth.csv"), "--sigma", "-1"}).code, 2);
  EXPECT_EQ(runCli({"quality", path("curve.csv")}).code, 2);
  EXPECT_EQ(runCli({"quality", path("curve.csv"), "--reference", path("nowhere.csv")}).code, 1);
}

TEST_F(CommandsTest, QualityMeasuresPathsAndSaysWhatItsFiguresMean) {
  const std::string head = "polyline_id,closed,index,x,y\n";
  write("whole.csv", head + "0,0,0,0,0\n0,0,1,100,0\n");
  write("cut.csv", head + "0,0,0,0,0\n0,0,1,49,0\n1,0,0,51,0\n1,0,1,100,0\n");
  const auto run = [&](const char* curve, const char* truth, std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"quality", path(curve), "--reference", path(truth), "--tolerance", "2"});
    return runCli(flags);
  };
  EXPECT_FALSE(run("cut.csv", "whole.csv", {"--json"}).json().contains("path_score"));
  const auto cut = run("cut.csv", "whole.csv", {"--json", "--paths"}).json();
  EXPECT_EQ(cut["f_score"], 1);
  EXPECT_LT(cut["path_score"], 0.9);
  EXPECT_EQ(cut["end_precision"], 0.5);
  EXPECT_EQ(run("cut.csv", "cut.csv", {"--json", "--paths"}).json()["path_score"], 1);
  const auto healed = run("whole.csv", "cut.csv", {"--json", "--paths", "--heal", "2"}).json();
  EXPECT_EQ(healed["healed_gaps"], 1);
  EXPECT_GT(healed["path_score"], 0.99);
  for (const auto& [id, value] : healed.items()) {
    if (id == "scores" || id == "meanings") continue;
    EXPECT_FALSE(healed["meanings"][id]["range"].get<std::string>().empty()) << id;
    EXPECT_FALSE(healed["meanings"][id]["meaning"].get<std::string>().empty()) << id;
  }
  const CliResult table = run("cut.csv", "whole.csv", {"--paths"});
  EXPECT_NE(table.out.find("0 to 1, best 1"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("Biagioni"), std::string::npos) << table.out;
  const CliResult alone = run("cut.csv", "whole.csv", {"--heal", "2"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_NE(alone.err.find("--paths"), std::string::npos) << alone.err;
}

TEST_F(CommandsTest, GenerateGivesTheSameFileForTheSameSeed) {
  for (const char* name : {"a.ply", "b.ply"}) ASSERT_EQ(runCli({"generate", "circle", "--points", "1e3", "--seed", "7", "-o", path(name)}).code, 0);
  ASSERT_EQ(runCli({"generate", "circle", "--points", "1000", "--seed", "8", "-o", path("c.ply")}).code, 0);
  EXPECT_EQ(read("a.ply"), read("b.ply"));
  EXPECT_NE(read("a.ply"), read("c.ply"));
}

TEST_F(CommandsTest, GenerateRefusesFlagsOfOtherShapes) {
  const CliResult result = runCli({"generate", "circle", "--pitch", "3", "-o", path("a.ply")});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("--pitch"), std::string::npos) << result.err;
  EXPECT_EQ(runCli({"generate", "cirkle", "-o", path("a.ply")}).code, 2);
  EXPECT_FALSE(exists("a.ply"));
}

TEST_F(CommandsTest, ReplayGivesTheSameBitsAndNoticesOthers) {
  const std::string cloud = spiral();
  ASSERT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "--report", path("report.json")}).code, 0);
  SessionFile session{.cloud = cloud, .resultHash = nlohmann::json::parse(read("report.json"))["hash"]};
  session.job.params.set(kR1Param, 8.34);
  writeSession(path("work.arete"), session);
  const CliResult same = runCli({"replay", path("work.arete"), "-o", path("curve.ply")});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_NE(same.out.find(session.resultHash), std::string::npos);
  EXPECT_NE(same.err.find("same bits"), std::string::npos);
  EXPECT_TRUE(exists("curve.ply"));

  session.resultHash = std::string(64, '0');
  writeSession(path("other.arete"), session);
  EXPECT_EQ(runCli({"replay", path("other.arete")}).code, 1);
  write("broken.arete", "{");
  EXPECT_EQ(runCli({"replay", path("broken.arete")}).code, 2);
}

TEST_F(CommandsTest, ReplayReadsTheCloudAsTheSessionDid) {
  write("cloud.txt", "100 100\n0 0\n1 0.1\n2 0\n3 0.1\n4 0\n5 0\n");
  SessionFile session{.cloud = path("cloud.txt")};
  session.read.skipLines = 1;
  session.job.params.set(kR1Param, 1.5);
  writeSession(path("work.arete"), session);
  const CliResult result = runCli({"replay", path("work.arete"), "--report", path("report.json")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.err.find("nothing to compare with"), std::string::npos) << result.err;
  EXPECT_EQ(nlohmann::json::parse(read("report.json"))["cloud"]["points"], 6);
  const std::string before = read("cloud.txt");
  const CliResult overwriting = runCli({"replay", path("work.arete"), "-o", path("cloud.txt"), "--format", "csv"});
  EXPECT_EQ(overwriting.code, 2) << overwriting.err;
  EXPECT_EQ(read("cloud.txt"), before);
}

TEST_F(CommandsTest, BenchChecksAndTimesEveryVersionOfEveryStage) {
  const CliResult result = runCli({"bench", "stages", "--points", "1000", "--dim", "2,3", "--repeat", "2", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto bench = result.json();
  const auto available = std::count_if(catalog().begin(), catalog().end(), [](const Version& version) {
    return version.available() && stageInfo(version.stage).use == StageUse::chains;
  });
  EXPECT_EQ(bench["rows"].size(), size_t(2 * available));
  for (const auto& row : bench["rows"]) {
    EXPECT_GT(row["median_ms"].get<double>(), 0);
    EXPECT_LE(row["min_ms"], row["median_ms"]);
    EXPECT_TRUE(row["bits"] == "equal" || !findVersion(row["version"].get<std::string>()).exact) << row;
  }
}

TEST_F(CommandsTest, BenchSaysWhichProgramAndMachineItsFiguresAreOf) {
  const std::vector<std::string> knn = {"bench", "knn", "--cases", "0", "--versions", "knn.cpu.best", "--repeat", "1", "--json"};
  for (const auto& words : {std::vector<std::string>{"bench", "detect", "--points", "1000", "--repeat", "1", "--json"}, knn}) {
    const CliResult result = runCli(words);
    ASSERT_EQ(result.code, 0) << result.err;
    const auto bench = result.json();
    EXPECT_EQ(bench["bench"], words[1]);
    EXPECT_EQ(bench["program"], "arete " ARETE_VERSION);
    EXPECT_TRUE(bench["commit"].is_null() || bench["commit"].get<std::string>().size() >= 12) << bench["commit"];
    EXPECT_GE(bench["machine"]["cores"], 1);
    EXPECT_TRUE(bench["machine"]["system"].is_string()) << bench["machine"];
    for (const char* state : {"cpu", "kind", "governor", "power", "load"}) EXPECT_TRUE(bench["machine"].contains(state)) << state;
  }
}

TEST_F(CommandsTest, BenchTimesNetworksStageByStageAndTakesFiles) {
  const CliResult made = runCli({"bench", "network", "--points", "2000", "--dim", "2,3", "--repeat", "2", "--json"});
  ASSERT_EQ(made.code, 0) << made.err;
  const auto rows = made.json()["rows"];
  ASSERT_EQ(rows.size(), 2u);
  for (const auto& row : rows) {
    double sum = 0;
    for (const Stage stage : kNetworkStages) sum += row.value(std::string(name(stage)) + "_ms", 0.);  // those of wires are not among them
    EXPECT_NEAR(sum, row["median_ms"].get<double>(), 1e-6 * sum) << row;
    EXPECT_GT(row["nodes"], 10) << row;
  }
  const CliResult read = runCli({"bench", "network", "--cloud", spiral(2000), "--r1", kSpiralR1, "--repeat", "1", "--json"});
  ASSERT_EQ(read.code, 0) << read.err;
  EXPECT_EQ(read.json()["rows"][0]["points"], 2000);
  const CliResult other = runCli({"bench", "knn", "--cloud", spiral(2000)});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("bench knn measures clouds of its own"), std::string::npos) << other.err;
}

TEST_F(CommandsTest, BenchTimesWholeDetections) {
  const CliResult result = runCli({"bench", "detect", "--points", "1000,2e3", "--repeat", "1", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["rows"].size(), 4u);
  EXPECT_EQ(runCli({"bench", "detect", "--points", "1000", "--repeat", "1", "--markdown"}).code, 0);
  EXPECT_EQ(runCli({"bench", "sideways"}).code, 2);
}

TEST_F(CommandsTest, BenchComparesTreesOfEveryKindBeforeItTimesThem) {
  const CliResult result = runCli({"bench", "tile", "--points", "3000", "--dim", "2,3", "--tile-capacity", "100", "--repeat", "1", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = result.json()["rows"];
  const auto available = std::ranges::count_if(versions(Stage::tile), [](const Version& version) { return version.available(); });
  ASSERT_EQ(rows.size(), size_t(2 * 3 * available));  // dimensions, kinds
  for (const auto& row : rows) {
    EXPECT_EQ(row["bits"], "equal") << row;
    EXPECT_GT(row["median_ms"].get<double>(), 0) << row;
  }
}

TEST_F(CommandsTest, BenchOfLeavesSearchesTheSameCloudInLeavesOfEachSize) {
  const CliResult result =
      runCli({"bench", "leaves", "--points", "5000", "--dim", "3", "--leaf-capacities", "256,1024", "--max-memory", "0.03125G", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = result.json()["rows"];
  ASSERT_EQ(rows.size(), 2u);
  for (const auto& row : rows) {
    EXPECT_GE(row["leaves"].get<uint32_t>() * row["leaf_capacity"].get<uint32_t>(), 5000u) << row;
    EXPECT_GE(row["looked_into"], row["leaves"]) << row;
  }
  EXPECT_GT(rows[0]["leaves"], rows[1]["leaves"]);
}

TEST_F(CommandsTest, BenchesOfTheGpuSayWhyTheyCannotRun) {
  const std::string reason = cudaUnavailableReason();
  if (reason.empty()) GTEST_SKIP() << "there is a GPU";
  const std::vector<std::string> commands[] = {{"bench", "tune"}, {"bench", "detect", "--backend", "cuda"}, {"bench-draw"}};
  for (const std::vector<std::string>& arguments : commands) {
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 2) << arguments.front();
    EXPECT_TRUE(result.err.find(reason) != std::string::npos || result.err.find("without OpenGL") != std::string::npos) << result.err;
    EXPECT_EQ(result.out, "") << "no table without rows";
  }
}

TEST_F(CommandsTest, BenchGoesThroughAllSizesOfR1) {
  const CliResult result = runCli({"bench", "radius", "--points", "2000", "--repeat", "1", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = result.json()["rows"];
  ASSERT_EQ(rows.size(), 12u);
  EXPECT_GT(rows.front()["chosen"].get<uint32_t>(), 1900u);  // nearly every point
  EXPECT_EQ(rows.back()["chosen"], 1u);
  const CliResult table = runCli({"bench", "radius", "--points", "2000", "--repeat", "1", "--markdown"});
  EXPECT_NE(table.out.find("| r1 factor |"), std::string::npos) << table.out << table.err;
}

TEST_F(CommandsTest, BenchReadTimesEveryFormatOfItsOwnFilesOrOneFile) {
  const CliResult made = runCli({"bench", "read", "--points", "20000", "--dim", "3", "--repeat", "1", "--threads", "2", "--json"});
  ASSERT_EQ(made.code, 0) << made.err;
  const auto bench = made.json();
  EXPECT_EQ(bench["rows"].size(), 6u);
  for (const auto& row : bench["rows"]) {
    EXPECT_EQ(row["points"], 20000) << row;
    EXPECT_EQ(row["threads"], 2);
    EXPECT_GT(row["million_points/s"], 0);
    EXPECT_GT(row["share_of_the_floor"], 0);
  }
  const CliResult read = runCli({"bench", "read", "--cloud", spiral(2000), "--repeat", "1", "--markdown"});
  EXPECT_EQ(read.code, 0) << read.err;
  EXPECT_NE(read.out.find("million points/s"), std::string::npos) << read.out;
}

TEST_F(CommandsTest, BenchMeasuresHowLongStoppingTakes) {
  const CliResult result = runCli({"bench", "cancel", "--points", "5000", "--repeat", "3", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = result.json()["rows"];
  ASSERT_EQ(rows.size(), 27u);  // a cloud, R1 of chains, chains and networks at twelve R1, and R1 of a map
  uint32_t stopped = 0;
  for (const auto& row : rows) {
    EXPECT_LE(row["median_ms"], row["slowest_ms"]) << row;
    EXPECT_LE(row["stopped"], 3u) << row;
    stopped += row["stopped"].get<uint32_t>();
  }
  EXPECT_GT(stopped, 0u);
}

TEST_F(CommandsTest, BenchMeasuresHowSoonFramesFollowRadiiThatAreDragged) {
  const CliResult result = runCli({"bench", "drag", "--points", "20000", "--repeat", "2", "--backend", "cpu", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = result.json()["rows"];
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["curve"], "chains");
  EXPECT_EQ(rows[1]["curve"], "network");
  for (const auto& row : rows) {
    EXPECT_GT(row["nodes_ms"], 0) << row;
    EXPECT_LE(row["nodes_ms"], row["curve_ms"]) << row;
    EXPECT_LE(row["dragged_nodes_ms"], row["slowest_dragged_nodes_ms"]) << row;
    EXPECT_LE(row["curves_per_s"], row["frames_per_s"]) << row;
  }
  const CliResult network = runCli({"bench", "network", "--points", "20000", "--repeat", "1", "--backend", "cpu", "--json"});
  EXPECT_EQ(network.json()["rows"][0]["hash"], rows[1]["hash"]) << "the last frame is the answer";
}

}  // namespace arete::test

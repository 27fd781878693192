// The report of a frame made by hand, whose every number is known, and of a real detection.
#include "compute/io/report.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "compute/core/hash.h"
#include "compute/engine/detector.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

using ReportJson = nlohmann::json;

Frame frameByHand() {
  Frame frame;
  frame.cloud = PointCloud(PointArray::fromRows(std::vector<float>{0, 0, 4, 1, 2, 8}, 2), {1e6, 0});
  frame.job.params.set(kR1Param, 0.5);
  frame.plan = frame.job.plan();
  frame.device = "CPU, \"quoted\"";
  frame.history = std::make_shared<const std::vector<StepRecord>>(std::vector<StepRecord>{
      {.stage = Stage::choose, .chosen = 3, .milliseconds = 1},
      {.stage = Stage::evolve, .round = 1, .inRound = 1, .chosen = 3, .moved = 2, .lookedAt = 3, .milliseconds = 0.25, .device_ms = 0.125},
      {.stage = Stage::evolve, .round = 1, .inRound = 2, .chosen = 3, .milliseconds = 0.25},
      {.stage = Stage::decimate, .round = 1, .inRound = 1, .chosen = 2, .removed = 1, .milliseconds = 2},
      {.stage = Stage::evolve, .round = 2, .inRound = 1, .chosen = 2, .milliseconds = 0.5},
      {.stage = Stage::decimate, .round = 2, .inRound = 1, .chosen = 2, .milliseconds = 2},
  });
  frame.step = 5;
  frame.finished = frame.converged = true;
  frame.chosen = PointArray::fromRows(std::vector<float>{0, 0, 3, 4}, 2);
  frame.curve = makeCurve(frame.chosen, {{0, 1}});
  frame.curveKnown = true;
  frame.hash = curveHash(frame.chosen, frame.curve.edges);
  frame.times[Stage::choose] = 1;
  frame.times[ExtraTime::prepare] = 0.125;
  frame.times[Stage::evolve] = 1;
  frame.times[Stage::decimate] = 4;
  frame.times[Stage::order] = 0.5;
  frame.deviceTimes[Stage::evolve] = 0.125;
  return frame;
}

struct Report : test::TemporaryFolder {};

TEST_F(Report, OfANetworkHasTheColumnsOfItsNodesAndTheEdgesOfItsSteps) {
  Frame frame = frameByHand();
  frame.history = std::make_shared<const std::vector<StepRecord>>(
      std::vector<StepRecord>{{.stage = Stage::choose, .chosen = 3}, {.stage = Stage::spanner, .round = 1, .inRound = 1, .chosen = 2, .edges = 7}});
  frame.columns = {{"radius", std::vector<double>{0.5, 1}}, {"density", std::vector<double>{2, 3}}};
  EXPECT_EQ(ReportJson::parse(reportJson(frame))["columns"], ReportJson::parse(R"(["radius","density"])"));
  EXPECT_FALSE(ReportJson::parse(reportJson(frameByHand())).contains("columns"));
  const std::string csv = reportCsv(frame);
  const size_t table = csv.find("\nstep,type,");
  ASSERT_NE(table, std::string::npos) << csv;
  EXPECT_NE(csv.find(",smoothing,edges\n0,choose,", table), std::string::npos) << csv;
  EXPECT_NE(csv.find(",false,\n1,spanner,", table), std::string::npos) << csv;
  EXPECT_TRUE(csv.ends_with(",false,7\n")) << csv;
}

TEST_F(Report, HoldsEveryNumberOfTheFrame) {
  const Frame frame = frameByHand();
  const ReportJson json = ReportJson::parse(reportJson(frame));
  EXPECT_EQ(json["version"], ARETE_VERSION);
  EXPECT_EQ(json["device"], frame.device);
  EXPECT_EQ(json["versions"]["choose"], defaultVersion(Stage::choose, Backend::cpu).id);
  EXPECT_EQ(json["r1"], 0.5);
  EXPECT_EQ(json["r2"], 1.0) << "linked to R1";
  EXPECT_EQ(json["parameters"]["r2"], 0.0);
  EXPECT_EQ(json["parameters"]["cloud_layout"], "row");
  EXPECT_EQ(json["cloud"], ReportJson::parse(R"({"points":3,"dimension":2,"scalar":"float32","origin":[1e6,0.0],
                                           "bounds":{"minimum":[1e6,0.0],"maximum":[1000004.0,8.0]}})"));
  EXPECT_EQ(json["chosen"], 2);
  EXPECT_EQ(json["counts"], ReportJson::parse(R"({"choose":3,"rounds":[2,2]})"));
  EXPECT_EQ(json["rounds"], 2);
  EXPECT_EQ(json["evolve_iterations"], ReportJson::parse("[2,1]"));
  EXPECT_EQ(json["sweeps"], ReportJson::parse("[1,1]"));
  EXPECT_EQ(json["components"], 1);
  EXPECT_EQ(json["loops"], 0);
  EXPECT_EQ(json["junctions"], 0);
  EXPECT_EQ(json["ends"], 2);
  EXPECT_EQ(json["length"], 5.0);
  EXPECT_EQ(json["times_ms"],
            ReportJson::parse(R"({"choose":1.0,"prepare":0.125,"evolve":1.0,"decimate":4.0,"order":0.5,"tile":0.0,"smooth":0.0,"total":6.625})"));
  EXPECT_EQ(json["device_times_ms"]["evolve"], 0.125);
  EXPECT_EQ(json["hash"], frame.hash);
  EXPECT_EQ(json["finished"], true);
  EXPECT_EQ(json["converged"], true);
  ASSERT_EQ(json["steps"].size(), 6u);
  EXPECT_EQ(json["steps"][1], ReportJson::parse(R"({"step":1,"type":"evolve","round":1,"in_round":1,"chosen":3,"moved":2,"removed":0,"looked_at":3,
                                              "milliseconds":0.25,"device_ms":0.125,"smoothing":false})"));
  EXPECT_FALSE(json.contains("quality"));
}

TEST_F(Report, OfAStepBetweenKnowsOnlyWhatCameBefore) {
  Frame frame = frameByHand();
  frame.step = 2;
  frame.finished = frame.converged = frame.curveKnown = false;
  frame.hash.clear();
  const ReportJson json = ReportJson::parse(reportJson(frame));
  EXPECT_EQ(json["evolve_iterations"], ReportJson::parse("[2]"));
  EXPECT_EQ(json["sweeps"], ReportJson::parse("[0]"));
  EXPECT_EQ(json["steps"].size(), 3u);
  EXPECT_EQ(json["steps_computed"], 6);
  for (const char* key : {"components", "loops", "junctions", "ends", "length", "hash"}) EXPECT_TRUE(json[key].is_null()) << key;
}

TEST_F(Report, TakesFiguresOfQuality) {
  const std::vector<std::pair<std::string, double>> quality = {{"hausdorff", 1.5}, {"f_score", std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_EQ(ReportJson::parse(reportJson(frameByHand(), quality))["quality"], ReportJson::parse(R"({"hausdorff":1.5,"f_score":null})"));
  const std::string csv = reportCsv(frameByHand(), quality);
  EXPECT_NE(csv.find("\nquality.hausdorff,1.5\nquality.f_score,\n"), std::string::npos) << csv;
}

TEST_F(Report, CsvIsKeysAndValuesThenARowPerStep) {
  const std::string csv = reportCsv(frameByHand());
  EXPECT_TRUE(csv.starts_with("key,value\nprogram,arete\n"));
  for (const char* row : {"\ndevice,\"CPU, \"\"quoted\"\"\"\n", "\nr1,0.5\n", "\ncounts.choose,3\n", "\ncounts.rounds,2 2\n",
                          "\nevolve_iterations,2 1\n", "\ncloud.bounds.maximum,1000004.0 8.0\n", "\ntimes_ms.total,6.625\n", "\nconverged,true\n"})
    EXPECT_NE(csv.find(row), std::string::npos) << row << csv;
  const std::string table =
      "\n\nstep,type,round,in_round,chosen,moved,removed,looked_at,milliseconds,device_ms,smoothing\n0,choose,0,0,3,0,0,0,1.0,0.0,false\n"
      "1,evolve,1,1,3,2,0,3,0.25,0.125,false\n";
  const size_t at = csv.find(table);
  ASSERT_NE(at, std::string::npos) << csv;
  EXPECT_EQ(std::count(csv.begin() + ptrdiff_t(at), csv.end(), '\n'), 9);
}

TEST_F(Report, IsWrittenByExtension) {
  const Frame frame = frameByHand();
  EXPECT_TRUE(writeReport(folder / "a.json", frame).empty());
  EXPECT_EQ(get(folder / "a.json"), reportJson(frame));
  EXPECT_TRUE(writeReport(folder / "a.CSV", frame).empty());
  EXPECT_EQ(get(folder / "a.CSV"), reportCsv(frame));
  const Error error = test::errorOf([&] { writeReport(folder / "a.jsn", frame); });
  EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
  EXPECT_EQ(error.hint(), "known: json, csv");
}

TEST_F(Report, OfARealDetectionAddsUp) {
  constexpr uint32_t kPoints = 2000;
  std::vector<float> rows;
  for (uint32_t i = 0; i < kPoints; ++i) rows.insert(rows.end(), {float(i % 200), float(i * 7919 % 13) / 4});
  Job job;
  job.params.set(kR1Param, 5);
  const std::unique_ptr<Device> device = makeCpuDevice(1);
  Detector detector(PointCloud(PointArray::fromRows(std::move(rows), 2)), job, *device, {});
  detector.advance(StepKind::end, {});
  const std::shared_ptr<const Frame> frame = detector.frame(true, false, {});
  const ReportJson json = ReportJson::parse(reportJson(*frame));
  EXPECT_EQ(json["hash"], curveHash(frame->chosen, frame->curve.edges));
  EXPECT_EQ(json["counts"]["rounds"].back(), frame->chosen.size());
  EXPECT_TRUE(json["converged"].get<bool>());
  size_t steps = 1;
  for (const char* key : {"evolve_iterations", "sweeps"})
    for (const ReportJson& each : json[key]) steps += each.get<size_t>();
  EXPECT_EQ(steps, json["steps"].size());
  for (const ReportJson& each : json["versions"]) EXPECT_NO_THROW(findVersion(each.get<std::string>()));
}

}  // namespace
}  // namespace arete

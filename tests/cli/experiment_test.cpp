// experiment: every row of the table runs or says why not; its page stands alone and holds the numbers of its CSV.
#include "tests/cli/run_cli.h"

#include <charconv>
#include <cmath>
#include <sstream>

#include "compute/experiments/experiment.h"
#include "compute/experiments/plot.h"

namespace arete::test {

class ExperimentTest : public CliTest {};

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> found{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) found.emplace_back();
    else found.back() += c;
  }
  return found;
}

TEST_F(ExperimentTest, EveryOneOfTheListRunsOrSaysWhyNotAndItsPageHoldsTheNumbersOfItsCsv) {
  for (const Experiment& experiment : experiments()) {
    const std::string id(experiment.id);
    const CliResult result = runCli({"experiment", id, "--scale", "0.001", "--repeat", "1", "-o", path(".")});
    if (!experiment.unavailable().empty()) {
      EXPECT_EQ(result.code, 2) << id;
      EXPECT_NE(result.err.find(experiment.unavailable()), std::string::npos) << result.err;
      continue;
    }
    ASSERT_EQ(result.code, 0) << id << result.err;
    const std::string page = read(id + ".html");
    for (const char* foreign : {"<script", "<link", "<img", "src=", "@import", "url(", "https:"})
      EXPECT_EQ(page.find(foreign), page.npos) << id << foreign;
    const std::string name = "http://www.w3.org/2000/svg";  // the only address: a name, which nobody opens
    for (size_t at = page.find("http:"); at != page.npos; at = page.find("http:", at + 1)) EXPECT_EQ(page.compare(at, name.size(), name), 0) << id;

    std::istringstream csv(read(id + ".csv"));
    std::string line;
    std::getline(csv, line);
    const auto json = nlohmann::json::parse(read(id + ".json"));
    EXPECT_EQ(fields(line).size(), json["columns"].size()) << id;
    size_t rows = 0, numbers = 0;
    for (; std::getline(csv, line); ++rows)
      for (const std::string& field : fields(line)) {
        double value = 0;
        if (field.empty() || std::from_chars(field.data(), field.data() + field.size(), value).ptr != field.data() + field.size()) continue;
        ++numbers;
        EXPECT_NE(page.find("data-value='" + field + "'"), page.npos) << id << ": " << field;
      }
    EXPECT_EQ(rows, json["rows"].size()) << id;
    EXPECT_GT(numbers, 3u) << id;
    EXPECT_NE(page.find("<svg"), page.npos) << id;
    EXPECT_EQ(page.find("nothing was measured here"), page.npos) << id;
  }
}

TEST_F(ExperimentTest, SetsTheThesisFiguresBesideOurs) {
  ASSERT_EQ(runCli({"experiment", "table-3.1", "--scale", "0.01", "--repeat", "1", "-o", path(".")}).code, 0);
  const std::string csv = read("table-3.1.csv");
  EXPECT_NE(csv.find("conservative,194.27,1786"), csv.npos);
  EXPECT_NE(csv.find("choose.cpu.sequential"), csv.npos);
}

TEST_F(ExperimentTest, GivesTheCountOfTheThesisAndComparesOnlyLikeWithLike) {
  ASSERT_EQ(runCli({"experiment", "table-3.1", "--repeat", "1", "-o", path(".")}).code, 0);
  std::istringstream csv(read("table-3.1.csv"));
  double chosen = 0;
  for (std::string line; std::getline(csv, line);)
    if (const auto row = fields(line); row[1] == "table 3.1" && row[3] == "choose.cpu.sequential") chosen = std::stod(row[5]);
  constexpr double kThesis = 1786;
  EXPECT_NEAR(chosen, kThesis, 0.03 * kThesis);  // another sample of the same cloud
  const auto barsOfThesis = [&] { return read("table-3.1.html").find("<title>thesis") != std::string::npos; };
  EXPECT_TRUE(barsOfThesis());
  ASSERT_EQ(runCli({"experiment", "table-3.1", "--scale", "0.1", "--repeat", "1", "-o", path(".")}).code, 0);
  EXPECT_FALSE(barsOfThesis());
}

TEST_F(ExperimentTest, WritesIntoAFolderOfItsOwnUnlessAsked) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(path("."));
  const int code = runCli({"experiment", "table-3.1", "--scale", "0.01", "--repeat", "1"}).code;
  std::filesystem::current_path(before);
  ASSERT_EQ(code, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"arete-experiments"});
  EXPECT_TRUE(std::filesystem::exists(path("arete-experiments/table-3.1.csv")));
}

TEST_F(ExperimentTest, RefusesWhatItDoesNotKnowAndWritesNothingWhenInterrupted) {
  const CliResult unknown = runCli({"experiment", "table-3.2"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("closest first: table-3.1"), std::string::npos) << unknown.err;
  EXPECT_EQ(runCli({"experiment"}).code, 2);
  EXPECT_EQ(runCli({"experiment", "fig-4.11", "-o", path(".")}, 500).code, 130);
  EXPECT_TRUE(files().empty());
}

TEST(Plot, DrawsOneMarkPerNumberAndSaysSoWhenThereIsNone) {
  ResultTable table{{{"x", ""}, {"y", "ms"}, {"who", ""}}, {{1.0, 2.0, "a<b"}, {10.0, 3.0, "a<b"}, {1.0, {}, "c"}, {10.0, NAN, "c"}}};
  const std::string svg = svgOf(table, {.title = "T & t", .x = "x", .y = "y", .series = {"who"}, .logarithmicX = true});
  size_t marks = 0;
  for (size_t at = svg.find("<circle"); at != svg.npos; at = svg.find("<circle", at + 1)) ++marks;
  EXPECT_EQ(marks, 2u);
  EXPECT_NE(svg.find("T &amp; t"), svg.npos);
  EXPECT_NE(svg.find("a&lt;b"), svg.npos);
  EXPECT_EQ(svg.find("nan"), svg.npos);
  table.rows.resize(0);
  for (const PlotKind kind : {PlotKind::lines, PlotKind::bars, PlotKind::heatMap})
    EXPECT_NE(svgOf(table, {.kind = kind, .x = "x", .y = "y", .value = "y"}).find("nothing was measured here"), svg.npos);
}

}  // namespace arete::test

// bench tune with a version of the user's: the parameters that its file declares are the axes.
#include <algorithm>
#include <iostream>
#include <sstream>

#include "app/cli/bench.h"
#include "app/cli/bench_origin.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/io/detect_command.h"
#include "compute/mine/tune.h"
#include "compute/mine/user_rows.h"

namespace arete::cli {

namespace {

constexpr uint32_t kTunedNeighbours = 8;

Error refusedAxis(const std::string& given, const std::string& reason) {
  return {ErrorKind::wrongUse, "cannot tune", "--axis " + given, reason, "write it like block=64,128,256"};
}

/// "block=64,128": instead of the ladder of that parameter.
void takeAxis(const std::string& given, const mine::UserVersion& version, std::vector<mine::TuneAxis>& axes) {
  const size_t sign = given.find('=');
  if (sign == given.npos) throw refusedAxis(given, "there is no = in it");
  const std::string id = version.name + '_' + given.substr(0, sign);
  const auto axis = std::ranges::find(axes, id, [](const mine::TuneAxis& each) { return each.info->id; });
  if (axis == axes.end()) throw refusedAxis(given, "the version declares no parameter of this name");
  axis->values.clear();
  std::istringstream list(given.substr(sign + 1));
  ParamValues values;
  for (std::string value; std::getline(list, value, ',');) values.setText(*axis->info, value), axis->values.push_back(values.get(*axis->info));
  if (axis->values.empty()) throw refusedAxis(given, "it has no values");
}

std::vector<mine::TuneAxis> axesFor(const BenchOptions& options, const mine::UserVersion& version) {
  std::vector<mine::TuneAxis> axes = mine::axesOf(version);
  if (axes.empty())
    throw Error(ErrorKind::wrongUse, "cannot tune", version.file, "it declares no parameters",
                "name them in ARETE_PARAMETERS({\"block\", 32, 1024, 256, \"Threads of a block.\"})");
  for (const std::string& given : options.axes) takeAxis(given, version, axes);
  return axes;
}

std::string axisName(const mine::TuneAxis& axis, const mine::UserVersion& version) {
  return std::string(axis.info->id.substr(version.name.size() + 1));
}

std::string tunedBits(const mine::TunedRow& row) { return !row.failure.empty() ? "failed: " + row.failure : row.isSame ? "same" : "differ"; }

Table tunedTable(const mine::Tuning& tuning, const mine::UserVersion& version) {
  const auto right = Table::Align::right;
  std::vector<Table::Column> columns;
  for (const mine::TuneAxis& axis : tuning.axes) columns.push_back({axisName(axis, version), right});
  columns.insert(columns.end(), {{"median ms", right}, {"min ms", right}, {"speed-up", right}, {"bits"}});
  Table table(std::move(columns));
  for (const mine::TunedRow& row : tuning.rows) {
    std::vector<std::string> cells;
    for (const double value : row.values) cells.push_back(numberText(value));
    const bool isTimed = row.median > 0, isUsual = tuning.rows.front().median > 0;
    cells.insert(cells.end(), {isTimed ? shortNumber(row.median) + (&row == tuning.fastest() ? " *" : "") : "", isTimed ? shortNumber(row.least) : "",
                               isTimed && isUsual ? shortNumber(tuning.rows.front().median / row.median) : "", tunedBits(row)});
    table.add(std::move(cells));
  }
  return table;
}

/// "--mine-block 64 --mine-points 2".
std::string tunedFlags(const mine::Tuning& tuning, const mine::TunedRow& row) {
  std::string text;
  for (size_t i = 0; i < row.values.size(); ++i) text += (i > 0 ? " " : "") + flagName(*tuning.axes[i].info) + ' ' + numberText(row.values[i]);
  return text;
}

void addTunedRows(Json& json, const mine::Tuning& tuning, const mine::UserVersion& version, const PointCloud& cloud) {
  for (const mine::TunedRow& row : tuning.rows) {
    Json values = Json::object();
    for (size_t i = 0; i < row.values.size(); ++i) values[axisName(tuning.axes[i], version)] = row.values[i];
    json["rows"].push_back({{"version", version.id},
                            {"dimension", cloud.dimension()},
                            {"points", cloud.size()},
                            {"values", std::move(values)},
                            {"ms", row.median > 0 ? Json(row.median) : Json()},
                            {"bits", tunedBits(row)},
                            {"fastest", &row == tuning.fastest()}});
  }
}

void printTuned(const BenchOptions& options, const mine::Tuning& tuning, const mine::UserVersion& version, const std::string& what) {
  const Table table = tunedTable(tuning, version);
  std::cout << version.id << ", " << what << ", the function alone, * the fastest with the same bits"
            << (tuning.isWhole ? "" : "; one parameter after the other, each from the fastest values so far") << '\n'
            << (options.markdown ? "\n" + table.markdown() : table.text()) << "Speed-up: over the usual values, the first row.\n";
  if (const mine::TunedRow* const best = tuning.fastest()) std::cout << "Fastest: " << tunedFlags(tuning, *best) << "\n\n";
  else std::cout << "None has the bits of the reference.\n\n";
}

void tuneOwn(const BenchOptions& options, const std::shared_ptr<const mine::UserVersion>& version, Device& device, const std::stop_token& stop,
             Json& json) {
  const std::vector<mine::TuneAxis> axes = axesFor(options, *version);
  for (const auto& [dimension, points] : cloudsOf(options)) {
    const BenchInput input = makeInput(options, pointCount(points), dimension, device, stop);
    const StageContext context{device, stop, {}};
    const mine::TrialTask task = mine::taskOf(version->stage, input.cloud, input.job.r1(), kTunedNeighbours, context);
    Progress progress;
    const std::string what = std::to_string(input.cloud.dimension()) + "D, " + countText(input.cloud.size()) + " points";
    const auto show = [&](double share) { progress.show(share, "measuring " + version->id + ", " + what); };
    const mine::Tuning tuning = mine::tuneVersion(version, task, {.axes = axes, .repeat = options.repeat, .progress = show}, context);
    progress.clear();
    if (options.json) addTunedRows(json, tuning, *version, input.cloud);
    else printTuned(options, tuning, *version, what);
  }
}

}  // namespace

void benchTuneOwn(const BenchOptions& options, Device& device, std::stop_token stop) {
  Json json = benchOrigin("tune", device);
  json["rows"] = Json::array();
  for (const std::string& file : options.versionFiles)
    if (const auto version = mine::userVersionOfFile(file)) tuneOwn(options, version, device, stop, json);
  if (options.json) std::cout << jsonText(json);
}

}  // namespace arete::cli

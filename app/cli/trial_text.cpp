#include "app/cli/trial_text.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "app/cli/param_flags.h"
#include "app/cli/terminal.h"
#include "compute/core/cuda_support.h"
#include "compute/experiments/answer_page.h"
#include "compute/experiments/page.h"
#include "compute/experiments/roofline_plot.h"
#include "compute/mine/isolation.h"

namespace arete::cli {

namespace {

std::string plainName(const std::string& file) { return std::filesystem::path(file).filename().string(); }

std::string onWhat(const TriedFile& tried, const mine::TrialWish& wish) {
  std::string text = countText(tried.trial.asked) + " tasks";
  if (wish.cloud)
    text += ", the last of them a cloud of " + plural(wish.cloud->size(), "point") + ", " +
            (tried.version && tried.version->stage == Stage::knn ? "k " + std::to_string(wish.k) : "R1 " + numberText(wish.r1));
  return text;
}

/// "block 64 (1 to 64), points 2 (1 to 8)"; "" where it declares none.
std::string parametersOf(const TriedFile& tried) {
  std::string text;
  for (const ParamInfo* info : tried.version->parameters)
    text += (text.empty() ? "" : ", ") + std::string(info->id.substr(tried.version->name.size() + 1)) + ' ' + tried.params.text(*info) + " (" +
            rangeText(*info) + ")";
  return text;
}

std::string compiledBy(const TriedFile& tried) {
  return "compiled by " + std::filesystem::path(tried.version->compiler).filename().string() + " in " + shortNumber(tried.version->compileSeconds) +
         " s";
}

ResultTable timesOf(const TriedFile& tried) {
  ResultTable table{{{"version", ""}, {"median", "ms"}, {"least", "ms"}, {"times as fast as yours", ""}, {"note", ""}}, {}};
  for (const mine::TrialRow& row : tried.trial.rows) {
    const bool isTimed = row.median > 0;
    table.rows.push_back({row.id, isTimed ? ResultValue(row.median) : ResultValue(), isTimed ? ResultValue(row.least) : ResultValue(),
                          isTimed ? ResultValue(tried.milliseconds() / row.median) : ResultValue(), row.note});
  }
  return table;
}

constexpr const char* kHowTimed =
    "Yours is timed alone, after one call that warms up: the points are carried to its process and back beside the clock. Ours are timed from the "
    "same "
    "input to the same answer.";

void addFile(Page& page, const TriedFile& tried, const mine::TrialWish& wish) {
  page.addHeading(plainName(tried.file) + (tried.version ? ": " + tried.version->id : ""));
  if (!tried.version) return page.addText(tried.bits() + ": " + tried.why());
  if (!tried.version->head.empty()) page.addText(tried.version->head);
  page.addAbout(compiledBy(tried) + " · " + onWhat(tried, wish) + (parametersOf(tried).empty() ? "" : " · " + parametersOf(tried)));
  addAnswer(page, tried.trial);
  if (!tried.trial.rows.empty()) page.addTable(timesOf(tried));
  addRoofline(page, tried.trial.roofline());
  if (!tried.version->figures.empty()) page.addFoldedText("What the compiler says of its kernels", tried.version->figures);
  page.addFoldedText("Source", tried.version->source);
}

}  // namespace

ResultTable marksOf(std::span<const TriedFile> all) {
  ResultTable table{{{"rank", ""}, {"file", ""}, {"bits", ""}, {"median", "ms"}, {"times as fast as the reference", ""}, {"reason", ""}}, {}};
  for (const TriedFile& tried : all)
    table.rows.push_back({tried.rank > 0 ? ResultValue(double(tried.rank)) : ResultValue(), plainName(tried.file), tried.bits(),
                          tried.milliseconds() > 0 ? ResultValue(tried.milliseconds()) : ResultValue(),
                          tried.ratio() > 0 ? ResultValue(tried.ratio()) : ResultValue(), tried.why()});
  return table;
}

void TrialFlags::add(CLI::App& app) {
  constexpr int kMostTurns = 1000;
  const std::string group = "What it is compared with";
  app.add_option("--versions", given_->versions,
                 "Versions of the same stage to be timed beside it, separated by commas (default: the reference, and the fastest of its backend).")
      ->type_name("ID,ID,...")
      ->group(group);
  app.add_option("--r1", given_->r1, "R1 for the cloud, in its units (default: suggested from the cloud).")
      ->type_name("NUMBER")
      ->check(CLI::PositiveNumber)
      ->group(group);
  app.add_option("-k,--neighbours", given_->k, "Of knn: neighbours of each point (default 8).")
      ->type_name("K")
      ->check(CLI::Range(1u, kMostNeighbours))
      ->group(group);
  app.add_option("--repeat", given_->repeat, "Timed calls of each, after one that is not; the median is given (default 3).")
      ->type_name("N")
      ->check(CLI::Range(1, kMostTurns))
      ->group(group);
  app.add_option("--set", given_->values, "A parameter that the file declares: --set block=64. May be given several times.")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(group);
  app.add_option("--threads", given_->threads, "CPU threads (default: all).")->type_name("N")->check(CLI::Range(0, kMostTurns))->group(group);
}

mine::TrialWish TrialFlags::wish(Stage stage) const {
  mine::TrialWish wish{.k = given_->k, .repeat = given_->repeat};
  std::istringstream ids(given_->versions);
  const std::string prefix = std::string(name(stage)) + '.';
  for (std::string id; std::getline(ids, id, ',');) wish.versions.push_back(&findVersion(id.starts_with(prefix) ? id : prefix + id, stage));
  return wish;
}

ParamValues TrialFlags::params(const mine::UserVersion& version, bool all) const {
  ParamValues params;
  for (const std::string& given : given_->values) {
    const size_t sign = given.find('=');
    if (sign == given.npos) throw Error(ErrorKind::wrongUse, "cannot set a parameter", "--set " + given, "there is no = in it", "write block=64");
    const std::string id = version.name + '_' + given.substr(0, sign);
    const auto info = std::ranges::find(version.parameters, id, &ParamInfo::id);
    if (info != version.parameters.end()) params.setText(**info, given.substr(sign + 1));
    else if (all)
      throw Error(ErrorKind::wrongUse, "cannot set a parameter", "--set " + given, "the version declares no parameter of this name",
                  "name it in ARETE_PARAMETERS");
  }
  return params;
}

double TrialFlags::radius(const PointCloud& cloud) const {
  if (given_->r1 > 0) return given_->r1;
  const double r1 = suggestRadius(cloud);
  remark("R1 is not given: " + numberText(r1) + ", suggested from the cloud");
  return r1;
}

std::unique_ptr<Device> TrialFlags::device(Backend backend, const mine::TrialWish& wish) const {
  const bool isGpu =
      backend == Backend::cuda || std::ranges::any_of(wish.versions, [](const Version* version) { return version->backend == Backend::cuda; });
  return isGpu && cudaUnavailableReason().empty() ? makeCudaDevice(standardGpu(), given_->threads) : makeCpuDevice(given_->threads);
}

std::string TriedFile::bits() const {
  if (!version) return "not compiled";
  if (!trial.failure.empty()) return "failed";
  return trial.differ == 0 ? "same" : "differs in " + std::to_string(trial.differ) + " of " + std::to_string(trial.asked) + " tasks";
}

std::string TriedFile::why() const {
  if (!version) return refused;
  if (trial.isSound()) return "";
  return (trial.task.empty() ? "" : trial.task + ": ") + (trial.failure.empty() ? trial.first : trial.failure);
}

double TriedFile::ratio() const {
  if (trial.rows.size() < 2 || trial.rows[1].median <= 0 || milliseconds() <= 0) return 0;
  return trial.rows[1].median / milliseconds();
}

std::string textOf(const TriedFile& tried, const mine::TrialWish& wish) {
  std::string text =
      tried.version->id + ": " + compiledBy(tried) + (tried.version->forbidsProcesses ? "" : "; this system does not forbid it processes") + '\n';
  if (!tried.version->figures.empty()) text += tried.version->figures;
  if (const std::string parameters = parametersOf(tried); !parameters.empty()) text += "Parameters: " + parameters + '\n';
  text += "Bits: " + tried.bits() + " (" + onWhat(tried, wish) + ")" + (tried.why().empty() ? "" : "\n  " + tried.why()) + '\n';
  if (!tried.trial.rows.empty()) {
    const auto right = Table::Align::right;
    Table table({{"version"}, {"median ms", right}, {"min ms", right}, {"speed-up", right}, {"note"}});
    for (const mine::TrialRow& row : tried.trial.rows) {
      const bool isTimed = row.median > 0;
      table.add({row.id, isTimed ? shortNumber(row.median) : "", isTimed ? shortNumber(row.least) : "",
                 isTimed ? shortNumber(tried.milliseconds() / row.median) : "", row.note});
    }
    text += '\n' + table.text() + "Speed-up: over yours. " + kHowTimed + '\n';
  }
  return text + "From the start to here: " + shortNumber(tried.seconds) + " s\n";
}

Json jsonOf(const TriedFile& tried, const mine::TrialWish& wish) {
  Json json = {
      {"file", tried.file}, {"compiled", tried.version != nullptr}, {"bits", tried.bits()}, {"same", tried.isRight()}, {"reason", tried.why()}};
  if (tried.version) {
    json["version"] = tried.version->id;
    json["head"] = tried.version->head;
    json["compiler"] = tried.version->compiler;
    json["compile_seconds"] = tried.version->compileSeconds;
    json["parameters"] = Json::object();
    for (const ParamInfo* info : tried.version->parameters)
      json["parameters"][std::string(info->id.substr(tried.version->name.size() + 1))] = tried.params.get(*info);
  }
  json["tasks"] = tried.trial.asked, json["differ"] = tried.trial.differ;
  json["points"] = wish.cloud ? Json(wish.cloud->size()) : Json();
  json["r1"] = wish.cloud ? Json(wish.r1) : Json();
  json["rank"] = tried.rank > 0 ? Json(tried.rank) : Json();
  json["times"] = Json::array();
  for (const mine::TrialRow& row : tried.trial.rows)
    json["times"].push_back({{"version", row.id},
                             {"median_ms", row.median > 0 ? Json(row.median) : Json()},
                             {"least_ms", row.median > 0 ? Json(row.least) : Json()},
                             {"note", row.note}});
  json["seconds"] = tried.seconds;
  return json;
}

std::string pageOf(std::span<const TriedFile> tried, const mine::TrialWish& wish, const std::string& device) {
  const std::string title = tried.size() == 1 ? plainName(tried.front().file) + " on trial" : countText(tried.size()) + " versions on trial";
  Page page(title, title);
  page.addAbout(device + " · median of " + std::to_string(wish.repeat) + " · arete " ARETE_VERSION);
  if (tried.size() > 1) page.addTable(marksOf(tried));
  page.addNotes(std::vector<std::string>{kHowTimed});
  for (const TriedFile& each : tried) addFile(page, each, wish);
  return page.html();
}

}  // namespace arete::cli

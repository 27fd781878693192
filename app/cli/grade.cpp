// grade: every version in a folder, each in a process of its own with limits: compiled or not, its bits, its time, its rank.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "app/cli/trial_text.h"
#include "app/cli/version_files.h"
#include "app/cli/whole_file.h"
#include "compute/core/enum_names.h"
#include "compute/experiments/page.h"
#include "compute/generate/generate.h"
#include "compute/mine/isolation.h"

namespace arete::cli {

namespace fs = std::filesystem;

namespace {

struct GradeOptions {
  std::string folder, stage = "evolve", cloud, page, marks;
  TrialFlags trial;
  VersionLimits limits;
  bool json = false, isTrusted = false;
};

Stage stageNamed(const std::string& name) {
  for (const Stage stage : {Stage::choose, Stage::evolve, Stage::decimate, Stage::knn})
    if (arete::name(stage) == name) return stage;
  throw Error(ErrorKind::wrongUse, "cannot grade", "--stage " + name, "it has no teaching form", "give choose, evolve, decimate or knn");
}

std::vector<fs::path> versionsIn(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (const std::string ending = entry.path().extension(); entry.is_regular_file() && (ending == ".cpp" || ending == ".cu"))
      files.push_back(entry.path());
  if (files.empty())
    throw Error(ErrorKind::wrongUse, "cannot grade", folder, error ? error.message() : "there is no .cpp and no .cu in this folder",
                "give the folder with the files");
  std::ranges::sort(files);
  return files;
}

/// Files of others: isolated where that can be done, else only for those who say that they trust them.
mine::UserVersionWish limitsFor(const GradeOptions& options) {
  mine::UserVersionWish wish = options.limits.wish();
  if (wish.isolate || options.isTrusted) return wish;
  const std::string missing = mine::isolationMissing();
  if (!missing.empty())
    throw Error(ErrorKind::wrongUse, "cannot isolate the files of others", options.folder, missing,
                "with --trusted they are run without isolation: they see your files and the network");
  wish.isolate = true;
  return wish;
}

class Grading {
 public:
  Grading(const GradeOptions& options, const std::stop_token& stop) : options_(options), stop_(stop), stage_(stageNamed(options.stage)) {
    wish_ = options.trial.wish(stage_);
    device_ = options.trial.device(Backend::cpu, wish_);
    setCloud();
  }

  std::vector<TriedFile> run() {
    const std::vector<fs::path> files = versionsIn(options_.folder);
    const mine::UserVersionWish limits = limitsFor(options_);
    remark(limits.isolate ? "each file is compiled and run without a network and without the sight of home"
                          : "the files are NOT isolated: they see your files and the network");
    std::vector<TriedFile> all;
    Progress progress;
    for (const fs::path& file : files) {
      progress.show(double(all.size()) / double(files.size()), file.filename().string());
      all.push_back(tried(file, limits));
    }
    rank(all);
    return all;
  }

  const mine::TrialWish& wish() const { return wish_; }
  std::string device() const { return device_->description(); }

 private:
  void setCloud() {
    constexpr uint32_t kPoints = 20'000;
    if (!options_.cloud.empty()) {
      const std::vector<fs::path> files = {options_.cloud};
      wish_.cloud = readWithProgress(files, {}, {}, stop_).cloud;
      wish_.r1 = options_.trial.radius(*wish_.cloud);
      return;
    }
    const ShapeInfo& spiral = findShape("spiral");
    GenerateOptions wanted;
    wanted.points = kPoints;
    wish_.cloud = generate(spiral, wanted, device_->threads(), stop_);
    wish_.r1 = 2 * spiral.defaultNoise;
  }

  TriedFile tried(const fs::path& file, const mine::UserVersionWish& limits) const {
    const auto start = std::chrono::steady_clock::now();
    TriedFile tried{.file = file.string()};
    try {
      auto version = std::make_shared<const mine::UserVersion>(file, limits, stop_);
      if (version->stage != stage_) tried.refused = "it is a version of " + std::string(name(version->stage));
      else tryIt(tried, std::move(version));
    } catch (const Error& error) {
      tried.refused = (error.where() == file.string() ? "" : error.where() + ": ") + error.reason();
    }
    tried.seconds = secondsSince(start);
    return tried;
  }

  /// With those of the values of --set that it declares.
  void tryIt(TriedFile& tried, std::shared_ptr<const mine::UserVersion> version) const {
    tried.params = options_.trial.params(*version, false);
    tried.version = std::move(version);
    tried.trial = mine::tryVersion(tried.version, wish_, {*device_, stop_, {}}, tried.params);
  }

  /// The right ones by their time.
  static void rank(std::vector<TriedFile>& all) {
    std::ranges::stable_sort(all, [](const TriedFile& a, const TriedFile& b) {
      return a.isRight() != b.isRight() ? a.isRight() : a.isRight() && a.milliseconds() < b.milliseconds();
    });
    int place = 0;
    for (TriedFile& tried : all)
      if (tried.isRight()) tried.rank = ++place;
  }

  const GradeOptions& options_;
  const std::stop_token& stop_;
  const Stage stage_;
  mine::TrialWish wish_;
  std::unique_ptr<Device> device_;
};

std::string tableText(const std::vector<TriedFile>& all) {
  const auto right = Table::Align::right;
  Table table({{"rank", right}, {"file"}, {"bits"}, {"median ms", right}, {"speed-up", right}, {"reason"}});
  for (const TriedFile& tried : all)
    table.add({tried.rank > 0 ? std::to_string(tried.rank) : "", fs::path(tried.file).filename().string(), tried.bits(),
               tried.milliseconds() > 0 ? shortNumber(tried.milliseconds()) : "", tried.ratio() > 0 ? shortNumber(tried.ratio()) : "", tried.why()});
  return table.text();
}

void run(const GradeOptions& options, const std::stop_token& stop) {
  Grading grading(options, stop);
  const std::vector<TriedFile> all = grading.run();
  writeWholeFile(options.page, pageOf(all, grading.wish(), grading.device()), stop);
  writeWholeFile(options.marks, csvOf(marksOf(all)), stop);
  if (!options.json) {
    std::cout << tableText(all) << "Speed-up: over " << (all.front().trial.rows.size() > 1 ? all.front().trial.rows[1].id : "the reference") << ".\n";
    return;
  }
  Json json = Json::array();
  for (const TriedFile& tried : all) json.push_back(jsonOf(tried, grading.wish()));
  std::cout << jsonText(json);
}

}  // namespace

Run addGrade(CommandApp& app) {
  const auto options = std::make_shared<GradeOptions>();
  app.add_option("CLASS", options->folder, "The folder with the files: every .cpp and .cu in it.")->required();
  app.add_option("--stage", options->stage, "The stage that they are versions of: choose, evolve, decimate or knn (default evolve).")
      ->type_name("NAME");
  app.addInput("--cloud", options->cloud, "A point cloud to compare and time them on (default: a spiral of 20 000 points).", "CLOUD")->group("Input");
  options->trial.add(app);
  options->limits.add(app, "How they run");
  app.add_flag("--trusted", options->isTrusted, "Run them without isolation where there is no bubblewrap: they see your files and the network.")
      ->group("How they run");
  app.addOutput("-o,--output", options->page, "Ranks, differences, times and sources on one page that needs nothing else: .html.")->group("Output");
  app.addOutput("--csv", options->marks, "A row a file: rank, bits, time, reason: .csv.")->group("Output");
  app.add_flag("--json", options->json, "Print what was found as JSON.")->group("Output");
  return [options](std::stop_token stop) { run(*options, stop); };
}

}  // namespace arete::cli

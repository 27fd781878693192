// Trials of users' versions: their flags, and what was found as text, JSON, CSV and a page.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/cli/path_flags.h"
#include "app/cli/text.h"
#include "compute/experiments/experiment.h"
#include "compute/mine/trial.h"

namespace arete::cli {

/// What a version is compared and timed with.
class TrialFlags {
 public:
  void add(CLI::App& app);
  /// Throws Error(wrongUse) for versions of another stage.
  mine::TrialWish wish(const mine::UserVersion& version) const { return wish(version.stage); }
  mine::TrialWish wish(Stage stage) const;
  /// The values of --set that the version declares. Throws Error(wrongUse) for one outside of its range and, `all`, for one that it does not declare.
  ParamValues params(const mine::UserVersion& version, bool all) const;
  /// --r1, or that which the cloud suggests.
  double radius(const PointCloud& cloud) const;
  /// Where the named versions can run too.
  std::unique_ptr<Device> device(Backend backend, const mine::TrialWish& wish) const;

 private:
  struct Given {
    std::string versions;
    std::vector<std::string> values;
    double r1 = 0;
    uint32_t k = 8;
    int repeat = 3, threads = 0;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

struct TriedFile {
  std::string file;
  std::shared_ptr<const mine::UserVersion> version = nullptr;  ///< null where it was not compiled, or declares nothing
  std::string refused = {};                                    ///< why not
  ParamValues params = {};                                     ///< of the version
  mine::Trial trial = {};
  double seconds = 0;  ///< for all of it
  int rank = 0;        ///< among those that are right; 0: none

  bool isRight() const { return version && trial.isSound(); }
  /// "same", "differs in 3 of 50 tasks", "failed", "not compiled".
  std::string bits() const;
  /// The reason of what is not right; "" where all is.
  std::string why() const;
  double milliseconds() const { return trial.rows.empty() ? 0 : trial.rows.front().median; }
  /// How many times as fast as the last of the timed versions; 0 where that is not known.
  double ratio() const;
};

/// A row a file.
ResultTable marksOf(std::span<const TriedFile> all);
std::string textOf(const TriedFile& tried, const mine::TrialWish& wish);
Json jsonOf(const TriedFile& tried, const mine::TrialWish& wish);
std::string pageOf(std::span<const TriedFile> tried, const mine::TrialWish& wish, const std::string& device);

}  // namespace arete::cli

// What detect --reference and quality share.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/cli/param_flags.h"
#include "app/cli/path_flags.h"
#include "compute/io/read_curve.h"
#include "compute/measures/quality/contract.h"

namespace arete::cli {

/// Reads a curve file; what it left out goes to standard error as warnings. Throws Error.
CurveFile readReference(const std::string& path);

/// Two curves in one coordinate system where that of both is known: in that of the reference, unless it is in degrees. Warns where one alone is known
/// to be in degrees. Throws what bringTo throws.
void bringTogether(const std::string& path, CurveFile& curve, const std::string& referencePath, CurveFile& reference);

std::string qualityTable(std::span<const QualityRow> rows);

/// `--paths`. Copies share what was given.
class PathsFlag {
 public:
  void add(CommandApp& app, const std::string& group);
  bool given() const { return *given_; }
  /// The options given by it and the flags of qualityParameters(). Throws Error(wrongUse) when gaps are to be healed but paths are not measured.
  QualityOptions options(const ParamFlags& params) const;

 private:
  std::shared_ptr<bool> given_ = std::make_shared<bool>(false);
};

}  // namespace arete::cli

// What detect --reference and quality share.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/cli/param_flags.h"
#include "app/cli/path_flags.h"
#include "compute/core/polylines.h"
#include "compute/stages/quality.h"

namespace arete::cli {

/// Reads a curve file; what it left out goes to standard error as warnings. Throws Error.
Polylines readReference(const std::string& path);

std::string qualityTable(std::span<const QualityRow> rows);

/// `--paths`. Copies share what was given.
class PathsFlag {
 public:
  void add(CommandApp& app, const std::string& group);
  bool given() const { return *given_; }
  /// What it and the flags of qualityParameters() say. Throws Error(wrongUse) when the latter heal what is not measured.
  QualityOptions options(const ParamFlags& params) const;

 private:
  std::shared_ptr<bool> given_ = std::make_shared<bool>(false);
};

}  // namespace arete::cli

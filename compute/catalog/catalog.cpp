#include <algorithm>
#include <string>
#include <vector>

#include "compute/catalog/rows.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/text/suggest.h"

namespace arete {

std::string_view Version::unavailable() const {
  if (backend != Backend::cuda) return "";
  if (const std::string& reason = cudaUnavailableReason(); !reason.empty()) return reason;
  const bool isRefused = cooperative && !gpus()[size_t(standardGpu())].cooperative;
  return isRefused ? "this GPU makes no cooperative launches, in which all blocks run side by side" : "";
}

static std::span<const Version> rows() {
  static const auto rows = [] {
    std::vector<Version> all;
    for (const auto& part : {chainRows(), neighbourRows(), networkRows(), branchRows(), wireRows()}) all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return rows;
}

std::span<const Version> catalog() { return rows(); }

std::span<const Version> versions(Stage stage) {
  const auto ofStage = [stage](const Version& version) { return version.stage == stage; };
  const auto first = std::find_if(rows().begin(), rows().end(), ofStage);
  const auto last = std::find_if_not(first, rows().end(), ofStage);
  return {first, last};
}

static const Version* lookUp(std::string_view id) {
  const auto found = std::find_if(rows().begin(), rows().end(), [&](const Version& version) { return version.id == id; });
  return found == rows().end() ? nullptr : &*found;
}

[[noreturn]] static void refuseUnknown(std::string_view id, std::span<const Version> candidates) {
  std::vector<std::string_view> ids;
  for (const Version& version : candidates) ids.push_back(version.id);
  throw Error(ErrorKind::wrongUse, "no such version", id, "the catalogue has no row of that id", "known, closest first: " + closestFirst(id, ids));
}

const Version& findVersion(std::string_view id) {
  const Version* const version = lookUp(id);
  if (version == nullptr) refuseUnknown(id, catalog());
  return *version;
}

const Version& findVersion(std::string_view id, Stage stage) {
  const Version* const found = lookUp(id);
  if (found == nullptr) refuseUnknown(id, versions(stage));
  const Version& version = *found;
  if (version.stage != stage)
    throw Error(ErrorKind::wrongUse, "wrong stage", id,
                "it is a version of '" + std::string(name(version.stage)) + "', not of '" + std::string(name(stage)) + "'");
  if (!version.available())
    throw Error(ErrorKind::wrongUse, "version cannot run here", id, version.unavailable(), "'arete-cli versions' lists those that can");
  return version;
}

const Version& defaultVersion(Stage stage, Backend backend) {
  const Version* best = nullptr;
  for (const Version& version : versions(stage))
    if (version.exact && !version.forStudy && (version.backend == backend || version.backend == Backend::cpu) && version.available())
      if (best == nullptr || version.backend == backend || best->backend != backend) best = &version;
  return *best;
}

}  // namespace arete

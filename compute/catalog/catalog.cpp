#include <algorithm>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "compute/catalog/add_version.h"
#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/enum_names.h"
#include "compute/core/error.h"
#include "compute/text/suggest.h"

namespace arete {

static Backend backendOf(std::string_view id) {
  const std::string_view behindStage = id.substr(id.find('.') + 1), backend = behindStage.substr(0, behindStage.find('.'));
  if (const auto found = enumNamed<Backend, 2>(backend, [](Backend each) { return name(each); })) return *found;
  throw Error(ErrorKind::internal, "a version without a backend", id, "its id says none that is known", "please report this");
}

template <Stage stage>
static void addVersions(std::vector<Version>& all) {
  for (Version version : StageRow<stage>::versions()) {
    if (!version.id.starts_with(std::string(name(stage)) + '.') || !version.function.is<StageFunction<stage>>())
      throw Error(ErrorKind::internal, "a version in the wrong table", version.id, "it is in that of '" + std::string(name(stage)) + "'",
                  "please report this");
    version.stage = stage, version.backend = backendOf(version.id);
    all.push_back(version);
  }
}

static std::mutex tablesMutex;

template <size_t... index>
static std::vector<Version> allVersions(std::index_sequence<index...>) {
  std::vector<Version> all;
  for (const StageUse use : {StageUse::chains, StageUse::tiles, StageUse::neighbours, StageUse::network})
    (..., (stageInfo(Stage(index)).use == use ? addVersions<Stage(index)>(all) : void()));
  return all;
}

static std::deque<std::vector<Version>>& tables() {
  static std::deque<std::vector<Version>> tables = {allVersions(std::make_index_sequence<kStages.size()>())};
  return tables;
}

/// The rows of now. A row that comes makes another table, and those before stay: others hold rows of them.
static std::span<const Version> rows() {
  const std::lock_guard lock(tablesMutex);
  return tables().back();
}

const Version& addVersion(Version version) {
  const std::lock_guard lock(tablesMutex);
  std::vector<Version> all = tables().back();
  std::erase_if(all, [&](const Version& other) { return other.id == version.id; });
  const auto last = std::find_if(all.rbegin(), all.rend(), [&](const Version& other) { return other.stage == version.stage; }).base();
  const auto at = size_t(last - all.begin());
  all.insert(last, version);
  return tables().emplace_back(std::move(all))[at];
}

std::span<const Version> catalog() { return rows(); }

std::span<const Version> versions(Stage stage) {
  const auto ofStage = [stage](const Version& version) { return version.stage == stage; };
  const std::span<const Version> all = rows();
  const auto first = std::find_if(all.begin(), all.end(), ofStage);
  const auto last = std::find_if_not(first, all.end(), ofStage);
  return {first, last};
}

static const FormerStage* formerStage(std::string_view name) {
  const auto found = std::ranges::find(kFormerStages, name, &FormerStage::name);
  return found == std::end(kFormerStages) ? nullptr : &*found;
}

std::optional<Stage> stageNamed(std::string_view wanted) {
  const auto found = std::ranges::find(kStages, wanted, [](Stage each) { return name(each); });
  if (found != kStages.end()) return *found;
  const FormerStage* const former = formerStage(wanted);
  return former == nullptr ? std::nullopt : std::optional(former->now);
}

std::string presentId(std::string_view id) {
  const size_t dot = std::min(id.find('.'), id.size());
  const FormerStage* const former = formerStage(id.substr(0, dot));
  if (former == nullptr || dot == id.size()) return std::string(id);
  const std::string_view version = id.substr(dot + 1);
  return std::string(name(former->now)) + '.' + std::string(version == former->version ? former->versionNow : version);
}

static const Version* lookUp(std::string_view asked) {
  const std::string id = presentId(asked);
  const std::span<const Version> all = rows();
  const auto found = std::ranges::find(all, id, &Version::id);
  return found == all.end() ? nullptr : &*found;
}

[[noreturn]] static void refuseUnknown(std::string_view id, std::span<const Version> candidates) {
  if (id.find(".mine.") != id.npos)
    throw Error(ErrorKind::wrongUse, "no such version", id, "it is that of a user's file, which this program was not given",
                "give the file with --version-file");
  std::vector<std::string_view> ids;
  for (const Version& version : candidates) ids.push_back(version.id);
  throw Error(ErrorKind::wrongUse, "no such version", id, "the catalogue has no row of that id", "known, closest first: " + closestFirst(id, ids));
}

const Version& findVersion(std::string_view id) {
  const Version* const version = lookUp(id);
  if (version == nullptr) refuseUnknown(id, catalog());
  return *version;
}

const Version& namedVersion(std::string_view id, Stage stage) {
  const Version* const found = lookUp(id);
  if (found == nullptr) refuseUnknown(id, versions(stage));
  const Version& version = *found;
  if (version.stage != stage)
    throw Error(ErrorKind::wrongUse, "wrong stage", id,
                "it is a version of '" + std::string(name(version.stage)) + "', not of '" + std::string(name(stage)) + "'");
  return version;
}

const Version& runnable(const Version& version) {
  if (!version.available())
    throw Error(cudaUnavailableKind(), "version cannot run here", version.id, version.unavailable(), "'arete-cli versions' lists those that can");
  return version;
}

const Version& findVersion(std::string_view id, Stage stage) { return runnable(namedVersion(id, stage)); }

const Version& defaultVersion(Stage stage, Backend backend) {
  const Version* best = nullptr;
  for (const Version& version : versions(stage))
    if (version.exact && !version.forStudy && (version.backend == backend || version.backend == Backend::cpu) && version.available())
      if (best == nullptr || version.backend == backend || best->backend != backend) best = &version;
  return *best;
}

}  // namespace arete

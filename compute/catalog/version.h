// One row of the catalogue: a version of a stage. Panels, command line, tests, benchmarks and the generated docs page walk the same rows.
#pragma once

#include <span>
#include <string_view>

#include "compute/catalog/stage_table.h"
#include "compute/core/running_version.h"
#include "compute/neighbours/outofcore/leaf_search.h"

namespace arete {

struct CounterInfo;

struct Version {
  std::string_view id;  ///< stage.backend.name; the file is <name>.cpp or .cu in the folder of the stage
  Stage stage;
  Backend backend;
  bool exact;                 ///< same bits as row 0 of its stage
  bool forStudy = false;      ///< made for comparison, never a default
  bool cooperative = false;   ///< its blocks wait for each other: the GPU must launch them together
  bool loopOnDevice = false;  ///< of evolve: many iterations in a launch, so that run() is not step() again and again
  std::string_view label;     ///< for menus, two to four words
  std::string_view shows;     ///< what can be learnt from it, in one or two sentences: the tooltip
  std::string_view source;    ///< section or algorithm of the source document
  std::span<const ParamInfo* const> parameters;
  std::string_view limit;                                      ///< what it refuses, "" for nothing
  stage_table::All::Function function;                         ///< of its stage: see as()
  const outofcore::LeafSearchFunctions* leafSearch = nullptr;  ///< of versions that can search a cloud on disk: what they do in a leaf
  std::span<const CounterInfo* const> counters = {};           ///< what is counted in its work (counters.h)

  /// Why it cannot run in this build or on this machine, "" when it can. The first time that a version of the GPU is asked, its driver is, which may
  /// take longer than a detection.
  std::string_view unavailable() const;
  bool available() const { return unavailable().empty(); }
  /// Its function; from now on the thread computes with this version (runningVersion()). Throws std::bad_variant_access when it is a version of
  /// another stage.
  template <Stage wanted>
  StageFunction<wanted> as() const {
    runningVersion() = id;
    return std::get<size_t(wanted)>(function);
  }
};

/// All rows; row 0 of each stage is its reference.
std::span<const Version> catalog();
/// The rows of one stage, reference first.
std::span<const Version> versions(Stage stage);
/// Throws Error(wrongUse) that lists the known ids, the closest first.
const Version& findVersion(std::string_view id);
/// The same, but also refuses a version of another stage, and one that is not available, with the reason.
const Version& findVersion(std::string_view id, Stage stage);
/// The fastest exact available version for a backend: the default. For CUDA a CPU version where no CUDA version qualifies.
const Version& defaultVersion(Stage stage, Backend backend);

}  // namespace arete

// One row of the catalogue: a version of a stage. Panels, command line, tests, benchmarks and the generated docs page walk the same rows.
#pragma once

#include <span>
#include <string_view>
#include <typeinfo>

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/running_version.h"
#include "compute/core/stage_info.h"

namespace arete {

struct CounterInfo;
namespace outofcore {
struct LeafSearchFunctions;
}

/// The function of a version, of whatever stage. It knows its type, so it is never called by another.
class VersionFunction {
 public:
  template <class Result, class... Inputs>
  VersionFunction(Result (*function)(Inputs...)) : function_(reinterpret_cast<void (*)()>(function)), type_(&typeid(function)) {}

  template <class Function>
  bool is() const {
    return *type_ == typeid(Function);
  }
  /// Throws std::bad_cast where it is of another type.
  template <class Function>
  Function as() const {
    if (!is<Function>()) throw std::bad_cast();
    return reinterpret_cast<Function>(function_);
  }

 private:
  void (*function_)();
  const std::type_info* type_;
};

struct Version {
  std::string_view id;        ///< stage.backend.name; the file is <name>.cpp or .cu in the folder of the stage
  bool exact = true;          ///< same bits as row 0 of its stage
  bool forStudy = false;      ///< made for comparison, never a default
  bool cooperative = false;   ///< its blocks wait for each other: the GPU must launch them together
  bool loopOnDevice = false;  ///< of evolve: many iterations in a launch, so that run() is not step() again and again
  std::string_view label;     ///< for menus, two to four words
  std::string_view shows;     ///< what can be learnt from it, in one or two sentences: the tooltip
  std::string_view source;    ///< section or algorithm of the source document
  std::span<const ParamInfo* const> parameters = {};
  std::string_view limit = {};                                 ///< what it refuses, "" for nothing
  VersionFunction function;                                    ///< of its stage: see as()
  const outofcore::LeafSearchFunctions* leafSearch = nullptr;  ///< of versions that can search a cloud on disk: what they do in a leaf
  std::span<const CounterInfo* const> counters = {};           ///< what is counted in its work (counters.h)
  Stage stage = {};                                            ///< what the id says; the catalogue fills it in
  Backend backend = {};                                        ///< the same
  bool ofUser = false;                                         ///< from a file of the user's, which `source` names
  std::string_view text = {};                                  ///< the text of that file

  /// Why it cannot run in this build or on this machine, "" when it can. The first time that a version of the GPU is asked, its driver is, which may
  /// take longer than a detection.
  std::string_view unavailable() const;
  bool available() const { return unavailable().empty(); }
  /// Its function; from now on the thread computes with this version (runningVersion()). Throws std::bad_cast when it is a version of another stage.
  template <Stage wanted>
  typename StageRow<wanted>::Function as() const {
    runningVersion() = id;
    return function.as<typename StageRow<wanted>::Function>();
  }
};

}  // namespace arete

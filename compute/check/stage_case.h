// A task for a stage, with the answer of its row 0: what any version of the stage is held against. Tasks are recorded while the references work, each
// on what the ones before it found, so a version is checked alone, whatever others do.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compute/catalog/version.h"
#include "compute/check/bits.h"

namespace arete {

struct StageCase {
  Stage stage;
  std::string cloud;                                                ///< for people
  std::function<Bits(const Version&, const StageContext&)> answer;  ///< by a version of the stage; throws what that does. Holds all that it needs
  Bits expected;                                                    ///< by row 0
};

/// Lets the references work on a cloud, and keeps what they were asked.
class CaseRecorder {
 public:
  CaseRecorder(std::string cloud, const StageContext& context, std::vector<StageCase>& cases)
      : cloud_(std::move(cloud)), context_(context), cases_(cases) {}

  const StageContext& context() const { return context_; }

  /// What row 0 makes of `task(function, context, bits)`, which is called again for every version: it must hold copies of what it is about, and leave
  /// these as they are. What it returns counts, and what it adds to `bits`.
  template <Stage stage, class Task>
  auto record(Task task) {
    const auto run = [](const Task& asked, const Version& version, const StageContext& context, Bits& bits) {
      auto result = asked(version.as<stage>(), context, bits);
      addBits(bits, result);
      return result;
    };
    Bits expected;
    auto result = run(task, versions(stage).front(), context_, expected);
    const auto asked = std::make_shared<const Task>(std::move(task));
    const auto answer = [asked, run](const Version& version, const StageContext& context) {
      Bits bits;
      run(*asked, version, context, bits);
      return bits;
    };
    cases_.push_back({stage, cloud_, answer, std::move(expected)});
    return result;
  }

 private:
  const std::string cloud_;
  const StageContext& context_;
  std::vector<StageCase>& cases_;
};

}  // namespace arete

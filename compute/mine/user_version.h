// A user's file as a version: compiled, opened once in a worker, and what it declares.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compute/catalog/version.h"
#include "compute/core/param_info.h"
#include "compute/core/point_array.h"
#include "compute/mine/compile.h"
#include "compute/mine/worker_process.h"

namespace arete::mine {

struct UserVersionWish {
  bool isolate = false;                     ///< compiler and worker see neither home nor a network; where that cannot be, an error
  bool nvrtc = false;                       ///< compile .cu without nvcc also where there is one
  std::chrono::milliseconds limit{10'000};  ///< of a call
  size_t memoryBytes = size_t(4) << 30;
  std::filesystem::path sanitizer = {};    ///< of WorkerWish
  std::shared_ptr<std::string> said = {};  ///< the same
};

class UserVersion {
 public:
  /// Compiles and opens the file. Throws Error, Cancelled.
  UserVersion(const std::filesystem::path& file, const UserVersionWish& wish, const std::stop_token& stop);
  UserVersion(const UserVersion&) = delete;
  UserVersion& operator=(const UserVersion&) = delete;

  std::string file, name, id;  ///< as given; of the file, in small letters; "evolve.mine.name"
  std::string source, head;    ///< the whole text; the comment at its beginning
  Stage stage{};
  TeachingStage teachingStage{};
  Backend backend{};
  Layout layout{};
  bool takesFloats = false, takesDoubles = false, forbidsProcesses = false;
  std::vector<const ParamInfo*> parameters;  ///< their ids begin with the name
  std::string compiler, messages, figures;
  double compileSeconds = 0;

  /// A worker that has it open: one that was given back, or a new one.
  std::unique_ptr<WorkerProcess> takeWorker(const std::stop_token& stop) const;
  void giveBack(std::unique_ptr<WorkerProcess> worker) const;
  /// Another one has come in its place: what it holds of the system goes, and from now on there is no worker of it.
  void rest() const;
  /// The values of its parameters, in their order.
  std::vector<double> valuesOf(const ParamValues& params) const;

 private:
  void declare(const Control& control);
  void addParameter(const DeclaredParameter& declared);
  std::string_view keep(std::string text);

  WorkerWish worker_;
  std::deque<std::string> texts_;
  std::deque<ParamInfo> infos_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Descriptor> library_;  ///< null once it rests
  mutable std::vector<std::unique_ptr<WorkerProcess>> idle_;
};

/// "mine" of "My mine.cpp" and the like: letters, digits and underscores. Throws Error(wrongUse) where nothing is left.
std::string nameOfFile(const std::filesystem::path& file);
/// The comment that a source begins with, without its slashes and stars.
std::string headOf(const std::string& source);

}  // namespace arete::mine

// What the public classes hold, and how the engine's errors become the library's.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arete/cloud.h"
#include "arete/detect.h"
#include "arete/error.h"
#include "compute/core/error.h"
#include "compute/engine/frame.h"
#include "compute/io/read_cloud.h"

namespace arete::compute {

struct Cloud::Inside {
  CloudFile file;
  Filter filter;                                  ///< of the points of the files, that has been applied
  std::vector<std::filesystem::path> files = {};  ///< that it was read from; none where it was made in memory
  arete::ReadOptions read = {};                   ///< how
};

struct Curve::Inside {
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const Cloud::Inside> cloud;  ///< that it was found in
};

/// What the object holds. Throws arete::Error where it was moved from: then it holds nothing.
template <class Pointer>
auto& held(const Pointer& inside, std::string_view kind) {
  if (inside) return *inside;
  throw arete::Error(ErrorKind::wrongUse, "cannot use this object", kind, "it holds nothing: it was moved from", "use the one it was moved to");
}

/// Throws arete::Error where there are numbers and no address of them.
template <class T>
void checkView(std::span<const T> view, std::string_view cannot, std::string_view where) {
  if (view.data() == nullptr && !view.empty())
    throw arete::Error(ErrorKind::wrongUse, cannot, where, std::to_string(view.size()) + " numbers at no address", "give a view of an array");
}

/// 0 or more. Throws arete::Error.
int checkedThreads(int threads);

/// None for the automatic one. Throws arete::Error for what is no backend.
std::optional<arete::Backend> backendFrom(Backend backend);
/// Throws arete::Error for CUDA where it cannot run: who asks for it gets it, or is told why not.
void checkUsable(const std::optional<arete::Backend>& backend);

/// Local coordinates + origin, row after row.
std::vector<double> fileRows(const PointArray& points, const PointCloud::Origin& origin);

/// The job that the options describe, of a cloud that was filtered like that. Throws arete::Error.
Job jobFrom(const DetectOptions& options, const Filter& filter);

/// What is read of files. `filter`: theirs; `applied`: that, and what else is left out. Throws arete::Error.
std::shared_ptr<const Cloud::Inside> readInside(std::vector<std::filesystem::path> files, const arete::ReadOptions& options, const Filter& filter,
                                                const Filter& applied, const Control& control);

/// The job made on the cloud, to its end, with an R1 that is suggested where none is set. Throws arete::Error.
Curve curveOf(const Cloud& cloud, const Job& job, const Control& control);

/// The exception that is being handled, as the library's own. Call it in a handler.
[[noreturn]] void rethrowAsOwn();

/// The work's result; what it throws is compute::Error.
template <class Work>
decltype(auto) translated(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (...) {
    rethrowAsOwn();
  }
}

}  // namespace arete::compute

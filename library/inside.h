// What the public classes hold, and how the engine's errors become the library's.
#pragma once

#include <memory>
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
  Filter filter;  ///< that has been applied
};

struct Curve::Inside {
  std::shared_ptr<const Frame> frame;
  Crs crs;
};

/// Local coordinates + origin, row after row.
std::vector<double> fileRows(const PointArray& points, const PointCloud::Origin& origin);

/// The job that the options describe, of a cloud that was filtered like that. Throws arete::Error.
Job jobFrom(const DetectOptions& options, const Filter& filter);

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

#include "compute/io/write/finite.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "compute/core/error.h"
#include "compute/engine/frame.h"

namespace arete {

static void refuseWriting(const write::Written& written, const std::string& reason) {
  throw Error(ErrorKind::badInput, written.what, written.where, reason, "leave out what put it there: an edit, or a row of the input");
}

template <class T>
static void checkPiece(const PointsView<T>& points, size_t begin, size_t end, const PointCloud::Origin& origin, const write::Written& written) {
  for (size_t i = begin; i < end; ++i)
    for (int k = 0; k < points.dimension; ++k)
      if (!std::isfinite(double(points.at(i, k)) + origin[size_t(k)]))
        refuseWriting(written, std::string(written.each) + ' ' + std::to_string(i) + " has a coordinate that is not finite");
}

void write::checkFinite(const PointArray& points, const PointCloud::Origin& origin, const Written& written, const std::stop_token& stop) {
  constexpr size_t kPiece = size_t(1) << 20;  // some milliseconds
  withScalarType(points.scalar(), [&]<class T>() {
    for (size_t begin = 0; begin < points.size(); begin += kPiece) {
      if (stop.stop_requested()) throw Cancelled{};
      checkPiece(points.view<T>(), begin, std::min<size_t>(begin + kPiece, points.size()), origin, written);
    }
  });
}

void write::checkFinite(const Curve& curve, const PointCloud::Origin& origin, const Written& written) {
  checkFinite(curve.nodes, origin, written);
  for (const Edge& edge : curve.edges)
    if (!std::isfinite(edgeLength(curve, edge)))
      refuseWriting(written, "the length from node " + std::to_string(edge.a) + " to node " + std::to_string(edge.b) + " is not finite");
}

}  // namespace arete

// Stage "within": for each query all reference points that are no farther than a radius. Source: ours.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include "compute/core/device.h"
#include "compute/core/large_vector.h"
#include "compute/core/point_array.h"
#include "compute/neighbours/knn/contract.h"

namespace arete {

struct WithinQuery {
  const PointArray& points;  ///< m points of the reference's dimension and coordinate type, any layout; may be the reference itself
  double radius;             ///< ≥ 0, in units of the cloud; rounded to the type of the coordinates, as they were
  bool excludeSelf = false;  ///< query i leaves out reference point i (a cloud with itself)
  size_t indexRoom = 1;      ///< as in KnnQuery
};

/// From starts[i] to starts[i + 1]: the neighbours of query i, nearest first, ties by lower index.
struct PointsWithin {
  LargeVector<uint64_t> starts;  ///< queries + 1, from 0, ascending
  LargeVector<uint32_t> indices;
  std::variant<LargeVector<float>, LargeVector<double>> squaredDistances;  ///< the bits of shared::squaredDistance
  KnnTimes times;

  /// squaredDistances, whose type is T.
  template <class T>
  LargeVector<T>& squared() {
    return std::get<LargeVector<T>>(squaredDistances);
  }
};

/// The largest squared distance that belongs to the radius: a point does where its distance, the root that callers are told, is not above the radius
/// in T. It is found from the radius' square, whose root rounding may have moved. A square that overflows belongs to no radius.
template <class T>
T largestSquaredWithin(double radius);

/// A search structure over one reference: built once, asked any number of times. One caller at a time.
class WithinSearcher {
 public:
  virtual ~WithinSearcher() = default;
  /// The neighbours are counted, then found: the answer alone takes memory. What building took goes into the times of the first query. Exact versions
  /// give the same as row 0 to the bit, on any number of threads. Throws Error(wrongUse) for a query that is out of range, Error(outOfMemory) before
  /// it takes more than the machine has, Cancelled.
  PointsWithin query(const WithinQuery& query, const StageContext& context);

 protected:
  explicit WithinSearcher(const PointArray& reference) : reference_(reference) {}
  /// Adds to counts[i], which is 0, how many reference points belong to the ball of query i; with excludeSelf the query itself too. Neither the
  /// reference nor the queries are empty.
  virtual void count(const WithinQuery& query, std::span<uint64_t> counts, const StageContext& context) = 0;
  /// Writes the neighbours to where `found.starts` says: every element of both lists.
  virtual void fill(const WithinQuery& query, PointsWithin& found, const StageContext& context) = 0;

  const PointArray& reference_;
  KnnTimes spent_;  ///< set where building is not all of what the constructor takes, or comes later

 private:
  friend std::unique_ptr<WithinSearcher> makeWithinSearcher(std::unique_ptr<WithinSearcher> (*)(const PointArray&, const StageContext&),
                                                            const PointArray&, const StageContext&);
};

/// Builds what depends on the reference only, which outlives the searcher and may be empty; versions may defer that to the first query. Throws
/// Cancelled.
using WithinFunction = std::unique_ptr<WithinSearcher> (*)(const PointArray& reference, const StageContext&);

/// Throws Error(wrongUse) with a hint for an invalid query.
void checkWithinQuery(const PointsShape& reference, const PointsShape& queries, double radius, bool excludeSelf);

/// Calls the version's function and measures it: always get a searcher this way. Throws like the function.
std::unique_ptr<WithinSearcher> makeWithinSearcher(WithinFunction version, const PointArray& reference, const StageContext& context);

/// Build and query in one.
PointsWithin neighboursWithin(WithinFunction version, const PointArray& reference, const WithinQuery& query, const StageContext& context);

}  // namespace arete

// Stage "knn": for each query the k nearest reference points. Source: spec "Nearest neighbours".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/large_vector.h"
#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"

namespace arete {

inline constexpr uint32_t kMostNeighbours = 1024;

struct KnnInput {
  const PointArray& reference;  ///< n points of any layout; outlives the searcher
  const ParamValues& params;
};

struct KnnQuery {
  const PointArray& points;  ///< m points of the reference's dimension and coordinate type, any layout; may be the reference itself
  uint32_t k;                ///< 1…kMostNeighbours, at most n; at most n − 1 with excludeSelf
  bool excludeSelf = false;  ///< query i leaves out reference point i (a cloud with itself)
  size_t indexRoom = 1;      ///< how many elements Neighbours::indices has room for with each index: 2 lets callers widen them where they lie
};

/// Milliseconds. CUDA versions take the first three from events; they need not add up to the total.
struct KnnTimes {
  double transfer = 0;  ///< host to device and back
  double build = 0;     ///< what depends on the reference: sorting, trees
  double query = 0;     ///< the search
  double total = 0;     ///< from host memory to host memory
};

/// Row i: the neighbours of query i, nearest first, ties by lower index.
struct Neighbours {
  uint32_t queries = 0, k = 0;
  LargeVector<uint32_t> indices;                                           ///< queries × k
  std::variant<LargeVector<float>, LargeVector<double>> squaredDistances;  ///< queries × k, the bits of shared::squaredDistance
  KnnTimes times;
  std::string note;              ///< what the version did differently from its name, and why; "" for nothing
  std::optional<double> recall;  ///< inexact versions: the share of true neighbours among those found

  /// squaredDistances, whose type is T.
  template <class T>
  LargeVector<T>& squared() {
    return std::get<LargeVector<T>>(squaredDistances);
  }
  template <class T>
  const LargeVector<T>& squared() const {
    return std::get<LargeVector<T>>(squaredDistances);
  }
};

/// A search structure over one reference: built once, asked any number of times. One caller at a time.
class KnnSearcher {
 public:
  virtual ~KnnSearcher() = default;
  /// What building took goes into the times of the first query. Exact versions give the same indices and bits as row 0. Throws
  /// Error(wrongUse) with a hint for a query that is out of range or beyond the version's limit, Cancelled.
  Neighbours query(const KnnQuery& query, const StageContext& context);
  /// For drawing: the boxes of the nodes at a level of the structure; the root is level 0. None where there is no such structure.
  virtual std::vector<Bounds> cells(uint32_t level) const { return void(level), std::vector<Bounds>(); }

 protected:
  /// `mostNeighbours`: the largest k that this version answers.
  explicit KnnSearcher(const KnnInput& input, uint32_t mostNeighbours = kMostNeighbours)
      : reference_(input.reference), mostNeighbours_(mostNeighbours) {}
  /// Fills `found`, whose vectors have their sizes already and whose times are 0. Their elements are uninitialised: every one must be written.
  /// `query` is in range and not empty. Total time, and query time where the version leaves it at 0, are measured by the caller.
  virtual void search(const KnnQuery& query, Neighbours& found, const StageContext& context) = 0;

  const PointArray& reference_;
  /// Set by constructors that transfer or build; build time is measured by makeSearcher where both are left at 0.
  KnnTimes spent_;

 private:
  friend std::unique_ptr<KnnSearcher> makeSearcher(std::unique_ptr<KnnSearcher> (*)(const KnnInput&, const StageContext&), const KnnInput&,
                                                   const StageContext&);
  uint32_t mostNeighbours_;
};

/// Builds what depends on the reference only; versions may defer that to the first query. Throws Cancelled.
using KnnFunction = std::unique_ptr<KnnSearcher> (*)(const KnnInput&, const StageContext&);

/// Parameters of the vocabulary tree versions.
extern const ParamInfo kVocabularyChildrenParam;  ///< K
extern const ParamInfo kVocabularyLevelsParam;    ///< L
extern const ParamInfo kVocabularyProbesParam;    ///< leaves that a query looks through

/// Parameters of the two-level versions.
extern const ParamInfo kLeafCapacityParam;
extern const ParamInfo kMaxMemoryParam;     ///< in MB of 2²⁰ bytes
extern const ParamInfo kDeviceMemoryParam;  ///< the same for a GPU's memory; also for the vocabulary tree on it

/// How many points of what kind.
struct PointsShape {
  uint32_t size;
  int dimension;
  Scalar scalar;
};
/// Throws Error(wrongUse) with a hint for an invalid query, or one for more than `mostNeighbours`.
void checkKnnQuery(const PointsShape& reference, const PointsShape& queries, uint32_t k, bool excludeSelf, uint32_t mostNeighbours = kMostNeighbours);

/// Calls the version's function and measures it: always get a searcher this way. Throws like the function.
std::unique_ptr<KnnSearcher> makeSearcher(KnnFunction version, const KnnInput& input, const StageContext& context);

/// Build and query in one.
Neighbours nearestNeighbours(KnnFunction version, const KnnInput& input, const KnnQuery& query, const StageContext& context);

}  // namespace arete

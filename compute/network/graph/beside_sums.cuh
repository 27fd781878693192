// Weight beside many branches at once, added up in bins: what the stages that judge branches ask of the cloud. Only questions go to the GPU, and only
// sums come back, or the numbers of what lies there.
// Memory: 32 bytes an edge that is asked about; for numbers 24 a super-point beside a branch. Cost: one launch and one wait; for each edge the
// super-points of the strip across it, in space those in the ball around it, and for those that it sees the edges of its branch, to count each once.
// Numbers take a sort as well, and another wait.
#pragma once

#include <array>
#include <vector>

#include "compute/network/graph/beside_branch.h"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/look/super_points_on_device.cuh"

namespace arete::cuda {

/// A question about what lies within the width of a branch.
struct BesideQuestion {
  double width;
  Stretch stretch;
  double binWidth;  ///< of a crest
};

/// A question and its edges.
struct AskedQuestion {
  BesideQuestion question;
  uint32_t firstEdge, edges;
  double longest;  ///< of the edges
};

/// The bin that a super-point goes into.
enum class BesideBins {
  stretch,  ///< 0: in the stretch
  ends,     ///< 0: before the stretch, 1: in it, but not where it ends
  crest     ///< of those in the stretch, by distance and side: shared::crestBinOf()
};

/// An edge of a branch that is asked about.
struct AskedEdge {
  uint32_t from, to;     ///< nodes
  double along, length;  ///< arc length of the branch where the edge starts; length of the edge
  uint32_t question;
  bool first, last;  ///< the branch begins with it; ends with it
};

class BesideSums {
 public:
  static constexpr int kBins = 2 * shared::kCrestBins + 1;
  using Sums = std::array<int64_t, kBins>;

  /// All outlive it.
  BesideSums(const SuperPoints& points, const NodesOnDevice& nodes, CudaDevice& device)
      : dimension_(points.dimension), surface_(points.surface()), nodes_(nodes), device_(device), there_(superPointsOnDevice(points, device)) {}

  /// Every super-point counts once, at its nearest place on the branch.
  void ask(const Branch& branch, const BesideQuestion& question);
  /// The answers in the order of the questions, which are forgotten.
  std::vector<Sums> answers(BesideBins bins);
  /// Instead of sums, the super-points within the width of each branch, ascending; the questions are forgotten.
  std::vector<std::vector<uint32_t>> points();

 private:
  int pointBits() const;
  int keyBits() const;
  void forget() { questions_.clear(), edges_.clear(), leastReach_ = greatestReach_ = 0; }
  void uploadQuestions();
  /// Shows all pairs of question and super-point to a value of the GPU's.
  template <class Sink>
  void findInto(const Sink& sink) const;
  /// Into so many bins.
  template <int kCount>
  void addUp(BesideBins bins) const;

  int dimension_;
  shared::NodeSurface surface_;
  const NodesOnDevice& nodes_;
  CudaDevice& device_;
  std::shared_ptr<const SuperPointsOnDevice> there_;
  std::vector<AskedQuestion> questions_;
  std::vector<AskedEdge> edges_;
  double leastReach_ = 0, greatestReach_ = 0;  // of the edges
  // Memory is kept for the next questions.
  Buffer<AskedQuestion> questionsThere_;
  Buffer<AskedEdge> edgesThere_;
  Buffer<unsigned long long> sums_;
};

}  // namespace arete::cuda

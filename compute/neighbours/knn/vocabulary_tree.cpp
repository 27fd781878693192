// knn.cpu.vocabulary_tree: hierarchical k-means with K children per node and at most L levels; a query looks through the leaves whose means are
// nearest, the nearest first, and stops after a few. Inexact: a neighbour across a border is missed, and the recall, measured on some of the
// queries against all pairs, says how often.
// Memory: the points once more, in blocks of one register, and the means. Cost: about 20·K·L distances a point to build; then
// K means per level and a few leaves for each query. Loses to the k-d tree in few dimensions; it was made for features of 64 and more.
// Source: vocabulary tree text (construction on heterogeneous platforms, CN105573834A); search by Nistér and Stewénius 2006.
#include <algorithm>
#include <chrono>
#include <queue>

#include "compute/core/fixed_scale.h"
#include "compute/neighbours/knn/block_search.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/means_tree.h"
#include "compute/neighbours/knn/nearest_list.h"
#include "compute/neighbours/knn/recall.h"

namespace arete::cpu {

namespace {

template <class T>
class VocabularyTree final : public KnnSearcher {
 public:
  VocabularyTree(const KnnInput& in, const StageContext& context)
      : KnnSearcher(in),
        probes_(uint32_t(in.params.get(kVocabularyProbesParam))),
        kernels_(blockKernels<T>(in.reference.dimension())),
        tree_(in.reference.view<T>(), makeFixedScale(PointCloud(in.reference)),
              {uint32_t(in.params.get(kVocabularyChildrenParam)), uint32_t(in.params.get(kVocabularyLevelsParam))}, context) {
    pack();
  }

  std::vector<Bounds> cells(uint32_t level) const override { return tree_.tree().cells(level, reference_.view<T>(), tree_.order().data()); }

 private:
  static double now() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

  /// The points of each leaf in blocks of their own.
  void pack() {
    const PointsView<T> points = reference_.view<T>();
    const auto d = size_t(points.dimension);
    firstBlocks_.resize(tree_.nodes().size());
    uint32_t blocks = 0;
    for (size_t node = 0; node < tree_.nodes().size(); ++node) {
      const MeansNode& each = tree_.nodes()[node];
      firstBlocks_[node] = blocks;
      if (each.childCount == 0) blocks += blocksOf(each);
    }
    coordinates_.assign(size_t(blocks) * d * kBlockPoints, std::numeric_limits<T>::infinity());
    indices_.assign(size_t(blocks) * kBlockPoints, UINT32_MAX);
    for (size_t node = 0; node < tree_.nodes().size(); ++node) {
      const MeansNode& each = tree_.nodes()[node];
      for (uint32_t place = each.begin; each.childCount == 0 && place < each.end; ++place) {
        const size_t lane = size_t(firstBlocks_[node]) * kBlockPoints + (place - each.begin), block = lane / kBlockPoints;
        indices_[lane] = tree_.order()[place];
        for (size_t k = 0; k < d; ++k) coordinates_[(block * d + k) * kBlockPoints + lane % kBlockPoints] = points.at(indices_[lane], int(k));
      }
    }
  }
  static uint32_t blocksOf(const MeansNode& leaf) { return (leaf.end - leaf.begin + kBlockPoints - 1) / kBlockPoints; }

  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    constexpr size_t kQueriesAtATime = 64;
    const double start = now();
    const PointsView<T> queries = query.points.view<T>();
    T* const distances = found.squared<T>().data();
    std::vector<BlockScan<T>> scans(size_t(context.device.threads().size()));
    context.device.threads().forEachRange(queries.count, kQueriesAtATime, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      BlockScan<T>& scan = scans[size_t(thread)];
      for (size_t i = begin; i < end; ++i) {
        for (int k = 0; k < queries.dimension; ++k) scan.point[size_t(k)] = queries.at(i, k);
        scan.nearest.start(query.k, query.excludeSelf ? uint32_t(i) : UINT32_MAX);
        lookThrough(scan, query.k + (query.excludeSelf ? 1 : 0));
        scan.nearest.finish(&found.indices[i * query.k], distances + i * query.k);
      }
      if (thread == 0) context.report(double(end) / queries.count);
    });
    found.times.query = now() - start;
    found.recall = recall(query, found, context);
  }

  /// Leaves in the order of their means, until enough of them and at least `fewest` points were looked at.
  void lookThrough(BlockScan<T>& scan, uint32_t fewest) const {
    struct Waiting {
      T squared;
      uint32_t node;
      bool operator<(const Waiting& other) const { return shared::nearer(other.squared, other.node, squared, node); }  // nearest on top
    };
    std::priority_queue<Waiting> waiting;
    waiting.push({T(0), 0});
    for (uint32_t leaves = 0, points = 0; !waiting.empty() && (leaves < probes_ || points < fewest);) {
      const uint32_t number = waiting.top().node;
      waiting.pop();
      const MeansNode& node = tree_.nodes()[number];
      for (uint32_t child = node.firstChild; child < node.firstChild + node.childCount; ++child)
        waiting.push({shared::squaredDistance(scan.point.data(), 1, tree_.tree().mean(child), 1, reference_.dimension()), child});
      if (node.childCount > 0) continue;
      const size_t first = size_t(firstBlocks_[number]) * kBlockPoints;
      kernels_.scan({&coordinates_[first * size_t(reference_.dimension())], &indices_[first], blocksOf(node), reference_.dimension()}, {&scan, 1});
      ++leaves;
      points += node.end - node.begin;
    }
  }

  /// Of some queries against all pairs.
  double recall(const KnnQuery& query, const Neighbours& found, const StageContext& context) const {
    const PointsView<T> queries = query.points.view<T>(), reference = reference_.view<T>();
    const std::vector<uint32_t> sample = recallSample(queries.count, reference.count, reference.dimension);
    std::vector<uint32_t> exact(sample.size() * query.k);
    context.device.threads().forEachRange(sample.size(), 1, [&](size_t begin, size_t end, int) {
      std::vector<T> distances(query.k);
      StopTicker stop(context);
      for (size_t s = begin; s < end; ++s) {
        const uint32_t i = sample[s];
        shared::NearestList<T> nearest(&exact[s * query.k], distances.data(), query.k, query.excludeSelf ? i : UINT32_MAX);
        for (uint32_t j = 0; j < reference.count; ++j) {
          stop();
          nearest.offer(shared::squaredDistance(queries.point(i), queries.coordinateStride, reference.point(j), reference.coordinateStride,
                                                reference.dimension),
                        j);
        }
      }
    });
    return recallOf(sample, exact, found.indices, query.k);
  }

  const uint32_t probes_;
  const BlockKernels<T> kernels_;
  const MeansTree<T> tree_;
  std::vector<uint32_t> firstBlocks_;  // by node
  std::vector<T> coordinates_;
  std::vector<uint32_t> indices_;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnVocabularyTree(const KnnInput& in, const StageContext& context) {
  return withScalarType(in.reference.scalar(),
                        [&]<class T>() -> std::unique_ptr<KnnSearcher> { return std::make_unique<VocabularyTree<T>>(in, context); });
}

}  // namespace arete::cpu

// knn.cpu.two_level: exact neighbours in a cloud that stays on disk, within a given amount of memory.
// A coarse tree divides the cloud into leaves of at most leaf_capacity points, one after another in an index file (compute/neighbours/outofcore).
// Queries that lie together go to the leaf with the nearest box first, then to others as long as their boxes may hold a neighbour; leaves are cached
// and read ahead. In a leaf: a tree of blocks as in knn.cpu.best, once there are enough queries to pay for it; else all pairs in chunks, as
// for more than 8 dimensions. Gaps to boxes are computed by the operations of a distance, so they bound exactly, and ties go by the index in the
// cloud: the bits are those of knn.cpu.v0.
// Memory: max_memory, whatever the cloud's size. Disk: the cloud once more and 4 bytes a point. Cost: two passes over the cloud to build (more
// where it is very unevenly dense), then every leaf is read about once and sorted in memory, and a search in a tree for each query and leaf.
// Loses to knn.cpu.best wherever the cloud fits into memory; with few queries it reads nearly all leaves that they fall into for little work.
// Source: two-level paper, but with a tree in the leaf where the paper has brute force on the GPU.
#include "compute/neighbours/knn/block_tree.h"
#include "compute/neighbours/knn/brute_force.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/neighbours/outofcore/two_level_searcher.h"

namespace arete::cpu {

namespace {

using namespace outofcore;

template <class T>
struct PreparedTree final : PreparedLeaf {
  PreparedTree(const LeafPoints<T>& points, const StageContext& context) : tree(points.view(), context, points.indices) {}
  size_t bytes() const override { return tree.bytes(); }

  BlockTree<T> tree;
};

template <class T>
class BlockLeafSearch final : public LeafSearch<T> {
 public:
  explicit BlockLeafSearch(int dimension) : dimension_(size_t(dimension)), kernels_(blockKernels<T>(dimension)) {}

  size_t mostBytes(uint32_t points) const override {
    constexpr size_t kSorting = 6 * sizeof(uint32_t);  // SpaceOrder
    const size_t each = dimension_ * sizeof(T) + sizeof(uint32_t);
    return points * (2 * each + each / 4 + kSorting);
  }

  void search(uint32_t, LoadedLeaf<T>* loaded, QueryBatch<T>& batch, std::span<const uint32_t> which, const StageContext& context) override {
    LoadedLeaf<T>& leaf = *loaded;
    const double d = double(dimension_);
    if (d > kMostTreeDimensions || (!leaf.prepared && double(leaf.asked) * d < kTreePays)) return searchPairs(leaf, batch, which, context);
    if (!leaf.prepared) {
      leaf.prepared = std::make_unique<PreparedTree<T>>(leaf.points, context);
      leaf.points.clear();
    }
    searchTree(static_cast<const PreparedTree<T>&>(*leaf.prepared).tree, batch, which, context);
  }

 private:
  void searchTree(const BlockTree<T>& tree, QueryBatch<T>& batch, std::span<const uint32_t> which, const StageContext& context) {
    constexpr size_t kQueriesAtATime = 128;
    const BlockQueries<T> queries{batch.points(), batch.k, batch.excludeSelf, batch.indices.data(), batch.distances.data(), batch.names.data(), true};
    const std::vector<AskedPoint> asked = tree.sorted(queries.points, which, context);
    ThreadPool& threads = context.device.threads();
    room_.resize(size_t(threads.size()));
    threads.forEachRange(asked.size(), kQueriesAtATime, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      kernels_.searchTree(tree.view(), queries, std::span(asked).subspan(begin, end - begin), room_[size_t(thread)]);
    });
  }

  /// The queries side by side, some at a time, as brute force needs them.
  void searchPairs(const LoadedLeaf<T>& leaf, QueryBatch<T>& batch, std::span<const uint32_t> which, const StageContext& context) const {
    constexpr size_t kAtATime = 4096;
    const size_t k = batch.k;
    for (size_t begin = 0; begin < which.size(); begin += kAtATime) {
      const std::span part = which.subspan(begin, std::min(kAtATime, which.size() - begin));
      std::vector<T> coordinates, distances(part.size() * k);
      std::vector<uint32_t> names, indices(part.size() * k);
      for (size_t i = 0; i < part.size(); ++i) {
        const T* const point = batch.points().point(part[i]);
        coordinates.insert(coordinates.end(), point, point + dimension_);
        names.push_back(batch.names[part[i]]);
        std::copy_n(&batch.indices[part[i] * k], k, &indices[i * k]);
        std::copy_n(&batch.distances[part[i] * k], k, &distances[i * k]);
      }
      const BlockQueries<T> queries{{coordinates.data(), uint32_t(part.size()), int(dimension_), dimension_, 1},
                                    batch.k,
                                    batch.excludeSelf,
                                    indices.data(),
                                    distances.data(),
                                    names.data(),
                                    true};
      searchAllPairs(leaf.points.view(), queries, kernels_, context, leaf.points.indices.data());
      for (size_t i = 0; i < part.size(); ++i) {
        std::copy_n(&indices[i * k], k, &batch.indices[part[i] * k]);
        std::copy_n(&distances[i * k], k, &batch.distances[part[i] * k]);
      }
    }
  }

  const size_t dimension_;
  const BlockKernels<T> kernels_;
  std::vector<NearestKeys<T>> room_;
};

template <class T>
std::unique_ptr<LeafSearch<T>> make(int dimension, const ParamValues&) {
  return std::make_unique<BlockLeafSearch<T>>(dimension);
}

}  // namespace

const LeafSearchFunctions leafSearchInBlocks{make<float>, make<double>};

std::unique_ptr<KnnSearcher> knnTwoLevel(const KnnInput& in, const StageContext& context) {
  return makeTwoLevelSearcher(in, leafSearchInBlocks, context);
}

}  // namespace arete::cpu

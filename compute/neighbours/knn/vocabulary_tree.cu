// knn.cuda.vocabulary_tree: the tree of knn.cpu.vocabulary_tree, built and searched by the GPU: hierarchical k-means, K children a node and at
// most L levels; a query looks through the leaves whose means are nearest. Inexact, and it measures its recall; tree and answers are those of the
// CPU to the bit: sums of coordinates are integers, ties go to the lower mean and the lower index.
// The host keeps the queues of nodes and the order of the points; points come packed, 16 bytes of each together, once per level, or in blocks through
// two halves of the memory where a node does not fit into it (MeansBuilder). In a search, one warp per query first chooses leaves by a heap of means,
// then goes through those of their points that are on the GPU. Memory: device_memory, at least 1 byte a point; on the host 9 bytes a point. Cost: to
// build, up to 20·K·L distances a point, K·L in a row for a thread; then K means a level and a few leaves a query. Floor: for each level and turn the
// points once through the GPU's memory. Loses to trees of boxes in few dimensions, and where few points a node leave threads idle. Source: vocabulary
// tree text (construction on heterogeneous platforms, CN105573834A); search by Nistér and Stewénius 2006.
#include <algorithm>

#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/gpu/kernel_time.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/means_builder.cuh"
#include "compute/neighbours/knn/recall.h"
#include "compute/neighbours/knn/scan_points.cuh"
#include "compute/neighbours/knn/searcher.cuh"
#include "compute/neighbours/knn/vocabulary_search.cuh"

namespace arete::cuda {

namespace {

size_t limitFrom(const ParamValues& params, const CudaDevice& device) {
  const size_t wanted = size_t(params.get(kDeviceMemoryParam)) << 20, free = device.freeBytes();
  return wanted > 0 ? std::min(wanted, free) : free / 10 * 8;
}

template <class T>
class VocabularyTree final : public KnnSearcher {
 public:
  VocabularyTree(const KnnInput& in, const StageContext& context)
      : KnnSearcher(in),
        probes_(uint32_t(in.params.get(kVocabularyProbesParam))),
        limit_bytes_(limitFrom(in.params, cudaDevice(context))),
        tree_(in.reference.size(), in.reference.dimension(),
              {uint32_t(in.params.get(kVocabularyChildrenParam)), uint32_t(in.params.get(kVocabularyLevelsParam))}) {
    if (in.reference.empty()) return;
    const PointsView<T> points = in.reference.view<T>();
    MeansBuilder<T>(points, makeFixedScale(PointCloud(in.reference)), tree_.shape(), limit_bytes_, context).build(tree_, order_);
    CudaDevice& device = cudaDevice(context);
    nodes_ = Buffer<MeansNode>(tree_.nodes().size(), device.stream());
    means_ = Buffer<T>(tree_.means().size(), device.stream());
    device.staging().upload(nodes_.data(), tree_.nodes().data(), nodes_.size() * sizeof(MeansNode), device.stream());
    device.staging().upload(means_.data(), tree_.means().data(), means_.size() * sizeof(T), device.stream());
    CUDA_CHECK(cudaStreamSynchronize(device.stream()));
  }

  std::vector<Bounds> cells(uint32_t level) const override {
    if (order_.empty()) return {};
    return tree_.cells(level, reference_.view<T>(), order_.data());
  }

 private:
  static constexpr size_t kUsualHeap = 1024;  // keys; queries that need more come again

  /// A search's share of the GPU's memory.
  struct Plan {
    size_t heaps;      ///< keys for all of them
    uint32_t queries;  ///< at once
    uint32_t places;   ///< points at once
  };

  MeansTreeView<T> view() const { return {nodes_.data(), means_.data(), uint32_t(tree_.nodes().size()), reference_.dimension()}; }

  Plan planFor(uint32_t queries, uint32_t k, uint32_t mostLeaves, const CudaDevice& device) const {
    constexpr uint32_t kWarpsFilling = 32;  // a multiprocessor
    const size_t fixed = nodes_.size() * sizeof(MeansNode) + means_.size() * sizeof(T), heap = nodes_.size() * sizeof(Key<T>);
    const size_t query =
        reference_.dimension() * sizeof(T) + (1 + mostLeaves) * sizeof(uint32_t) + k * (sizeof(Key<T>) + sizeof(uint32_t) + sizeof(T));
    const size_t place = packedDimension<T>(reference_.dimension()) * sizeof(T) + sizeof(uint32_t);
    if (fixed + heap + query + kPackedGroup * place > limit_bytes_)
      throw Error(ErrorKind::outOfMemory, "not enough GPU memory", "",
                  "the means take " + std::to_string(((fixed + heap) >> 20) + 1) + " MiB; " + std::to_string(limit_bytes_ >> 20) + " may be used",
                  "allow more (--device-memory), or make fewer (--vocabulary-children, --vocabulary-levels)");
    const size_t left = limit_bytes_ - fixed;
    Plan plan{};
    const size_t filling = size_t(device.multiprocessors()) * kWarpsFilling * std::min<size_t>(kUsualHeap, nodes_.size());
    plan.heaps = std::clamp(left / 4 / sizeof(Key<T>), nodes_.size(), std::max(filling, nodes_.size()));
    plan.queries = uint32_t(std::clamp<size_t>(left / 4 / query, 1, queries));
    plan.places = uint32_t(std::clamp<size_t>(left / 2 / place / kPackedGroup * kPackedGroup, kPackedGroup, reference_.size()));
    return plan;
  }

  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    CudaDevice& device = cudaDevice(context);
    const cudaStream_t stream = device.stream();
    const uint32_t k = query.k, fewest = k + (query.excludeSelf ? 1 : 0), most = std::max(probes_, fewest);
    const Plan plan = planFor(found.queries, k, most, device);
    const Buffer<uint32_t> chosen(size_t(plan.queries) * most, stream), counts(plan.queries, stream), indices(size_t(plan.queries) * k, stream);
    const Buffer<T> squared(size_t(plan.queries) * k, stream);
    const Buffer<Key<T>> lists(size_t(plan.queries) * k, stream), heaps(plan.heaps, stream);
    const Buffer<uint32_t> overflows(1, stream);
    makeRoom(plan.places, stream);
    const Timer transfer(stream), work(stream);
    bool forwards = true;
    for (uint32_t first = 0, count = 0; first < found.queries; first += count, forwards = !forwards) {
      count = std::min(plan.queries, found.queries - first);
      transfer.start();
      const DevicePointSet<T> points(query.points, first, count, device.staging(), stream);
      transfer.stop();
      found.times.transfer += transfer.milliseconds();
      work.start();
      CUDA_CHECK(cudaMemsetAsync(lists.data(), 0xff, size_t(count) * k * sizeof(Key<T>), stream));
      LeafChoice<T> choice{points.view(), 0, count, probes_, fewest, most, chosen.data(), counts.data(), heaps.data()};
      choice.overflows = overflows.data();
      overflows.clear();
      choose(choice, plan.heaps, kUsualHeap, context, stream);
      choice.again = true;
      if (overflows.download(1)[0] > 0) choose(choice, plan.heaps, nodes_.size(), context, stream);
      LeafScan<T> scan{packed_.data(), indices_.data(), 0, 0, first, query.excludeSelf, k, lists.data()};
      const uint32_t n = reference_.size(), stretches = (n + plan.places - 1) / plan.places;
      for (uint32_t i = 0; i < stretches; ++i) {  // first what is there already
        load((forwards ? i : stretches - 1 - i) * plan.places, std::min(plan.places, n), device);
        scan.begin = here_;
        scan.end = std::min(n, here_ + plan.places);
        inSlices(choice, context, stream, [&](const LeafChoice<T>& slice) { scanLeaves<T>(view(), slice, scan, stream); });
      }
      takeApart(lists.data(), size_t(count) * k, indices.data(), squared.data(), stream);
      work.stop();
      found.times.query += work.milliseconds();
      transfer.start();
      device.staging().download(&found.indices[size_t(first) * k], indices.data(), size_t(count) * k * sizeof(uint32_t), stream);
      device.staging().download(&found.squared<T>()[size_t(first) * k], squared.data(), size_t(count) * k * sizeof(T), stream);
      transfer.stop();
      found.times.transfer += transfer.milliseconds();
      context.report(double(first + count) / found.queries);
    }
    found.recall = recall(query, found, context);
  }

  /// Leaves of all queries, with heaps of `size` keys, or of all nodes where that is less.
  void choose(LeafChoice<T>& choice, size_t keys, size_t size, const StageContext& context, cudaStream_t stream) const {
    choice.heapSize = uint32_t(std::min(size, nodes_.size()));
    choice.warps = uint32_t(keys / choice.heapSize);
    inSlices(choice, context, stream, [&](const LeafChoice<T>& slice) { chooseLeaves<T>(view(), slice, stream); });
  }

  /// Launches that end in time for any leaves.
  template <class Launch>
  static void inSlices(LeafChoice<T> all, const StageContext& context, cudaStream_t stream, const Launch& launch) {
    constexpr double kShort_ms = 10, kLong_ms = 40;
    constexpr uint32_t kFirst = 1 << 14, kLeast = 64, kMost = 1 << 28;
    const Timer timer(stream);
    const uint32_t end = all.count;
    for (uint32_t slice = kFirst; all.first < end; all.first += all.count) {
      all.count = std::min(slice, end - all.first);
      timer.start();
      launch(all);
      timer.stop();
      const double took = timer.milliseconds();
      if (took < kShort_ms) slice = std::min(slice * 4, kMost);
      if (took > kLong_ms) slice = std::max(slice / 4, kLeast);
      context.checkStop();
    }
  }

  void makeRoom(uint32_t places, cudaStream_t stream) {
    if (places == places_) return;
    const size_t rounded = (size_t(places) + kPackedGroup - 1) / kPackedGroup * kPackedGroup;
    packed_ = {};
    indices_ = {};
    packed_ = Buffer<T>(rounded * packedDimension<T>(reference_.dimension()), stream);
    indices_ = Buffer<uint32_t>(rounded, stream);
    places_ = places;
    here_ = UINT32_MAX;
  }

  /// Brings the points from a place on to the GPU, packed, unless they are there already.
  void load(uint32_t begin, uint32_t most, CudaDevice& device) {
    if (here_ == begin) return;
    const PointsView<T> points = reference_.view<T>();
    const uint32_t count = std::min(most, points.count - begin);
    const int padded = packedDimension<T>(points.dimension);
    const size_t group_bytes = size_t(kPackedGroup) * padded * sizeof(T), groups = (size_t(count) + kPackedGroup - 1) / kPackedGroup;
    here_ = UINT32_MAX;
    device.staging().uploadMade(
        packed_.data(), groups * group_bytes, group_bytes,
        [&](std::byte* where, size_t first, size_t bytes) {
          T* const packed = reinterpret_cast<T*>(where);
          const size_t from = first / group_bytes * kPackedGroup, end = std::min<size_t>(count, (first + bytes) / group_bytes * kPackedGroup);
          std::fill_n(packed, bytes / sizeof(T), T(0));
          for (size_t i = from; i < end; ++i)
            for (int k = 0; k < points.dimension; ++k) packed[packedAt<T>(i - from, k, padded)] = points.at(order_[begin + i], k);
        },
        device.stream());
    device.staging().upload(indices_.data(), &order_[begin], count * sizeof(uint32_t), device.stream());
    here_ = begin;
  }

  /// Of some queries against all pairs.
  double recall(const KnnQuery& query, const Neighbours& found, const StageContext& context) const {
    CudaDevice& device = cudaDevice(context);
    const cudaStream_t stream = device.stream();
    const uint32_t n = reference_.size(), k = query.k;
    const std::vector<uint32_t> sample = recallSample(found.queries, n, reference_.dimension());
    const auto asked = uint32_t(sample.size());
    const PointArray queries = query.points.subset(sample);
    const DevicePointSet<T> points(queries, 0, asked, device.staging(), stream);
    const Buffer<uint32_t> names(asked, stream);
    const Buffer<Key<T>> lists(size_t(asked) * k, stream);
    names.upload(sample);
    CUDA_CHECK(cudaMemsetAsync(lists.data(), 0xff, lists.size() * sizeof(Key<T>), stream));
    const size_t room = limit_bytes_ / 8 / (reference_.dimension() * sizeof(T));
    const uint32_t atOnce = uint32_t(std::clamp<size_t>(room, 1, std::min<uint64_t>(n, kMostPairs / asked)));
    for (uint32_t first = 0, count = 0; first < n; first += count) {
      count = std::min(atOnce, n - first);
      const DevicePointSet<T> piece(reference_, first, count, device.staging(), stream);
      scanPoints<T>({.points = piece.view(),
                     .indices = nullptr,
                     .firstIndex = first,
                     .count = count,
                     .dimension = reference_.dimension(),
                     .queries = points.view(),
                     .names = names.data(),
                     .which = nullptr,
                     .whichCount = asked,
                     .k = k,
                     .excludeSelf = query.excludeSelf,
                     .lists = lists.data()},
                    device.properties(), stream);
      CUDA_CHECK(cudaStreamSynchronize(stream));
      context.checkStop();
    }
    const std::vector<Key<T>> keys = lists.download(lists.size());
    std::vector<uint32_t> exact(keys.size());
    std::transform(keys.begin(), keys.end(), exact.begin(), [](Key<T> key) { return uint32_t(key); });
    return recallOf(sample, exact, found.indices, k);
  }

  const uint32_t probes_;
  const size_t limit_bytes_;
  MeansNodes<T> tree_;
  std::vector<uint32_t> order_;  // indices of the points, leaf after leaf
  Buffer<MeansNode> nodes_;
  Buffer<T> means_, packed_;  // `packed_`, `indices_`: of the points from place here_ on
  Buffer<uint32_t> indices_;
  uint32_t here_ = UINT32_MAX, places_ = 0;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnVocabularyTree(const KnnInput& in, const StageContext& context) { return makeFor<VocabularyTree>(in, context); }

}  // namespace arete::cuda

// knn.cuda.best: the version to use, picked by dimension and sizes; always exact.
//
// Idea. (1) Next to nothing: a loop on the host has the answer before a kernel has started. (2) The nearest of up to four queries: one pass
// over the points at memory speed. More queries among few points: one block per query. (3) The nearest of some hundred or thousand queries, or
// of more in many dimensions: a bound for all pairs by matrix units in half precision (matrix_filter.cuh; for doubles and older devices by fused
// operations, filtered.cuh), exact distances only where the bound is within its error of the least. (4) Otherwise a tree of boxes over points in the
// order of Hilbert's curve; a warp goes down it for 32 queries that lie together, lanes testing 32 boxes at a time, then every lane looks into the
// leaves of eight points that its own query needs; of lists up to 32 long the distances in registers, longer ones per warp in shared memory
// (spatial_tree.cuh). The order is made by counting in cells as long as points are not too crowded for that, else by sorting. Answers are written in
// input order.
//
// Memory: (3) a number per query and 512 points; (4) the points 1.7 times more, while building 8 bytes a point and up to
// 16 MB besides, and as much for the queries. Cost: (2) a read of the points; (3) m·n·16 products of matrix units; (4) two passes to order
// each set, then the points of a few leaves a query. The tree is kept for the queries that follow.
// Several GPUs (kGpusParam) share the queries, or where these are few the points (on_gpus.cuh).
// Loses where data fill many dimensions evenly and k is above 1: then the tree looks at nearly everything. A stray a thousand times
// farther away than all others makes the bounds in (3) blunt: then many exact distances are computed.
// Source: ours; boxes over points on a curve as in Kamel and Faloutsos 1993, packets as in ray tracing.
#include "compute/core/gpu_params.h"
#include "compute/gpu/compiled_for.h"
#include "compute/gpu/kernel_time.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/filtered.cuh"
#include "compute/neighbours/knn/matrix_filter.cuh"
#include "compute/neighbours/knn/nearest_list.h"
#include "compute/neighbours/knn/on_gpu_search.cuh"
#include "compute/neighbours/knn/on_gpus.cuh"
#include "compute/neighbours/knn/one_query.cuh"
#include "compute/neighbours/knn/spatial_tree.cuh"

namespace arete::cuda {

namespace {

constexpr uint64_t kTiny = 1u << 15;      // coordinates that a host core compares in the time of a launch or two
constexpr uint64_t kFewPairs = 1u << 31;  // that the filter compares before a tree is built
constexpr uint64_t kManyPairs = uint64_t(1) << 35;
constexpr uint32_t kFewQueries = 4;
constexpr uint32_t kSomeQueries = 1u << 14;
constexpr uint64_t kFewCoordinates = 1u << 22;  // that a block for each of some queries compares in the time of the filter's launches
constexpr int kManyDimensions = 8;              // where boxes keep little away

template <class T>
class Best final : public DeviceSearcher<T>, public OnGpuSearch {
 public:
  Best(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in) { cudaDevice(context); }

  /// Whether several GPUs may divide the curve through space among them, each answering the queries in its share: where a tree is searched, and
  /// points are not so crowded that all queries would have to be sorted by each.
  bool hasShares(uint32_t queries, uint32_t k) {
    if (wayOf(queries, k) != Way::tree) return false;
    prepare(Way::tree);
    return !frame_->wide;
  }
  /// Points that lie on this GPU, instead of uploading them.
  void takePoints(DevicePointSet<T> points, const StageContext& context) {
    this->points_ = std::move(points);
    makeRoom(context);
  }
  bool hasPoints() const { return this->points_.size() > 0; }
  const DevicePointSet<T>& points() const { return this->points_; }
  /// The queries in the share, if it has points and shares. Does not wait.
  void answerShare(const DeviceQueries<T>& queries, CurveShare share, const SharedAnswer<T>& answer, KnnTimes& times, const StageContext& context) {
    const double builtBefore = times.build;
    const Timer work(cudaDevice(context).stream());
    work.start();
    treeFor(times, context).search(queries, answer, context, share);
    work.stop();
    times.query += work.milliseconds() - (times.build - builtBefore);
  }

  /// Some of the queries, on the GPU; `found` is for notes and times.
  void answer(const KnnQuery& query, const AnswerRows<T>& rows, Neighbours& found, const StageContext& context) {
    makeReady(rows.end - rows.first, query.k, found, context);
    this->searchRows(query, rows, found, context);
  }

  void searchInto(const KnnQuery& query, uint32_t* indices, void* squared, Neighbours& found, const StageContext& context) override {
    if (found.queries == 0) return;
    makeReady(found.queries, query.k, found, context);
    const auto into = [&](size_t place, size_t) { return DeviceAnswer<T>{indices + place, static_cast<T*>(squared) + place, query.k}; };
    this->inBatches(query, 0, found.queries, found, context, into, [](size_t, size_t) {});
  }

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    const PointsView<T> references = this->reference_.template view<T>();
    if (uint64_t(found.queries) * references.count * references.dimension <= kTiny) return searchOnHost(references, query, found);
    makeReady(found.queries, query.k, found, context);
    DeviceSearcher<T>::search(query, found, context);
  }

  void makeReady(uint32_t queries, uint32_t k, Neighbours& found, const StageContext& context) {
    if (this->points_.size() > 0) return;
    this->upload(std::nullopt, found.times, context, [&] {
      const Way way = wayOf(queries, k);
      prepare(way);
      if (way == Way::filter && byMatrices())
        scratch_.reserve(MatrixPlan(this->reference_.size(), cudaDevice(context)).bytes(queries), cudaDevice(context).stream());
      makeRoom(context);
    });
  }
  void makeRoom(const StageContext& context) {
    scan_ = ScanMemory<T>(kFewQueries, cudaDevice(context));
    mostHalf_ = Buffer<Bits<T>>(1, cudaDevice(context).stream());
    mostHalf_.clear();
  }

  static void searchOnHost(const PointsView<T>& references, const KnnQuery& query, Neighbours& found) {
    const PointsView<T> queries = query.points.view<T>();
    T* const distances = found.squared<T>().data();
    for (uint32_t i = 0; i < queries.count; ++i) {
      const size_t row = size_t(i) * query.k;
      shared::NearestList<T> nearest(&found.indices[row], distances + row, query.k, query.excludeSelf ? i : UINT32_MAX);
      for (uint32_t j = 0; j < references.count; ++j)
        nearest.offer(shared::squaredDistance(queries.point(i), queries.coordinateStride, references.point(j), references.coordinateStride,
                                              references.dimension),
                      j);
    }
    found.note = "so few points that the host was faster";
  }

  enum class Way { scan, blocks, filter, tree };
  Way wayOf(uint32_t m, uint32_t k) const {
    const uint64_t pairs = uint64_t(m) * this->reference_.size();
    const int d = this->reference_.dimension();
    if (k > 1) return Way::tree;
    if (m <= kFewQueries) return Way::scan;
    if (m <= kSomeQueries && pairs * d <= kFewCoordinates) return Way::blocks;
    return (!tree_ && pairs <= kFewPairs) || (d >= kManyDimensions && pairs <= kManyPairs) ? Way::filter : Way::tree;
  }
  /// Computed by the host from a sample, once.
  void prepare(Way way) {
    if (way == Way::filter && !centre_) centre_ = Centre<T>::of(this->reference_);
    if (way == Way::tree && !frame_) frame_ = CodeFrame<T>::of(this->reference_);
  }

  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours& found, const StageContext& context) override {
    const Way way = wayOf(queries.size(), queries.k);
    prepare(way);
    if (way == Way::scan || way == Way::blocks) return answerByScan<T>(this->points_, queries, way == Way::scan, scan_, answer, context);
    if (way == Way::filter) return filtered(queries, answer, context);
    treeFor(found.times, context).search(queries, answer, context);
  }

  const SpatialTree<T>& treeFor(KnnTimes& times, const StageContext& context) {
    if (tree_) return *tree_;
    const Timer build(cudaDevice(context).stream());
    build.start();
    tree_ = makeSpatialTree<T>(this->points_, *frame_, context);
    build.stop();
    times.build += build.milliseconds();
    return *tree_;
  }

  static bool byMatrices() { return sizeof(T) == sizeof(float) && compiledFor(matrixMinima<3, MatrixPlan::kFragments>) >= kWithMatrixUnits; }

  void filtered(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, const StageContext& context) {
    if constexpr (sizeof(T) == sizeof(float))
      if (byMatrices()) {
        const auto by = [&]<int D>() { answerByMatrices<D>(this->points_, *centre_, queries, mostHalf_.data(), scratch_, answer, context); };
        const int dimension = this->points_.dimension();
        if (dimension <= 3) return by.template operator()<3>();
        if (dimension <= kFewDimensions) return by.template operator()<kFewDimensions>();
        if (dimension <= 8) return by.template operator()<8>();
        return by.template operator()<kMaxDimension>();
      }
    const auto with = [&]<int D>() { answerFiltered<T, D>(this->points_, *centre_, queries, mostHalf_.data(), answer, context); };
    const int dimension = this->points_.dimension();
    if (dimension <= 2) with.template operator()<2>();
    else if (dimension == 3) with.template operator()<3>();
    else if (dimension <= 6) with.template operator()<6>();
    else if (dimension <= 8) with.template operator()<8>();
    else with.template operator()<16>();
  }

  std::optional<Centre<T>> centre_;
  std::optional<CodeFrame<T>> frame_;
  ScanMemory<T> scan_;
  Buffer<Bits<T>> mostHalf_;  // of all points, once a filter has seen them
  Buffer<std::byte> scratch_;
  std::unique_ptr<SpatialTree<T>> tree_;
};

template <class T>
using BestOnGpus = KnnOnGpus<T, Best<T>>;

}  // namespace

std::unique_ptr<KnnSearcher> knnBest(const KnnInput& in, const StageContext& context) {
  if ((in.params.get(kGpusParam) != 1 || in.params.get(kGpuPartsParam) > 0) && !in.reference.empty()) return makeFor<BestOnGpus>(in, context);
  return makeFor<Best>(in, context);
}

}  // namespace arete::cuda

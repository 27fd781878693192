// A search on several GPUs, by a searcher of one GPU on each.
//
// Where there are many queries, each GPU has all points and answers some of the queries: the search and the answers' way to the host are shared, and
// each builds its structure for itself. Which ones: those in its stretch of the curve through space, which lie together as closely as on one GPU. For
// that GPUs reach each other's memory: each uploads a stretch of points and queries and copies the others' from GPU to GPU, and writes an answer to
// the GPU that takes it to the host. Where they cannot (GPUs without such a way, too little memory, points too crowded, no tree) each answers a
// stretch of the queries by number, whose packets are wider. Where there are few queries, each GPU has a stretch of the points and answers all
// queries: upload and building are shared, and the host merges the lists. All give the bits of one GPU: lists are in order of (distance, index), and
// stretches in order of indices.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "compute/core/cuda_support.h"
#include "compute/core/gpu_params.h"
#include "compute/gpu/gpu_team.h"
#include "compute/gpu/on_each.h"
#include "compute/neighbours/knn/searcher.cuh"
#include "compute/neighbours/knn/spatial_tree.cuh"

namespace arete::cuda {

/// `One` is a searcher that offers, besides what every searcher has, what Best does for this.
template <class T, class One>
class KnnOnGpus final : public KnnSearcher {
 public:
  KnnOnGpus(const KnnInput& in, const StageContext& context) : KnnSearcher(in), params_(in.params) {
    const auto wanted = size_t(in.params.get(kGpusParam)), asked = size_t(in.params.get(kGpuPartsParam)), there = gpus().size();
    devices_ = cudaDevice(context).team(asked > 0 ? asked : wanted == 0 ? there : std::min(wanted, there), int(wanted));
    reachable_ = devices_.size() <= SharedAnswer<T>::kMostOwners && letUsePoolsOfEachOther(devices_);
  }
  ~KnnOnGpus() override { clear(); }

 private:
  static constexpr uint32_t kFewestQueriesPerGpu = 1u << 18, kFewestPointsPerGpu = 1u << 20;
  static constexpr uint32_t kPointsPerFewQuery = 4;  // with more of them than this for each query, building takes longer than searching
  static constexpr size_t kMergedAtOnce = 1 << 12;

  enum class Sharing { none, queries, points };

  Sharing sharingFor(uint32_t queries) const {
    const size_t n = reference_.size(), count = devices_.size();
    if (count == 1) return Sharing::none;
    if (queries / count >= kFewestQueriesPerGpu && queries >= n / kPointsPerFewQuery) return Sharing::queries;
    return n / count >= kFewestPointsPerGpu ? Sharing::points : Sharing::none;
  }

  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    const Sharing sharing = sharingFor(found.queries);
    const bool ofStretches = sharing == Sharing::points;
    if (ofStretches == stretches_.empty()) clear();
    if (ofStretches) return searchPoints(query, found, context);
    searchers_.resize(devices_.size());
    if (sharing == Sharing::queries && canShareCurve(query, found, context)) return searchCurve(query, found, context);
    searchQueries(query, found, sharing == Sharing::queries ? devices_.size() : 1, context);
    if (sharing == Sharing::none && devices_.size() > 1) found.note = "so small that one GPU is faster";
  }

  /// What a GPU has of a search in shares of the curve. The stretches, of queries and points, and the answers are by number.
  struct OwnPart {
    explicit OwnPart(int gpu) : gpu(gpu) {}
    OwnPart(OwnPart&&) = default;
    ~OwnPart() {
      const OnGpu here(gpu);
      queries = {}, points = {}, indices = {}, squared = {};
    }
    int gpu;
    DevicePointSet<T> queries, points;
    Buffer<uint32_t> indices;
    Buffer<T> squared;
    KnnTimes times;
  };

  bool canShareCurve(const KnnQuery& query, const Neighbours& found, const StageContext& context) {
    if (!reachable_) return false;
    for (size_t i = 0; i < devices_.size(); ++i) {
      const OnGpu here(devices_[i]->index());
      if (!searcherOf(i, context).hasShares(found.queries, query.k) || !hasRoom(i, query, found)) return false;
    }
    return true;
  }
  /// For twice the points and queries, ordered ones of both, and answers, together for all parts of a GPU.
  bool hasRoom(size_t i, const KnnQuery& query, const Neighbours& found) const {
    constexpr size_t kOrdered = 32, kPerAnswer = sizeof(uint32_t) + sizeof(T);
    const size_t each = 2 * reference_.dimension() * sizeof(T) + kOrdered + reference_.dimension() * sizeof(T), count = devices_.size();
    const size_t bytes = (size_t(reference_.size()) + found.queries) * each + size_t(found.queries) / count * query.k * kPerAnswer;
    const auto parts = size_t(std::ranges::count_if(devices_, [&](const CudaDevice* other) { return other->index() == devices_[i]->index(); }));
    return devices_[i]->hasFree(2 * bytes * parts);
  }
  One& searcherOf(size_t i, const StageContext& context) {
    if (!searchers_[i]) searchers_[i] = std::make_unique<One>(KnnInput{reference_, params_}, contextOf(i, context));
    return *searchers_[i];
  }

  void searchCurve(const KnnQuery& query, Neighbours& found, const StageContext& context) {
    const bool own = &query.points == &reference_;
    const bool all = std::ranges::all_of(searchers_, [](const auto& searcher) { return searcher->hasPoints(); });  // one may have answered before
    const uint32_t rowsEach = uint32_t((found.queries + devices_.size() - 1) / devices_.size());
    std::vector<OwnPart> parts;
    parts.reserve(devices_.size());
    for (const CudaDevice* const device : devices_) parts.emplace_back(device->index());
    SharedAnswer<T> answer(rowsEach);
    onEachGpu([&](size_t i) {
      const cudaStream_t stream = devices_[i]->stream();
      const Timer transfer(stream);
      transfer.start();
      if (!all) parts[i].points = stretchOn(i, reference_);
      if (!own) parts[i].queries = stretchOn(i, query.points);
      const size_t size = size_t(rowsOf(query, rowsEach, i)) * query.k;
      parts[i].indices = Buffer<uint32_t>(size, stream), parts[i].squared = Buffer<T>(size, stream);
      transfer.stop();
      parts[i].times.transfer += transfer.milliseconds();
      answer.of[i] = {parts[i].indices.data(), parts[i].squared.data(), query.k};
    });
    onEachGpu([&](size_t i) { answerShare(query, own, parts, answer, i, contextOf(i, context)); });
    onEachGpu([&](size_t i) { takeAnswers(query, rowsEach, parts[i], found, i); });
    for (const OwnPart& part : parts) takeTimes(part.times, found.times);
  }

  DevicePointSet<T> stretchOn(size_t i, const PointArray& points) const {
    const uint64_t n = points.size(), count = devices_.size();
    const auto first = uint32_t(n * i / count), end = uint32_t(n * (i + 1) / count);
    return DevicePointSet<T>(points, first, end - first, devices_[i]->staging(), devices_[i]->stream());
  }

  /// When all have uploaded.
  void answerShare(const KnnQuery& query, bool own, std::vector<OwnPart>& parts, const SharedAnswer<T>& answer, size_t i,
                   const StageContext& context) {
    const cudaStream_t stream = devices_[i]->stream();
    const auto joined = [&](DevicePointSet<T> OwnPart::*of) {
      std::vector<const DevicePointSet<T>*> sets;
      for (const OwnPart& part : parts) sets.push_back(&(part.*of));
      return DevicePointSet<T>(sets, stream);
    };
    KnnTimes& times = parts[i].times;
    One& searcher = *searchers_[i];
    const Timer transfer(stream);
    transfer.start();
    if (!searcher.hasPoints()) searcher.takePoints(joined(&OwnPart::points), context);
    const DevicePointSet<T> queries = own ? DevicePointSet<T>() : joined(&OwnPart::queries);
    transfer.stop();
    const CurveShare share{uint32_t(i), uint32_t(parts.size())};
    searcher.answerShare({own ? searcher.points() : queries, 0, query.k, query.excludeSelf, own}, share, answer, times, context);
    times.transfer += transfer.milliseconds();
  }

  /// When all have answered.
  void takeAnswers(const KnnQuery& query, uint32_t rowsEach, OwnPart& part, Neighbours& found, size_t i) const {
    CudaDevice& device = *devices_[i];
    const size_t place = size_t(rowsEach) * i * query.k, size = size_t(rowsOf(query, rowsEach, i)) * query.k;
    const Timer transfer(device.stream());
    transfer.start();
    device.staging().download(found.indices.data() + place, part.indices.data(), size * sizeof(uint32_t), device.stream());
    device.staging().download(found.squared<T>().data() + place, part.squared.data(), size * sizeof(T), device.stream());
    transfer.stop();
    part.times.transfer += transfer.milliseconds();
  }

  static uint32_t rowsOf(const KnnQuery& query, uint32_t rowsEach, size_t i) {
    return uint32_t(std::clamp<int64_t>(int64_t(query.points.size()) - int64_t(rowsEach) * int64_t(i), 0, rowsEach));
  }

  void searchQueries(const KnnQuery& query, Neighbours& found, size_t count, const StageContext& context) {
    std::vector<Neighbours> about(count);  // notes and times of each
    onEach(count, [&](size_t i) {
      const OnGpu here(devices_[i]->index());
      const StageContext own = contextOf(i, context);
      searcherOf(i, context);
      const auto first = uint32_t(uint64_t(found.queries) * i / count), end = uint32_t(uint64_t(found.queries) * (i + 1) / count);
      const size_t place = size_t(first) * query.k;
      searchers_[i]->answer(query, {found.indices.data() + place, found.squared<T>().data() + place, first, end}, about[i], own);
    });
    for (const Neighbours& each : about) takeTimes(each.times, found.times);
  }

  /// No query leaves itself out: these are as many as the points.
  void searchPoints(const KnnQuery& query, Neighbours& found, const StageContext& context) {
    if (stretches_.empty()) makeStretches();
    std::vector<Neighbours> parts(devices_.size());
    onEach(parts.size(), [&](size_t i) {
      const OnGpu here(devices_[i]->index());
      const StageContext own = contextOf(i, context);
      if (!searchers_[i]) searchers_[i] = std::make_unique<One>(KnnInput{stretches_[i], params_}, own);
      parts[i] = searchers_[i]->query({query.points, std::min(query.k, stretches_[i].size()), false}, own);
    });
    context.device.threads().forEachRange(found.queries, kMergedAtOnce, [&](size_t begin, size_t end, int) {
      context.checkStop();
      std::vector<uint32_t> next(parts.size());
      for (size_t row = begin; row < end; ++row) {
        std::ranges::fill(next, 0u);
        merge(parts, row, query, next, found);
      }
    });
    for (const Neighbours& each : parts) takeTimes(each.times, found.times);
  }

  /// The lists of a query become one; of equal distances those of earlier stretches come first, as their indices are lower. `next`: zeros.
  void merge(std::vector<Neighbours>& parts, size_t row, const KnnQuery& query, std::vector<uint32_t>& next, Neighbours& found) const {
    for (uint32_t i = 0; i < query.k; ++i) {
      size_t best = parts.size();
      T least = T(INFINITY);
      for (size_t part = 0; part < parts.size(); ++part) {
        if (next[part] == parts[part].k) continue;
        const T squared = parts[part].template squared<T>()[row * parts[part].k + next[part]];
        if (best == parts.size() || squared < least) best = part, least = squared;
      }
      const uint32_t index = firsts_[best] + parts[best].indices[row * parts[best].k + next[best]++];
      found.indices[row * query.k + i] = index;
      found.squared<T>()[row * query.k + i] = least;
    }
  }

  void makeStretches() {
    const size_t n = reference_.size(), count = devices_.size();
    searchers_.resize(count);
    for (size_t i = 0; i < count; ++i) {
      const size_t first = n * i / count, end = n * (i + 1) / count;
      std::vector<uint32_t> members(end - first);
      std::iota(members.begin(), members.end(), uint32_t(first));
      stretches_.push_back(reference_.subset(members));
      firsts_.push_back(uint32_t(first));
    }
  }
  void clear() {
    for (size_t i = 0; i < searchers_.size(); ++i) {
      const OnGpu here(devices_[i]->index());
      searchers_[i].reset();
    }
    searchers_.clear(), stretches_.clear(), firsts_.clear();
  }
  StageContext contextOf(size_t i, const StageContext& context) const {
    return {*devices_[i], context.stop, i == 0 ? context.progress : std::function<void(double)>()};
  }
  /// f(i) on a thread whose current GPU is that of device i.
  template <class F>
  void onEachGpu(const F& f) const {
    onEach(devices_.size(), [&](size_t i) {
      const OnGpu here(devices_[i]->index());
      f(i);
    });
  }
  /// As long as the slowest.
  static void takeTimes(const KnnTimes& of, KnnTimes& all) {
    for (double KnnTimes::*const part : {&KnnTimes::transfer, &KnnTimes::build, &KnnTimes::query}) all.*part = std::max(all.*part, of.*part);
  }

  const ParamValues params_;
  std::vector<CudaDevice*> devices_;
  bool reachable_ = false;             // each GPU's buffers by the kernels of all
  std::vector<PointArray> stretches_;  // where points are shared; searchers_ are of these then
  std::vector<uint32_t> firsts_;
  std::vector<std::unique_ptr<One>> searchers_;
};

}  // namespace arete::cuda

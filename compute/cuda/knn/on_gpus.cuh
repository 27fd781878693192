// A search on several GPUs, by a searcher of one GPU on each.
//
// Where there are many queries, each GPU has all points and answers a stretch of the queries: the search and the answers' way to the host are shared,
// and each builds its structure for itself. Where there are few, each has a stretch of the points and answers all queries: upload and building are
// shared, and the host merges the lists. Both give the bits of one GPU: lists are in order of (distance, index), and stretches in order of indices.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "compute/core/cuda_support.h"
#include "compute/cuda/knn/searcher.cuh"
#include "compute/cuda/on_each.h"
#include "compute/parts/several_gpus.h"

namespace arete::cuda {

/// `One` is a searcher with answer(query, rows, found, context) besides what every searcher has.
template <class T, class One>
class KnnOnGpus final : public KnnSearcher {
 public:
  KnnOnGpus(const KnnInput& in, const StageContext& context) : KnnSearcher(in), params_(in.params) {
    const auto wanted = size_t(in.params.get(kGpusParam)), asked = size_t(in.params.get(kGpuPartsParam)), there = gpus().size();
    devices_ = cudaDevice(context).team(asked > 0 ? asked : wanted == 0 ? there : std::min(wanted, there), int(wanted));
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
    searchQueries(query, found, sharing == Sharing::queries ? devices_.size() : 1, context);
    if (sharing == Sharing::none && devices_.size() > 1) found.note = "so small that one GPU is faster";
  }

  void searchQueries(const KnnQuery& query, Neighbours& found, size_t count, const StageContext& context) {
    searchers_.resize(devices_.size());
    std::vector<Neighbours> about(count);  // notes and times of each
    onEach(count, [&](size_t i) {
      const OnGpu here(devices_[i]->index());
      const StageContext own = contextOf(i, context);
      if (!searchers_[i]) searchers_[i] = std::make_unique<One>(KnnInput{reference_, params_}, own);
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
  /// As long as the slowest.
  static void takeTimes(const KnnTimes& of, KnnTimes& all) {
    for (double KnnTimes::*const part : {&KnnTimes::transfer, &KnnTimes::build, &KnnTimes::query}) all.*part = std::max(all.*part, of.*part);
  }

  const ParamValues params_;
  std::vector<CudaDevice*> devices_;
  std::vector<PointArray> stretches_;  // where points are shared; searchers_ are of these then
  std::vector<uint32_t> firsts_;
  std::vector<std::unique_ptr<One>> searchers_;
};

}  // namespace arete::cuda

// background.cuda.batches: one warp per edge flags what is near it, among the super-points and among the strewn places, which are kept with
// them on the GPU; circles off the network are a warp each. All branches and their parts are asked about at once
// (compute/network/graph/beside_sums.cuh), also those parts that a verdict on the full branch makes needless. The host keeps the graph, and judges.
// Memory: the grids, a byte a super-point, 60 a strewn place, what BesideSums takes. Cost: a round goes over the super-points within 2 R1 of each
// edge, and twice over those beside branches; it has six launches, and waits for the GPU three times. Floor: reading places and weights
// once. Loses to CPU threads for less than some ten thousand super-points. Source: 2D, step 9b.
#include <algorithm>
#include <cstring>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/background/background_rounds.h"
#include "compute/network/background/contract.h"
#include "compute/network/background/strewn_field.h"
#include "compute/network/graph/beside_sums.cuh"
#include "compute/network/graph/near_flags.cuh"

namespace arete::cuda {

using shared::Vector3;

namespace {

using Weight = unsigned long long;

__global__ void __launch_bounds__(kUsualBlock) strewnPlacesKernel(Sheet sheet, uint32_t count, Vector3* places) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) places[i] = sheet.place(i);
}

/// Weight and number of what is not flagged.
struct Unflagged {
  Weight weight, count;
};

/// `weights`: nullptr: 1 each.
__global__ void __launch_bounds__(kUsualBlock) unflaggedKernel(const uint8_t* flags, const int64_t* weights, uint32_t count, Unflagged* sum) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  const bool is = i < count && flags[i] == 0;
  const int64_t weight = added(is && weights != nullptr ? weights[i] : 0);
  const uint32_t mask = __ballot_sync(kAllLanes, is);
  if (threadIdx.x % kWarp != 0 || mask == 0) return;
  if (weight != 0) atomicAdd(&sum->weight, static_cast<Weight>(weight));
  atomicAdd(&sum->count, static_cast<Weight>(__popc(mask)));
}

struct CirclesThere {
  uint32_t all, empty;
};

/// Circles around places that are not flagged. One warp per circle.
template <int D>
__global__ void __launch_bounds__(kUsualBlock) circlesKernel(const __grid_constant__ RowLevels levels, const Vector3* places, const uint8_t* flags,
                                                             uint32_t count, double radius, CirclesThere* circles) {
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp;
  if (i >= count || flags[i] != 0) return;  // the whole warp
  const Vector3 centre = places[i];
  const shared::RowsView& view = levels.of(radius);
  bool holds = false;
  walkBall<D>(view, centre, radius, [&](uint32_t at, bool isThere) {
    holds = __any_sync(kAllLanes, isThere && squaredDistance(view.template place<D>(at), centre) <= radius * radius);
    return holds;
  });
  if (threadIdx.x % kWarp != 0) return;
  atomicAdd(&circles->all, 1u);
  if (!holds) atomicAdd(&circles->empty, 1u);
}

/// Kept with super-points.
class StrewnOnDevice {
 public:
  StrewnOnDevice(StrewnField field, const SuperPoints& points, uint32_t count, double narrowest, CudaDevice& device)
      : stream_(device.sharedStream()),
        gpu_(device.index()),
        field_(std::move(field)),
        narrowest_(narrowest),
        memory_(count, device.stream()),
        grids_(narrowest, points.dimension) {
    const PlaceBounds bounds = field_.isOnSphere() ? strewOnSphere(device) : strewInPlane(device);
    for (const int64_t weight : points.weights) weight_ += weight;
    grids_.need(narrowest, narrowest, {memory_.data(), nullptr, count, points.dimension, bounds}, device.stream());
  }
  ~StrewnOnDevice() {
    const OnGpu there(gpu_);
    grids_ = RowGrids(0, 2), memory_ = {};
  }
  bool suits(uint32_t count, double narrowest, const CudaDevice& device) const {
    return memory_.size() == count && narrowest_ == narrowest && stream_ == device.sharedStream();
  }
  double area() const { return field_.area(); }
  int64_t weight() const { return weight_; }  ///< of the cloud
  const Vector3* places() const { return memory_.data(); }
  uint32_t count() const { return uint32_t(memory_.size()); }
  /// One grid for balls of every size: there are few places.
  RowLevels levels() const {
    RowLevels levels = grids_.levels();
    for (int level = 1; level < RowLevels::kLevels; ++level) levels.level[level] = levels.level[0];
    return levels;
  }

 private:
  PlaceBounds strewInPlane(CudaDevice& device) const {
    const Sheet& sheet = field_.sheet();
    strewnPlacesKernel<<<blocksFor(memory_.size(), kUsualBlock), kUsualBlock, 0, device.stream()>>>(sheet, count(), memory_.data());
    CUDA_CHECK_LAUNCH("strewnPlacesKernel");
    return {sheet.low, sheet.high};
  }
  /// The host knows the cells of the sphere.
  PlaceBounds strewOnSphere(CudaDevice& device) const {
    constexpr size_t kGrain = 1024;
    std::vector<Vector3> places(memory_.size());
    device.threads().forEachRange(places.size(), kGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) places[i] = field_.place(uint32_t(i));
    });
    device.staging().upload(memory_.data(), places.data(), places.size() * sizeof(Vector3), device.stream());
    return PlaceBounds::of(places);
  }

  std::shared_ptr<CUstream_st> stream_;  // first made, last gone
  int gpu_;
  StrewnField field_;
  double narrowest_;
  int64_t weight_ = 0;
  Buffer<Vector3> memory_;
  RowGrids grids_;
};

struct KeptStrewn {
  std::shared_ptr<const StrewnOnDevice> places;
};

std::shared_ptr<const StrewnOnDevice> strewnOver(const BackgroundInput& in, CudaDevice& device) {
  const auto count = uint32_t(in.rules.backgroundPlaces);
  const double narrowest = in.rules.backgroundAway * in.r1;
  const auto onSphere = in.points.fieldOnSphere();
  return in.points.kept
      .get<KeptStrewn>([&](const KeptStrewn& kept) { return kept.places->suits(count, narrowest, device); },
                       [&] {
                         StrewnField field(in.points, onSphere, device.threads());
                         return KeptStrewn{std::make_shared<const StrewnOnDevice>(std::move(field), in.points, count, narrowest, device)};
                       })
      ->places;
}

class BatchCounts {
 public:
  BatchCounts(const BackgroundInput& in, CudaDevice& device, const StageContext& context)
      : in_(in),
        away_(in.rules.backgroundAway * in.r1),
        device_(device),
        stream_(device.stream()),
        context_(context),
        points_(superPointsOnDevice(in.points, device)),
        strewn_(strewnOver(in, device)),
        nodes_(in.nodes, device),
        sums_(in.points, nodes_, device),
        pointFlags_(in.points.size(), stream_),
        strewnFlags_(strewn_->count(), stream_),
        edges_(in.edges.size(), stream_) {
    for (const Edge& edge : in.edges) longest_ = std::max(longest_, distance(in.nodes[edge.a].place, in.nodes[edge.b].place));
  }

  OffNetwork off(std::span<const Edge> edges);
  /// To be called after off() of the same edges.
  StrewnCircles circles(std::span<const Edge> edges, double radius) const;
  template <class Judge>
  std::vector<Branch> failing(std::vector<Branch> branches, const Judge& judge);

 private:
  void flag(const RowLevels& levels, size_t edges, double width, const Buffer<uint8_t>& flags) const;
  template <class T>
  T downloaded(const Buffer<T>& one) const {
    T value;
    std::memcpy(&value, device_.download(one.data(), sizeof value), sizeof value);
    return value;
  }

  const BackgroundInput& in_;
  double away_;
  CudaDevice& device_;
  cudaStream_t stream_;
  const StageContext& context_;
  std::shared_ptr<const SuperPointsOnDevice> points_;
  std::shared_ptr<const StrewnOnDevice> strewn_;
  NodesOnDevice nodes_;
  BesideSums sums_;
  Buffer<uint8_t> pointFlags_, strewnFlags_;
  Buffer<Edge> edges_;  // those of the last off()
  double longest_ = 0;  // edge
};

void BatchCounts::flag(const RowLevels& levels, size_t edges, double width, const Buffer<uint8_t>& flags) const {
  flags.clear();
  const auto launch = [&](auto kernel) {
    kernel<<<blocksFor(edges, kFlagBlock / kWarp), kFlagBlock, 0, stream_>>>(levels, nodes_.placeList(), edges_.data(), uint32_t(edges), width,
                                                                             flags.data());
    CUDA_CHECK_LAUNCH("nearFlagsKernel");
  };
  if (in_.points.dimension == 2) launch(nearFlagsKernel<2>);
  else launch(nearFlagsKernel<3>);
}

OffNetwork BatchCounts::off(std::span<const Edge> edges) {
  device_.staging().upload(edges_.data(), edges.data(), edges.size_bytes(), stream_);
  flag(points_->grids(in_.r1, away_ + longest_ / 2), edges.size(), away_, pointFlags_);
  flag(strewn_->levels(), edges.size(), away_, strewnFlags_);
  struct Both {
    Unflagged points, strewn;
  };
  const Buffer<Both> found(1, stream_);
  found.clear();
  const uint32_t size = in_.points.size(), places = strewn_->count();
  unflaggedKernel<<<blocksFor(size, kUsualBlock), kUsualBlock, 0, stream_>>>(pointFlags_.data(), points_->places().weights, size,
                                                                             &found.data()->points);
  CUDA_CHECK_LAUNCH("unflaggedKernel");
  unflaggedKernel<<<blocksFor(places, kUsualBlock), kUsualBlock, 0, stream_>>>(strewnFlags_.data(), nullptr, places, &found.data()->strewn);
  CUDA_CHECK_LAUNCH("unflaggedKernel");
  const Both off = downloaded(found);
  return {int64_t(off.points.weight), strewn_->weight(), double(off.strewn.count), double(places), strewn_->area()};
}

StrewnCircles BatchCounts::circles(std::span<const Edge> edges, double radius) const {
  flag(strewn_->levels(), edges.size(), away_ + radius, strewnFlags_);
  const Buffer<CirclesThere> found(1, stream_);
  found.clear();
  const auto launch = [&](auto kernel) {
    kernel<<<blocksFor(strewn_->count(), kUsualBlock / kWarp), kUsualBlock, 0, stream_>>>(
        points_->grids(in_.r1, std::max(radius, in_.r1)), strewn_->places(), strewnFlags_.data(), strewn_->count(), radius, found.data());
    CUDA_CHECK_LAUNCH("circlesKernel");
  };
  if (in_.points.dimension == 2) launch(circlesKernel<2>);
  else launch(circlesKernel<3>);
  const CirclesThere circles = downloaded(found);
  return {circles.all, circles.empty};
}

template <class Judge>
std::vector<Branch> BatchCounts::failing(std::vector<Branch> branches, const Judge& judge) {
  std::vector<std::vector<BackgroundQuestion>> questions(branches.size());
  constexpr size_t kGrain = 16;
  context_.device.threads().forEachRange(branches.size(), kGrain, [&](size_t begin, size_t end, int) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) questions[i] = judge.questions(std::move(branches[i]));
  });
  size_t asked = 0;
  for (std::vector<BackgroundQuestion>& ofBranch : questions)
    for (BackgroundQuestion& one : ofBranch)
      if (one.least > 0) sums_.ask(one.part, {one.width, one.stretch, 1}), one.number = asked++;
  const std::vector<BesideSums::Sums> answers = sums_.answers(BesideBins::stretch);
  std::vector<std::vector<Branch>> failed(questions.size());
  context_.device.threads().forEachRange(questions.size(), kGrain, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) failed[i] = judge.failing(questions[i], [&](size_t q) { return answers[questions[i][q].number][0]; });
  });
  std::vector<Branch> all;
  for (std::vector<Branch>& parts : failed) std::ranges::move(parts, std::back_inserter(all));
  return all;
}

}  // namespace

std::vector<Edge> backgroundBatches(const BackgroundInput& in, const StageContext& context) {
  context.checkStop();
  if (in.edges.empty()) return {};
  BatchCounts counts(in, cudaDevice(context), context);
  return backgroundInRounds(in, counts, context);
}

}  // namespace arete::cuda

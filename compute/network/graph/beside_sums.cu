#include "compute/network/graph/beside_sums.cuh"

#include <algorithm>
#include <bit>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/look/warp_walk.cuh"

namespace arete::cuda {

using shared::BranchEdge;
using shared::BranchSide;
using shared::Vector3;

namespace {

constexpr uint32_t kMostWarps = 16, kLeastWarps = 2;  // for an edge
constexpr uint32_t kUsualPairs = 4;                   // for a super-point: memory that is asked for first
using Weight = unsigned long long;

struct Asked {
  const AskedQuestion* questions;
  const AskedEdge* edges;
  const Vector3* places;  // of nodes
  uint32_t count;         // edges
  shared::NodeSurface surface;

  __device__ BranchEdge edge(uint32_t e) const {
    const AskedEdge& asked = edges[e];
    return {places[asked.from], places[asked.to], asked.along, asked.length, asked.first, asked.last};
  }
  /// Where an edge sees a place; whether it does. One of length 0 sees nothing.
  __device__ bool sees(const BranchEdge& edge, double width, const Vector3& place, BranchSide& side) const {
    const double reach = edge.reach(width);
    if (edge.length == 0 || squaredDistance(place, edge.middle()) > reach * reach) return false;
    side = edge.side(place, surface);
    return side.squared <= width * width;
  }
  /// Whether a place that an edge sees counts there, and not at another edge of its branch, to which the branch returns. That edge must be as near,
  /// and none is longer than the longest, so edges are passed over by how far off the place they begin: in float, and a little fewer than that.
  __device__ bool countsAt(uint32_t e, const AskedQuestion& question, const Vector3& place, const BranchSide& side) const {
    constexpr float kLess = 1 - 1e-5f, kFewer = 0.01f;
    const float near = static_cast<float>(std::sqrt(side.squared)), perEdge = 1 / static_cast<float>(question.longest);
    for (uint32_t other = question.firstEdge, end = other + question.edges; other < end;) {
      const Vector3 offset = places[edges[other].from] - place;
      const auto x = static_cast<float>(offset.x), y = static_cast<float>(offset.y), z = static_cast<float>(offset.z);
      const float away = (std::sqrt(x * x + y * y + z * z) * kLess - near) * perEdge - kFewer;  // in longest edges
      if (1 <= away) {
        other += static_cast<uint32_t>(fminf(away, static_cast<float>(end - other)));
        continue;
      }
      BranchSide there{};
      if (other != e && sees(edge(other), question.question.width, place, there) && (there.isBefore(side) || (other < e && !side.isBefore(there))))
        return false;
      ++other;
    }
    return true;
  }
};

/// The bin of a place; negative: none.
__device__ int binOf(const BesideQuestion& question, const BranchSide& side, BesideBins bins) {
  const double from = question.stretch.from, to = question.stretch.to;
  if (bins == BesideBins::ends) return side.along < from ? 0 : side.along < to ? 1 : -1;
  if (!(side.along >= from && side.along <= to)) return -1;
  return bins == BesideBins::stretch ? 0 : shared::crestBinOf(side, question.binWidth);
}

/// A super-point that an edge sees.
struct SeenPoint {
  uint32_t question, point;
  BranchSide side;
};

/// Takes the pairs of question and super-point as keys, some of them twice. More than there is room for are only counted.
struct PairList {
  uint64_t* keys;
  uint32_t room;
  uint32_t* count;
  int pointBits;

  static constexpr bool kOnce = false;
  /// Called by all lanes of a warp.
  __device__ void take(bool has, const SeenPoint& seen) {
    const uint32_t lane = threadIdx.x % kWarp, mask = __ballot_sync(kAllLanes, has);
    if (mask == 0) return;
    uint32_t first = 0;
    if (lane == 0) first = atomicAdd(count, static_cast<uint32_t>(__popc(mask)));
    const uint32_t at = __shfl_sync(kAllLanes, first, 0) + __popc(mask & ((1u << lane) - 1));
    if (has && at < room) keys[at] = static_cast<uint64_t>(seen.question) << pointBits | seen.point;
  }
  __device__ void finish(uint32_t) {}
};

/// Adds weights up in bins, of which there are `kCount`. All that a warp sees belongs to one question.
template <int kCount>
struct BinTally {
  const int64_t* weights;
  const AskedQuestion* questions;
  BesideBins bins;
  Weight* sums;
  int64_t own[kCount];  // of this lane, 0 at first

  static constexpr bool kOnce = true;
  __device__ void take(bool has, const SeenPoint& seen) {
    if (!has) return;
    const int bin = binOf(questions[seen.question].question, seen.side, bins);
    const int64_t weight = weights[seen.point];
    for (int b = 0; b < kCount; ++b) own[b] += b == bin ? weight : 0;  // not own[bin], so that they stay in registers
  }
  __device__ void finish(uint32_t question) {
    for (int b = 0; b < kCount; ++b)
      if (const int64_t all = added(own[b]); all != 0 && threadIdx.x % kWarp == 0)
        atomicAdd(sums + size_t(question) * BesideSums::kBins + b, static_cast<Weight>(all));
  }
};

/// The radius whose grid is gone through: in the plane strips are far narrower than they are wide.
template <int D>
ARETE_HD double narrow(double reach) {
  return D == 2 ? reach / 2 : reach;
}

/// Holds what is within the width and nearer to this edge than to those before and behind it.
__device__ shared::EdgeStrip stripOf(const BranchEdge& before, const BranchEdge& edge, const BranchEdge& behind, double width) {
  const Vector3 along = edge.to - edge.from;
  const double atStart = edge.first ? width : shared::beyondVertex(along, before.to - before.from, width);
  const double atEnd = edge.last ? width : shared::beyondVertex(along, behind.to - behind.from, width);
  return shared::stripAcross(edge.from, edge.to, atStart, atEnd, width);
}

/// Super-points beside each edge, except those to which the edge before or behind it on the branch is nearer. `warps` for each edge, as the tips of
/// branches see far more than what is between them.
template <int D, class Sink>
__global__ void __launch_bounds__(kUsualBlock) besideKernel(const __grid_constant__ RowLevels levels, Asked asked, uint32_t warps, Sink sink) {
  const uint32_t warp = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp, e = warp / warps, part = warp % warps;
  if (e >= asked.count) return;  // the whole warp
  const BranchEdge edge = asked.edge(e);
  if (edge.length == 0) return;
  const uint32_t number = asked.edges[e].question;
  const AskedQuestion& question = asked.questions[number];
  const double width = question.question.width, reach = edge.reach(width);
  BranchEdge before{}, behind{};
  if (!edge.first) before = asked.edge(e - 1);
  if (!edge.last) behind = asked.edge(e + 1);
  const shared::RowsView& view = levels.of(narrow<D>(reach));
  const auto round = [&](uint32_t at, bool isThere) {
    SeenPoint seen{number, 0, {}};
    BranchSide other{};
    bool has = false;
    if (isThere) {
      const Vector3 place = view.template place<D>(at);
      has = asked.sees(edge, width, place, seen.side);
      if (has && asked.sees(before, width, place, other)) has = !other.isBefore(seen.side);
      if (has && asked.sees(behind, width, place, other)) has = !other.isBefore(seen.side);
      if constexpr (Sink::kOnce) has = has && asked.countsAt(e, question, place, seen.side);
      seen.point = view.index[at];
    }
    sink.take(has, seen);
    return false;
  };
  if constexpr (D == 2) walkRows(view, shared::RowsOfStrip(view.layout, stripOf(before, edge, behind, width)), round, part, warps);
  else walkBall<D>(view, edge.middle(), reach, round, part, warps);
  sink.finish(number);
}

}  // namespace

void BesideSums::ask(const Branch& branch, const BesideQuestion& question) {
  AskedQuestion asked{question, uint32_t(edges_.size()), uint32_t(branch.nodes.size() - 1), 0};
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i) {
    const double length = branch.along[i + 1] - branch.along[i], reach = question.width + length / 2;
    leastReach_ = edges_.empty() ? reach : std::min(leastReach_, reach), greatestReach_ = std::max(greatestReach_, reach);
    asked.longest = std::max(asked.longest, length);
    edges_.push_back({.from = branch.nodes[i],
                      .to = branch.nodes[i + 1],
                      .along = branch.along[i],
                      .length = length,
                      .question = uint32_t(questions_.size()),
                      .first = i == 0,
                      .last = i + 2 == branch.nodes.size()});
  }
  questions_.push_back(asked);
}

/// Bits of a super-point's number in a key, and of a complete key.
int BesideSums::pointBits() const { return std::bit_width(there_->places().count - 1); }
int BesideSums::keyBits() const { return std::max(pointBits() + int(std::bit_width(questions_.size() - 1)), 1); }

void BesideSums::uploadQuestions() {
  const cudaStream_t stream = device_.stream();
  questionsThere_.reserve(questions_.size(), stream), edgesThere_.reserve(edges_.size(), stream);
  device_.staging().upload(questionsThere_.data(), questions_.data(), questions_.size() * sizeof(AskedQuestion), stream);
  device_.staging().upload(edgesThere_.data(), edges_.data(), edges_.size() * sizeof(AskedEdge), stream);
}

template <class Sink>
void BesideSums::findInto(const Sink& sink) const {
  const Asked asked{questionsThere_.data(), edgesThere_.data(), nodes_.placeList(), uint32_t(edges_.size()), surface_};
  const auto launch = [&]<int D>() {
    const RowLevels levels = there_->grids(narrow<D>(leastReach_), narrow<D>(greatestReach_));
    const auto kernel = besideKernel<D, Sink>;
    const uint32_t resident = residentBlocks(kernel, kUsualBlock) * uint32_t(device_.multiprocessors()) * (kUsualBlock / kWarp);
    const uint32_t warps = std::clamp(resident / asked.count, kLeastWarps, kMostWarps);
    kernel<<<blocksFor(edges_.size() * warps, kUsualBlock / kWarp), kUsualBlock, 0, device_.stream()>>>(levels, asked, warps, sink);
    CUDA_CHECK_LAUNCH("besideKernel");
  };
  if (dimension_ == 2) launch.template operator()<2>();
  else launch.template operator()<3>();
}

template <int kCount>
void BesideSums::addUp(BesideBins bins) const {
  findInto(BinTally<kCount>{there_->places().weights, questionsThere_.data(), bins, sums_.data(), {}});
}

std::vector<BesideSums::Sums> BesideSums::answers(BesideBins bins) {
  std::vector<Sums> answers(questions_.size());
  if (edges_.empty()) return forget(), answers;
  uploadQuestions();
  const size_t bytes = answers.size() * sizeof(Sums);
  sums_.reserve(kBins * answers.size(), device_.stream());
  CUDA_CHECK(cudaMemsetAsync(sums_.data(), 0, bytes, device_.stream()));
  if (bins == BesideBins::stretch) addUp<1>(bins);
  else if (bins == BesideBins::ends) addUp<2>(bins);
  else addUp<kBins>(bins);
  std::memcpy(answers.data(), device_.download(sums_.data(), bytes), bytes);
  forget();
  return answers;
}

std::vector<std::vector<uint32_t>> BesideSums::points() {
  std::vector<std::vector<uint32_t>> points(questions_.size());
  if (edges_.empty()) return forget(), points;
  const cudaStream_t stream = device_.stream();
  uploadQuestions();
  const Buffer<uint32_t> pairs(1, stream);
  Buffer<uint64_t> found;
  uint32_t count = 0;
  for (uint32_t room = kUsualPairs * there_->places().count;; room = count) {
    found.reserve(room, stream);
    pairs.clear();
    findInto(PairList{found.data(), room, pairs.data(), pointBits()});
    std::memcpy(&count, device_.download(pairs.data(), sizeof count), sizeof count);
    if (count <= room) break;
  }
  if (count > 0) {
    const Buffer<uint64_t> sorted(count, stream);
    withScratch(stream, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(scratch, bytes, found.data(), sorted.data(), count, 0, keyBits(), stream);
    });
    std::vector<uint64_t> keys(count);
    device_.staging().download(keys.data(), sorted.data(), count * sizeof(uint64_t), stream);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    const uint64_t mask = (uint64_t(1) << pointBits()) - 1;
    for (const uint64_t key : keys) points[key >> pointBits()].push_back(uint32_t(key & mask));
  }
  forget();
  return points;
}

}  // namespace arete::cuda

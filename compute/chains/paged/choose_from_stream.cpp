#include "compute/chains/paged/choose_from_stream.h"

#include <algorithm>

#include "compute/chains/choose/chosen_grid.h"
#include "compute/core/coordinate_hash.h"

namespace arete::cpu {

namespace {

template <class T>
class StreamChooser {
 public:
  static constexpr size_t kCandidateBytes = 3 * kMaxDimension * sizeof(double) * 2;  // of a batch's points; twice as many wait

  StreamChooser(const PointStream& points, double r1, const GridShape& shape, size_t memory_bytes, const StageContext& context)
      : points_(points),
        context_(context),
        d_(size_t(points.dimension())),
        grid_(CellGrid(shape), r1, points.dimension(), listedPoints(memory_bytes)) {
    chosen_.points = PointArray(points.scalar(), points.dimension(), 0);
  }

  /// For how many points lists of all cells that they touch are worth their memory: little memory has none for them.
  static size_t listedPoints(size_t memory_bytes) {
    constexpr size_t kLittle = 192 << 20, kBytesOfPoint = 8;
    return memory_bytes < kLittle ? 0 : memory_bytes / kBytesOfPoint;
  }

  StreamChoice inOrder() {
    forEachOpen([&](const T* point, uint64_t index) { decide(point, index); });
    return take();
  }

  StreamChoice scattered(size_t batch) {
    for (bool again = true; again;) {
      again = collect(batch);
      StopTicker checkStop(context_);
      for (const Candidate& each : waiting_) checkStop(), decide(each.place.data(), each.index);
      if (!waiting_.empty()) last_ = waiting_.back();
    }
    return take();
  }

 private:
  struct Candidate {
    uint64_t hash = 0;
    std::array<double, kMaxDimension> file{};  // coordinates of the file, for equal hashes
    std::array<T, kMaxDimension> place{};
    uint64_t index = 0;

    friend bool operator<(const Candidate& a, const Candidate& b) {
      if (a.hash != b.hash) return a.hash < b.hash;
      return a.file != b.file ? a.file < b.file : a.index < b.index;
    }
  };

  static constexpr size_t kGrain = 1024;

  void decide(const T* point, uint64_t index) {
    if (grid_.covers(point, 1)) return;
    grid_.add(point, 1);
    rows_.insert(rows_.end(), point, point + d_);
    chosen_.origins.push_back(index);
  }

  /// Calls visit(point, index) for the points that nothing chosen before their block covers, in their order.
  template <class Visit>
  void forEachOpen(const Visit& visit) {
    std::vector<uint8_t> isOpen(PointStream::kBlockPoints);
    uint64_t seen = 0;
    points_.read(
        0,
        [&](const PointArray& block, uint64_t first) {
          const PointsView<T> view = block.view<T>();
          context_.device.threads().forEachRange(view.count, kGrain, [&](size_t begin, size_t end, int) {
            context_.checkStop();
            for (size_t i = begin; i < end; ++i) isOpen[i] = !grid_.covers(view.point(i), 1);
          });
          for (uint32_t i = 0; i < view.count; ++i)
            if (isOpen[i]) visit(view.point(i), first + i);
          seen += view.count;
          context_.report(double(seen) / double(points_.size()));
        },
        context_.stop);
    ++inputReads_;
  }

  /// The lowest points above the last one that are not covered, in order. True: there may be more.
  bool collect(size_t batch) {
    waiting_.clear();
    bool more = false;
    const std::optional<Candidate> last = last_;
    std::optional<Candidate> end;  // points from here on wait for the next pass
    forEachOpen([&](const T* point, uint64_t index) {
      const Candidate candidate = candidateOf(point, index);
      if ((last && !(*last < candidate)) || (end && !(candidate < *end))) return;
      waiting_.push_back(candidate);
      if (waiting_.size() < 2 * batch) return;
      std::ranges::nth_element(waiting_, waiting_.begin() + ptrdiff_t(batch), std::less<>());
      end = waiting_[batch];
      waiting_.resize(batch);
      more = true;
    });
    std::ranges::sort(waiting_, std::less<>());
    return more;
  }

  Candidate candidateOf(const T* point, uint64_t index) const {
    Candidate candidate;
    for (size_t k = 0; k < d_; ++k) candidate.place[k] = point[k], candidate.file[k] = double(point[k]) + points_.origin()[k] + 0.0;
    const shared::CoordinateHash hash = shared::coordinateHash(candidate.file.data(), 1, int(d_));
    candidate.hash = uint64_t(hash.first) << 32 | hash.second;
    candidate.index = index;
    return candidate;
  }

  StreamChoice take() {
    chosen_.points = PointArray::fromRows(std::span<const T>(rows_), int(d_));
    return {std::move(chosen_), inputReads_};
  }

  const PointStream& points_;
  const StageContext& context_;
  const size_t d_;
  ChosenGrid<T, 0> grid_;
  std::vector<T> rows_;  // of the chosen points
  StreamedPoints::Chosen chosen_;
  std::vector<Candidate> waiting_;
  std::optional<Candidate> last_;  // all up to here are decided
  uint32_t inputReads_ = 0;
};

}  // namespace

StreamChoice chooseFromStream(const PointStream& points, const ChooseOnDisk& how, const StageContext& context) {
  return withScalarType(points.scalar(), [&]<class T>() {
    constexpr size_t kSmallestBatch = 1 << 10, kLargestBatch = 1 << 20;
    StreamChooser<T> chooser(points, how.r1, how.shape, how.memory_bytes, context);
    if (!how.scattered) return chooser.inOrder();
    return chooser.scattered(std::clamp(how.memory_bytes / 4 / StreamChooser<T>::kCandidateBytes, kSmallestBatch, kLargestBatch));
  });
}

}  // namespace arete::cpu

#include "compute/chains/paged/paged_points.h"

#include <algorithm>
#include <utility>

#include "compute/chains/choose/chosen_grid.h"
#include "compute/chains/evolve/accelerated.h"
#include "compute/chains/evolve/margin_rule.h"
#include "compute/chains/paged/choose_from_stream.h"
#include "compute/chains/paged/detection_needs.h"
#include "compute/chains/paged/slab_evolver.h"
#include "compute/chains/paged/sort_stream.h"
#include "compute/core/cloud_facts.h"
#include "compute/core/error.h"

namespace arete::cpu {

namespace {

/// Points at equal distances in the stream: what the shape of a grid is made from.
PointArray sampleOf(const PointStream& points, const std::stop_token& stop) {
  constexpr uint64_t kSample = 512;
  std::vector<uint64_t> places(std::min<uint64_t>(points.size(), kSample));
  for (size_t i = 0; i < places.size(); ++i) places[i] = points.size() / places.size() * i + points.size() % places.size() * i / places.size();
  return pointsAt(points, places, stop);
}

/// The same grid with its axes in another order, so that keys of cells go along the longest one slab by slab.
GridShape longestLast(GridShape shape) {
  if (shape.axes < 2) return shape;
  const auto last = size_t(shape.axes - 1);
  const auto longest = size_t(std::max_element(shape.count.begin(), shape.count.begin() + shape.axes) - shape.count.begin());
  std::swap(shape.axis[longest], shape.axis[last]);
  std::swap(shape.origin[longest], shape.origin[last]);
  std::swap(shape.last[longest], shape.last[last]);
  std::swap(shape.count[longest], shape.count[last]);
  std::swap(shape.inverseEdge[longest], shape.inverseEdge[last]);
  return shape;
}

/// What does not depend on where the points come from.
template <class T>
class PointsOnDisk : public StreamedPoints {
 public:
  StoreReport report() const final {
    StoreReport report{.memory_bytes = options_.allowed_bytes, .inputReads = inputReads_};
    if (slabs_) {
      report.store_bytes = coordinateBytes_ + slabs_->stateBytes;
      report.resident_bytes = room_;
      report.read_bytes = slabs_->readBytes;
      report.written_bytes = slabs_->writtenBytes;
    }
    if (!pages_) return report;
    report.resident_bytes = pages_->keptBytes();
    report.store_bytes = report.resident_bytes + pages_->pagedBytes();
    report.read_bytes = pages_->readBytes();
    report.written_bytes = pages_->writtenBytes();
    return report;
  }

 protected:
  explicit PointsOnDisk(const PagedOptions& options) : options_(options) {}

  /// `sort(memory, ahead)`: the points as they are sorted, in cells of the shape.
  template <class Sort>
  std::unique_ptr<Evolver> evolverOf(uint32_t chosen, const CloudFacts& facts, const GridShape& shape, int threads, const Sort& sort) {
    const size_t forChosen = chosen * chosenBytes(facts.dimension, facts.scalar, threads);
    if (forChosen > options_.memory_bytes)
      throw Error(ErrorKind::wrongUse, "cannot detect within this memory", "--max-memory",
                  "what is known of " + std::to_string(chosen) + " chosen points takes " + std::to_string((forChosen >> 20) + 1) + " MB alone",
                  "give more memory, or a larger R1");
    const shared::FixedScale scale = makeFixedScale(facts);
    const PartRules<T> rules{.parting = {}, .r1 = options_.r1, .move = moveRule<T>(options_.params, options_.r1), .scale = scale};
    SortedStrips<T> sorted = sort(SortMemory{options_.memory_bytes, forChosen, chosen}, options_.ahead && !movesFar(scale, options_.r1));
    inputReads_ += sorted.inputReads;
    pages_ = sorted.pages;
    slabs_ = sorted.slabs.file;
    room_ = sorted.slabs.room_bytes;
    coordinateBytes_ = facts.count * uint64_t(facts.dimension) * sizeof(T);
    if (slabs_) return makeSlabEvolver<T>(std::move(sorted.slabs), shape, rules);
    return makeAccelerated<T>(AssignedCloud<T>(std::move(sorted.cells), pages_, options_.r1, scale), rules.move, scale);
  }

  const PagedOptions options_;
  uint64_t inputReads_ = 0;

 private:
  std::shared_ptr<StripPages<T>> pages_;  // one of these two, once there is an evolver
  std::shared_ptr<SlabFile> slabs_;
  uint64_t room_ = 0, coordinateBytes_ = 0;  // of slabs
};

/// Of a store that another process has made.
template <class T>
class StoredPoints final : public PointsOnDisk<T> {
 public:
  StoredPoints(std::shared_ptr<const KeptStore> store, const PagedOptions& options) : PointsOnDisk<T>(options), store_(std::move(store)) {}

  StreamedPoints::Chosen choose(const StageContext&) override { return store_->chosen(); }
  std::unique_ptr<Evolver> evolver(uint32_t chosen, const StageContext& context) override {
    const StoreHead& head = store_->head();
    if (!std::exchange(isChecked_, true)) store_->checkCoordinates(context);
    return this->evolverOf(chosen, head.facts, head.shape, context.device.threads().size(), [&](const SortMemory& memory, bool ahead) {
      return fromStore<T>(*store_, memory, this->options_.scratch, ahead, context);
    });
  }

 private:
  const std::shared_ptr<const KeptStore> store_;
  bool isChecked_ = false;
};

/// Of a stream.
template <class T>
class PagedPoints final : public PointsOnDisk<T> {
  using Base = PointsOnDisk<T>;
  using Base::options_, Base::inputReads_;

 public:
  PagedPoints(const PointStream& points, const PagedOptions& options) : Base(options), points_(points) {}

  StreamedPoints::Chosen choose(const StageContext& context) override {
    StreamedPoints::Chosen chosen = chooseAnew(context);
    if (options_.store) chosen_ = chosen;
    return chosen;
  }

  std::unique_ptr<Evolver> evolver(uint32_t chosen, const StageContext& context) override {
    const GridShape shape = longestLast(shapeOf(shared::kCellEdge * options_.r1, context.stop));
    const CloudFacts facts{.count = points_.size(),
                           .dimension = points_.dimension(),
                           .scalar = points_.scalar(),
                           .origin = points_.origin(),
                           .bounds = points_.bounds(context.stop)};
    return this->evolverOf(chosen, facts, shape, context.device.threads().size(), [&](const SortMemory& memory, bool ahead) {
      if (!options_.store || facts.count == 0) return sortStream<T>(points_, shape, memory, options_.scratch, ahead, context);
      if (!store_) makeStore(facts, shape, memory, context);
      return fromStore<T>(*store_, memory, options_.scratch, ahead, context);
    });
  }

 private:
  GridShape shapeOf(double edge, const std::stop_token& stop) {
    if (sample_.empty()) sample_ = sampleOf(points_, stop), ++inputReads_;
    if (sample_.empty()) return {};
    const Bounds bounds = points_.bounds(stop);
    return gridShape(sample_.view<T>(), edge, &bounds);
  }

  StreamedPoints::Chosen chooseAnew(const StageContext& context) {
    const GridShape shape = shapeOf(ChosenGrid<T, 0>::edge(options_.r1), context.stop);
    StreamChoice choice = chooseFromStream(points_, {options_.r1, shape, options_.scattered, options_.memory_bytes}, context);
    inputReads_ += choice.inputReads;
    return std::move(choice.chosen);
  }

  /// A detection that goes on from a checkpoint has not chosen.
  void makeStore(const CloudFacts& facts, const GridShape& shape, const SortMemory& memory, const StageContext& context) {
    if (!chosen_) chosen_ = chooseAnew(context);
    StoreWriter<T> writer(options_.store->path,
                          {.label = options_.store->label, .facts = facts, .r1 = options_.r1, .shape = shape, .chosen = chosen_->points.size()},
                          context.stop);
    inputReads_ += sortIntoStore<T>(points_, shape, memory, options_.scratch, writer, context);
    store_ = writer.finish(*chosen_);
    chosen_.reset();
  }

  const PointStream& points_;
  PointArray sample_{std::is_same_v<T, float> ? Scalar::float32 : Scalar::float64, 1, 0};
  std::optional<StreamedPoints::Chosen> chosen_;  // as long as a store may be made
  std::shared_ptr<const KeptStore> store_;        // once it is made
};

}  // namespace

std::unique_ptr<StreamedPoints> makePagedPoints(const PointStream& points, const PagedOptions& options) {
  constexpr uint64_t kMost = UINT32_MAX - 1;
  if (points.size() > kMost)
    throw Error(ErrorKind::wrongUse, "cannot detect on disk", "the points",
                "there are " + std::to_string(points.size()) + ", and one part has at most " + std::to_string(kMost),
                "detect with arete-mpi, on two ranks or more");
  return withScalarType(points.scalar(), [&]<class T>() -> std::unique_ptr<StreamedPoints> {
    if (!CellGrid::suits<T>(options.r1))
      throw Error(ErrorKind::wrongUse, "cannot detect on disk", "r1", "no grid of cells suits it", "detect in memory: leave --max-memory out");
    return std::make_unique<PagedPoints<T>>(points, options);
  });
}

std::unique_ptr<StreamedPoints> makeStoredPoints(std::shared_ptr<const KeptStore> store, const PagedOptions& options) {
  return withScalarType(store->head().facts.scalar,
                        [&]<class T>() -> std::unique_ptr<StreamedPoints> { return std::make_unique<StoredPoints<T>>(std::move(store), options); });
}

}  // namespace arete::cpu

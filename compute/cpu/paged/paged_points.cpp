#include "compute/cpu/paged/paged_points.h"

#include <algorithm>

#include "compute/core/cloud_facts.h"
#include "compute/core/error.h"
#include "compute/cpu/choose/chosen_grid.h"
#include "compute/cpu/evolve/accelerated.h"
#include "compute/cpu/paged/choose_from_stream.h"
#include "compute/cpu/paged/slab_evolver.h"
#include "compute/cpu/paged/sort_stream.h"
#include "compute/shared/margin_rule.h"
#include "compute/stages/detection_needs.h"

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

template <class T>
class PagedPoints final : public StreamedPoints {
 public:
  PagedPoints(const PointStream& points, const PagedOptions& options) : points_(points), options_(options) {}

  Chosen choose(const StageContext& context) override {
    const GridShape shape = shapeOf(ChosenGrid<T, 0>::edge(options_.r1), context.stop);
    StreamChoice choice = chooseFromStream(points_, {options_.r1, shape, options_.scattered, options_.memory_bytes}, context);
    inputReads_ += choice.inputReads;
    return std::move(choice.chosen);
  }

  std::unique_ptr<Evolver> evolver(uint32_t chosen, const StageContext& context) override {
    const GridShape shape = longestLast(shapeOf(shared::kCellEdge * options_.r1, context.stop));
    const size_t forChosen = chosen * chosenBytes(points_.dimension(), points_.scalar(), context.device.threads().size());
    if (forChosen > options_.memory_bytes)
      throw Error(ErrorKind::wrongUse, "cannot detect within this memory", "--max-memory",
                  "what is known of " + std::to_string(chosen) + " chosen points takes " + std::to_string((forChosen >> 20) + 1) + " MB alone",
                  "give more memory, or a larger R1");
    const shared::FixedScale scale = makeFixedScale(
        CloudFacts{.count = points_.size(), .dimension = points_.dimension(), .scalar = points_.scalar(), .bounds = points_.bounds(context.stop)});
    const PartRules<T> rules{.parting = {}, .r1 = options_.r1, .move = moveRule<T>(options_.params, options_.r1), .scale = scale};
    const bool ahead = options_.ahead && !movesFar(scale, options_.r1);
    SortedStrips<T> sorted = sortStream<T>(points_, shape, {options_.memory_bytes, forChosen, chosen}, options_.scratch, ahead, context);
    inputReads_ += sorted.inputReads;
    pages_ = sorted.pages;
    slabs_ = sorted.slabs.file;
    room_ = sorted.slabs.room_bytes;
    if (slabs_) return makeSlabEvolver<T>(std::move(sorted.slabs), shape, rules);
    return makeAccelerated<T>(AssignedCloud<T>(std::move(sorted.cells), pages_, options_.r1, scale), rules.move, scale);
  }

  StoreReport report() const override {
    StoreReport report{.memory_bytes = options_.allowed_bytes, .inputReads = inputReads_};
    if (slabs_) {
      report.store_bytes = slabs_->end;
      report.resident_bytes = room_;
      report.read_bytes = slabs_->readBytes;
      report.written_bytes = slabs_->writtenBytes;
    }
    if (!pages_) return report;
    report.resident_bytes = pages_->keptBytes();
    report.store_bytes = report.resident_bytes + pages_->fileBytes();
    report.read_bytes = pages_->readBytes();
    report.written_bytes = pages_->writtenBytes();
    return report;
  }

 private:
  GridShape shapeOf(double edge, const std::stop_token& stop) {
    if (sample_.empty()) sample_ = sampleOf(points_, stop), ++inputReads_;
    if (sample_.empty()) return {};
    const Bounds bounds = points_.bounds(stop);
    return gridShape(sample_.view<T>(), edge, &bounds);
  }

  const PointStream& points_;
  const PagedOptions options_;
  PointArray sample_{std::is_same_v<T, float> ? Scalar::float32 : Scalar::float64, 1, 0};
  std::shared_ptr<StripPages<T>> pages_;  // one of these two, once there is an evolver
  std::shared_ptr<SlabFile> slabs_;
  uint64_t room_ = 0;  // for slabs
  uint64_t inputReads_ = 0;
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

}  // namespace arete::cpu

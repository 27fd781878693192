// background.cpu.rows: one thread per edge and per branch. What is near an edge is flagged, and then passed over; the strewn places are kept
// with the super-points, because the stage runs three times. Beside branches points are read in strips.
// Memory: the grids (compute/network/look/row_grid.h), a byte a super-point, 100 a strewn place, the graph. Cost: a round goes over the super-points
// within 2 R1 of each edge, reads those beside the branches twice, and all circles off the network. Floor: reading places and weights once.
// Loses to row 0 for a few edges. Source: 2D, step 9b.
#include <algorithm>
#include <atomic>

#include "compute/core/pieces.h"
#include "compute/network/background/background_rounds.h"
#include "compute/network/background/contract.h"
#include "compute/network/background/strewn_field.h"
#include "compute/network/graph/beside_search.h"
#include "compute/network/graph/near_flags.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

/// What is kept with super-points.
struct StrewnPlaces {
  StrewnPlaces(StrewnField over, int dimension, uint32_t count, double smallest, const StageContext& context)
      : field(std::move(over)), narrowest(smallest), places(count) {
    forEachPiece(count, context, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) places[i] = field.place(uint32_t(i));
    });
    grid = std::make_unique<RowGrid>(places, std::span<const int64_t>(), dimension, smallest, context);
  }
  StrewnField field;
  double narrowest;
  std::vector<Vector3> places;
  std::unique_ptr<const RowGrid> grid;
};

std::shared_ptr<const StrewnPlaces> strewnOver(const BackgroundInput& in, const StageContext& context) {
  const auto count = uint32_t(in.rules.backgroundPlaces);
  const double narrowest = in.rules.backgroundAway * in.r1;
  const auto onSphere = in.points.fieldOnSphere();
  return in.points.kept.get<StrewnPlaces>(
      [&](const StrewnPlaces& kept) { return kept.places.size() == count && kept.narrowest == narrowest; },
      [&] {
        return StrewnPlaces({in.points, onSphere, context.device.threads()}, in.points.dimension, count, narrowest, context);
      });
}

class RowCounts {
 public:
  RowCounts(const BackgroundInput& in, const StageContext& context)
      : in_(in),
        away_(in.rules.backgroundAway * in.r1),
        context_(context),
        strewn_(strewnOver(in, context)),
        look_(in.points, in.r1, widestBall(in), context),
        searches_(size_t(context.device.threads().size()), BesideSearch(in.points, look_, in.nodes)) {}

  OffNetwork off(std::span<const Edge> edges) const;
  StrewnCircles circles(std::span<const Edge> edges, double radius) const;
  template <class Judge>
  std::vector<Branch> failing(std::vector<Branch> branches, const Judge& judge);

 private:
  std::vector<uint8_t> nearStrewn(std::span<const Edge> edges, double width) const {
    return nearNetwork(strewn_->places, *strewn_->grid, in_.nodes, edges, width, context_);
  }
  int64_t weightBeside(const BackgroundQuestion& asked, BesideSearch& search) const;
  /// That of circles; and in space, where BesideSearch reads a ball an edge, that of the longest edge.
  static double widestBall(const BackgroundInput& in) {
    const double circle = std::max(in.rules.backgroundVoid, in.rules.backgroundAway) * in.r1;
    if (in.points.dimension == 2) return circle;
    double longest = 0;
    for (const Edge& edge : in.edges) longest = std::max(longest, distance(in.nodes[edge.a].place, in.nodes[edge.b].place));
    return std::max(circle, in.rules.backgroundWidest * in.r1 + longest / 2);
  }

  const BackgroundInput& in_;
  double away_;
  const StageContext& context_;
  std::shared_ptr<const StrewnPlaces> strewn_;
  BallLook look_;
  std::vector<BesideSearch> searches_;  // of each thread
};

OffNetwork RowCounts::off(std::span<const Edge> edges) const {
  const std::vector<uint8_t> isNear = nearNetwork(in_.points.places, look_.grid(away_), in_.nodes, edges, away_, context_);
  std::atomic<int64_t> weight{0}, off{0};
  forEachPiece(in_.points.size(), context_, [&](size_t begin, size_t end) {
    int64_t all = 0, here = 0;
    for (size_t i = begin; i < end; ++i) all += in_.points.weights[i], here += isNear[i] ? 0 : in_.points.weights[i];
    weight += all, off += here;
  });
  const auto free = double(std::ranges::count(nearStrewn(edges, away_), 0));
  return {off, weight, free, double(strewn_->places.size()), strewn_->field.area()};
}

StrewnCircles RowCounts::circles(std::span<const Edge> edges, double radius) const {
  constexpr size_t kGrain = 256;
  const std::vector<uint8_t> isNear = nearStrewn(edges, away_ + radius);
  std::atomic<int64_t> circles{0}, empty{0};
  context_.device.threads().forEachRange(strewn_->places.size(), kGrain, [&](size_t begin, size_t end, int) {
    context_.checkStop();
    int64_t here = 0, without = 0;
    for (size_t i = begin; i < end; ++i)
      if (!isNear[i]) ++here, without += !look_.holds(strewn_->places[i], radius, 1);
    circles += here, empty += without;
  });
  return {circles, empty};
}

int64_t RowCounts::weightBeside(const BackgroundQuestion& asked, BesideSearch& search) const {
  int64_t weight = 0;
  for (const Beside& beside : search.around(asked.part, asked.width, in_.r1)) weight += asked.stretch.holds(beside.along) ? beside.weight : 0;
  return weight;
}

template <class Judge>
std::vector<Branch> RowCounts::failing(std::vector<Branch> branches, const Judge& judge) {
  std::vector<std::vector<Branch>> failed(branches.size());
  context_.device.threads().forEachRange(branches.size(), 1, [&](size_t begin, size_t end, int thread) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const std::vector<BackgroundQuestion> questions = judge.questions(std::move(branches[i]));
      failed[i] = judge.failing(questions, [&](size_t q) { return weightBeside(questions[q], searches_[size_t(thread)]); });
    }
  });
  std::vector<Branch> all;
  for (std::vector<Branch>& parts : failed) std::ranges::move(parts, std::back_inserter(all));
  return all;
}

}  // namespace

std::vector<Edge> backgroundRows(const BackgroundInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  RowCounts counts(in, context);
  return backgroundInRounds(in, counts, context);
}

}  // namespace arete::cpu

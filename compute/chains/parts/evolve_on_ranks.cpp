#include "compute/chains/parts/evolve_on_ranks.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "compute/chains/parts/evolving_part.h"
#include "compute/chains/parts/move_points.h"
#include "compute/chains/parts/near_chosen.h"
#include "compute/chains/parts/part_points.h"
#include "compute/chains/parts/schedule.h"

namespace arete::cpu {

namespace {

template <class T>
class EvolverOfRank final : public RankEvolver {
 public:
  EvolverOfRank(RankedPoints& cloud, double r1, Partition partition, const ParamValues& params, parts::Ranks& ranks)
      : cloud_(cloud), ranks_(ranks), partition_(partition) {
    rules_.r1 = r1;
    rules_.move = moveRule<T>(params, r1);
    rules_.scale = cloud.facts.scale;
    rules_.farMoves = movesFar(rules_.scale, r1);
  }

  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  EvolveStep step(const StageContext& context) override { return iterate(1, context).front(); }
  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override;
  PointArray chosen() const override { return slots_.subset(present_); }
  std::vector<uint32_t> assignment(const StageContext&) override {
    throw Error(ErrorKind::wrongUse, "cannot assign points", "ranks", "no process has all points", "detect in one process");
  }
  Partition partition() const override { return partition_; }
  uint64_t points() const override { return part_[0] ? part_[0]->points() : 0; }
  parts::PartSent sent() const override { return part_[0] ? part_[0]->sent() : parts::PartSent(); }
  uint64_t busiest() const override { return busiest_; }

 private:
  void makePart(const StageContext& context);
  void introduce();
  std::vector<EvolveStep> iterate(uint32_t limit, const StageContext& context);
  void gatherPlaces();

  RankedPoints& cloud_;
  parts::Ranks& ranks_;
  Partition partition_;
  PartRules<T> rules_;
  GridShape shape_;
  std::array<std::unique_ptr<parts::EvolvingPart>, 1> part_;
  std::vector<std::vector<uint32_t>> neighbours_;  // of that part
  parts::OneThreadEach threads_;

  PointArray slots_;               // row layout: places of all slots, present or not
  std::vector<uint32_t> present_;  // slots of S now
  uint64_t busiest_ = 0;
};

/// The points of the cloud go to their parts, and are kept there alone.
template <class T>
void EvolverOfRank<T>::makePart(const StageContext& context) {
  shape_ = shapeOf<T>(cloud_, shared::kCellEdge * rules_.r1);
  rules_.parting = partedOverRanks(cloud_, shape_, ranks_, context);
  PointArray own = movedToParts(cloud_, shape_, *rules_.parting, partition_, ranks_, context);
  cloud_.points = PointArray(cloud_.facts.scalar, cloud_.facts.dimension, 0);
  part_[0] = std::make_unique<EvolvingPart<T>>(ranks_.rank(), SortedCloud<T>(own.view<T>(), shape_, std::nullopt, context), rules_);
  introduce();
}

/// Ranks tell each other where they have points; neighbours are those who have some near each other's regions, or regions near each other.
template <class T>
void EvolverOfRank<T>::introduce() {
  constexpr uint32_t kNear = 2;  // cells
  const parts::Parting& parting = *rules_.parting;
  const uint32_t self = ranks_.rank();
  const auto told = part_[0]->announce();
  std::vector<parts::Message> toEach(ranks_.size());
  for (uint32_t to = 0; to < ranks_.size(); ++to) {
    const auto cells = std::as_bytes(std::span(told[to]));
    toEach[to].assign(cells.begin(), cells.end());
  }
  const std::vector<parts::Message> heard = ranks_.swap(std::move(toEach));
  const auto near = [&](uint32_t a, uint32_t b) { return !parting.region(a).empty() && parting.region(a).widened(kNear).meets(parting.region(b)); };
  std::vector<uint32_t> neighbours;
  for (uint32_t other = 0; other < ranks_.size(); ++other) {
    if (other == self) continue;
    if (!heard[other].empty()) {
      std::vector<uint64_t> cells(heard[other].size() / sizeof(uint64_t));
      std::memcpy(cells.data(), heard[other].data(), cells.size() * sizeof(uint64_t));
      part_[0]->learn(other, cells);
    }
    if (rules_.farMoves || !told[other].empty() || !heard[other].empty() || near(self, other) || near(other, self)) neighbours.push_back(other);
  }
  part_[0]->setNeighbours(neighbours);
  ranks_.connect(neighbours);
  neighbours_.assign(1, std::move(neighbours));
}

template <class T>
void EvolverOfRank<T>::reset(const PointArray& chosen, const StageContext& context) {
  if (!part_[0]) {
    partition_ = partitionFor(partition_, cloud_.facts.count, chosen.size());
    makePart(context);
  }
  slots_ = chosen.withLayout(Layout::row);
  present_.resize(slots_.size());
  std::iota(present_.begin(), present_.end(), 0u);
  const NearChosen near(slots_, shape_, *rules_.parting, partition_, {ranks_.rank(), 1, ranks_.size()}, context);
  part_[0]->reset(slots_, near.of(0), context);
}

template <class T>
void EvolverOfRank<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  if (kept.size() < present_.size() / 2) return reset(chosen().subset(kept), context);  // little of what is known would stay true
  part_[0]->keep(keepSlots(present_, kept, slots_.size()), context);
}

template <class T>
void EvolverOfRank<T>::run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) {
  if (wanted == EvolveVisit::chosen) return Evolver::run(limit, visit, wanted, context);
  for (const EvolveStep& done : iterate(limit, context)) visit(done);
}

template <class T>
std::vector<EvolveStep> EvolverOfRank<T>::iterate(uint32_t limit, const StageContext& context) {
  ranks_.restart();
  const auto all = runIterations(part_, neighbours_, ranks_, limit, {.seed = 0, .firstPart = ranks_.rank()}, threads_, context);
  std::vector<EvolveStep> steps;
  uint64_t stops = 0;
  for (const parts::IterationCounts& counts : all) {
    steps.push_back({uint32_t(counts.moved), counts.lookedAt});
    stops += counts.stops, busiest_ += counts.busiest;
  }
  if (stops > 0) throw Cancelled{};  // by all ranks: they have the same counts
  gatherPlaces();
  return steps;
}

template <class T>
void EvolverOfRank<T>::gatherPlaces() {
  const auto d = size_t(slots_.dimension());
  std::vector<parts::Message> own;
  own.push_back(part_[0]->places());
  for (const parts::Message& each : ranks_.gather(std::move(own))) {
    parts::MessageReader message(each, parts::MessageKind::places);
    for (uint64_t i = 0; i < message.count(); ++i) {
      const auto slot = message.get<uint32_t>();
      message.get(slots_.elements<T>().data() + slot * d, d);
    }
  }
}

}  // namespace

std::unique_ptr<RankEvolver> makeRankEvolver(RankedPoints& cloud, double r1, Partition partition, const ParamValues& params, parts::Ranks& ranks) {
  return withScalarType(cloud.facts.scalar, [&]<class T>() -> std::unique_ptr<RankEvolver> {
    return std::make_unique<EvolverOfRank<T>>(cloud, r1, partition, params, ranks);
  });
}

}  // namespace arete::cpu

#include "compute/cpu/parts/parted_evolver.h"

#include <algorithm>

#include "compute/core/fixed_scale.h"
#include "compute/cpu/parts/evolving_part.h"
#include "compute/cpu/parts/near_chosen.h"
#include "compute/cpu/parts/part_points.h"
#include "compute/parts/local_exchange.h"

namespace arete::cpu {

namespace {

template <class T>
class PartedEvolver final : public LocalPartedEvolver {
 public:
  PartedEvolver(const EvolveInput& in, const PartsOptions& options, const StageContext& context) : cloud_(in.cloud), options_(options) {
    constexpr double kStepsPerR1 = 1024;  // coarser sums may move a chosen point anywhere; detections refuse such clouds (checkResolution)
    rules_.r1 = in.r1;
    rules_.move = moveRule<T>(in.params, in.r1);
    rules_.scale = makeFixedScale(in.scaled());
    rules_.farMoves = rules_.scale.fromFixed > in.r1 / kStepsPerR1;
    if (options.partition != Partition::automatic || options.parts == 1) makeParts(options.partition, context);
  }

  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  EvolveStep step(const StageContext& context) override { return iterate(1, context).front(); }
  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override;
  PointArray chosen() const override { return slots_.subset(present_); }
  std::vector<uint32_t> assignment(const StageContext& context) override;
  PartsReport report() const override;
  std::vector<parts::PartKnows> knows() const override {
    std::vector<parts::PartKnows> all;
    for (const auto& part : parts_) all.push_back(part->knows());
    return all;
  }

 private:
  void makeParts(Partition partition, const StageContext& context);
  void introduce();
  std::vector<EvolveStep> iterate(uint32_t limit, const StageContext& context);
  void gatherPlaces();

  const PointCloud& cloud_;
  const PartsOptions options_;
  PartRules<T> rules_;
  GridShape shape_;
  Partition partition_ = Partition::space;
  std::vector<std::unique_ptr<parts::EvolvingPart>> parts_;
  std::vector<std::vector<uint32_t>> neighbours_;
  std::unique_ptr<parts::LocalExchange> exchange_;
  parts::OneThreadEach threads_;

  PointArray slots_;               // row layout: places of all slots, present or not
  std::vector<uint32_t> present_;  // slots of S now
  uint64_t iterations_ = 0, lookedAt_ = 0, busiest_ = 0;
};

template <class T>
void PartedEvolver<T>::makeParts(Partition partition, const StageContext& context) {
  partition_ = partition == Partition::automatic ? Partition::space : partition;
  const PartedPoints parted = partPoints(cloud_, rules_.r1, options_.parts, partition_, context);
  rules_.parting = parted.parting;
  shape_ = parted.shape;
  std::vector<std::unique_ptr<parts::EvolvingPart>> made(options_.parts);
  threads_.prepare(context);
  threads_.forEach(made.size(), context, [&](size_t part, const StageContext& inner) {
    std::optional<std::span<const uint32_t>> own;
    if (!parted.owned.empty()) own = parted.owned[part];
    made[part] = std::make_unique<EvolvingPart<T>>(uint32_t(part), SortedCloud<T>(cloud_.view<T>(), parted.shape, own, inner), rules_);
  });
  parts_ = std::move(made);
  introduce();
}

/// Parts learn who has points near their regions; neighbours are those, and those whose regions lie within reach of each other.
template <class T>
void PartedEvolver<T>::introduce() {
  constexpr uint32_t kNear = 2;  // cells
  const size_t count = parts_.size();
  std::vector<std::vector<uint8_t>> near(count, std::vector<uint8_t>(count, rules_.farMoves));
  for (uint32_t from = 0; from < count; ++from) {
    const auto told = parts_[from]->announce();
    const parts::CellBox reach = rules_.parting->region(from).empty() ? parts::CellBox{} : rules_.parting->region(from).widened(kNear);
    for (uint32_t to = 0; to < count; ++to) {
      if (to == from) continue;
      if (!told[to].empty()) parts_[to]->learn(from, told[to]);
      if (!told[to].empty() || reach.meets(rules_.parting->region(to))) near[from][to] = near[to][from] = 1;
    }
  }
  neighbours_.assign(count, {});
  for (uint32_t part = 0; part < count; ++part) {
    for (uint32_t other = 0; other < count; ++other)
      if (other != part && near[part][other]) neighbours_[part].push_back(other);
    parts_[part]->setNeighbours(neighbours_[part]);
  }
  exchange_ = std::make_unique<parts::LocalExchange>(neighbours_);
}

template <class T>
void PartedEvolver<T>::reset(const PointArray& chosen, const StageContext& context) {
  if (parts_.empty()) makeParts(partitionFor(options_.partition, cloud_.size(), chosen.size()), context);
  slots_ = chosen.withLayout(Layout::row);
  present_.resize(slots_.size());
  for (uint32_t slot = 0; slot < present_.size(); ++slot) present_[slot] = slot;
  exchange_->restart();
  const auto count = uint32_t(parts_.size());
  const NearChosen near(slots_, shape_, *rules_.parting, partition_, {0, count, count}, context);
  threads_.prepare(context);
  threads_.forEach(count, context, [&](size_t part, const StageContext& inner) { parts_[part]->reset(slots_, near.of(part), inner); });
}

template <class T>
void PartedEvolver<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  if (kept.size() < present_.size() / 2) return reset(chosen().subset(kept), context);  // little of what is known would stay true
  const std::vector<uint8_t> stays = keepSlots(present_, kept, slots_.size());
  threads_.prepare(context);
  threads_.forEach(parts_.size(), context, [&](size_t part, const StageContext& inner) { parts_[part]->keep(stays, inner); });
}

template <class T>
void PartedEvolver<T>::run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) {
  if (wanted == EvolveVisit::chosen) return Evolver::run(limit, visit, wanted, context);
  for (const EvolveStep& done : iterate(limit, context)) visit(done);
}

template <class T>
std::vector<EvolveStep> PartedEvolver<T>::iterate(uint32_t limit, const StageContext& context) {
  threads_.prepare(context);
  exchange_->restart();
  std::vector<EvolveStep> steps;
  for (const parts::IterationCounts& counts : runIterations(parts_, neighbours_, *exchange_, limit, options_.order, threads_, context)) {
    steps.push_back({uint32_t(counts.moved), counts.lookedAt});
    ++iterations_, lookedAt_ += counts.lookedAt, busiest_ += counts.busiest;
  }
  gatherPlaces();
  return steps;
}

template <class T>
void PartedEvolver<T>::gatherPlaces() {
  std::vector<parts::Message> own;
  for (const auto& part : parts_) own.push_back(part->places());
  const auto d = size_t(slots_.dimension());
  std::array<T, kMaxDimension> place;
  for (const parts::Message& each : exchange_->gather(std::move(own))) {
    parts::MessageReader message(each, parts::MessageKind::places);
    for (uint64_t i = 0; i < message.count(); ++i) {
      const auto slot = message.get<uint32_t>();
      message.get(place.data(), d);
      for (size_t k = 0; k < d; ++k) slots_.at<T>(slot, int(k)) = place[k];
    }
  }
}

template <class T>
std::vector<uint32_t> PartedEvolver<T>::assignment(const StageContext& context) {
  std::vector<uint32_t> result(cloud_.size(), kUnassigned), places(slots_.size(), kUnassigned);
  for (uint32_t place = 0; place < present_.size(); ++place) places[present_[place]] = place;
  threads_.prepare(context);
  threads_.forEach(parts_.size(), context, [&](size_t part, const StageContext& inner) { parts_[part]->assign(result, places, inner); });
  return result;
}

template <class T>
PartsReport PartedEvolver<T>::report() const {
  PartsReport report{.partition = partition_, .points = {}, .iterations = iterations_};
  if (parts_.empty()) return report;
  for (const auto& part : parts_) {
    const parts::PartSent sent = part->sent();
    report.points.push_back(part->points());
    report.sumChanges += sent.sumChanges, report.moves += sent.moves, report.handovers += sent.handovers;
  }
  const parts::LocalExchange::Traffic traffic = exchange_->traffic();
  report.messages = traffic.messages, report.bytes = traffic.bytes;
  if (iterations_ > 0) report.busiestBytes = double(std::ranges::max(traffic.ofPart)) / double(iterations_);
  if (busiest_ > 0) report.balance = double(lookedAt_) / double(parts_.size()) / double(busiest_);
  return report;
}

}  // namespace

std::unique_ptr<LocalPartedEvolver> makePartedEvolver(const EvolveInput& in, const PartsOptions& options, const StageContext& context) {
  return withScalarType(in.cloud.scalar(),
                        [&]<class T>() -> std::unique_ptr<LocalPartedEvolver> { return std::make_unique<PartedEvolver<T>>(in, options, context); });
}

}  // namespace arete::cpu

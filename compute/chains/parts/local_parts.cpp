#include "compute/chains/parts/local_parts.h"

#include <algorithm>
#include <numeric>

#include "compute/chains/parts/near_chosen.h"

namespace arete::cpu {

template <class T>
LocalParts<T>::LocalParts(std::vector<std::unique_ptr<parts::EvolvingPart>> parts, const PartRules<T>& rules, const GridShape& shape,
                          Partition partition, parts::PartsOrder order, parts::Residence* residence)
    : rules_(rules), shape_(shape), partition_(partition), order_(order), residence_(residence), parts_(std::move(parts)) {
  introduce();
}

/// Parts learn who has points near their regions; neighbours are those, and those whose regions lie within reach of each other.
template <class T>
void LocalParts<T>::introduce() {
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
void LocalParts<T>::reset(const PointArray& chosen, const StageContext& context) {
  slots_ = chosen.withLayout(Layout::row);
  present_.resize(slots_.size());
  std::iota(present_.begin(), present_.end(), 0u);
  exchange_->restart();
  const auto count = uint32_t(parts_.size());
  const NearChosen near(slots_, shape_, *rules_.parting, partition_, {0, count, count}, context);
  threads_.prepare(context);
  threads_.forEach(count, context, [&](size_t part, const StageContext& inner) { parts_[part]->reset(slots_, near.of(part), inner); });
}

template <class T>
void LocalParts<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  if (kept.size() < present_.size() / 2) return reset(chosen().subset(kept), context);  // little of what is known would stay true
  const std::vector<uint8_t> stays = keepSlots(present_, kept, slots_.size());
  threads_.prepare(context);
  threads_.forEach(parts_.size(), context, [&](size_t part, const StageContext& inner) { parts_[part]->keep(stays, inner); });
}

template <class T>
std::vector<EvolveStep> LocalParts<T>::iterate(uint32_t limit, const StageContext& context) {
  threads_.prepare(context);
  exchange_->restart();
  std::vector<EvolveStep> steps;
  parts::IterationMade made;  // where it may take long
  if (residence_ != nullptr)
    made = [&, chosen = double(present_.size())](const parts::IterationCounts& counts) { context.report(1 - double(counts.moved) / chosen); };
  for (const parts::IterationCounts& counts : runIterations(parts_, neighbours_, *exchange_, limit, order_, threads_, context, residence_, made)) {
    steps.push_back({uint32_t(counts.moved), counts.lookedAt});
    ++iterations_, lookedAt_ += counts.lookedAt, busiest_ += counts.busiest;
  }
  gatherPlaces();
  return steps;
}

template <class T>
void LocalParts<T>::gatherPlaces() {
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
std::vector<uint32_t> LocalParts<T>::assignment(uint32_t points, const StageContext& context) {
  std::vector<uint32_t> result(points, kUnassigned), places(slots_.size(), kUnassigned);
  for (uint32_t place = 0; place < present_.size(); ++place) places[present_[place]] = place;
  threads_.prepare(context);
  threads_.forEach(parts_.size(), context, [&](size_t part, const StageContext& inner) { parts_[part]->assign(result, places, inner); });
  return result;
}

template <class T>
PartsReport LocalParts<T>::report() const {
  PartsReport report{.partition = partition_, .points = {}, .iterations = iterations_};
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

template <class T>
std::vector<parts::PartKnows> LocalParts<T>::knows() const {
  std::vector<parts::PartKnows> all;
  for (const auto& part : parts_) all.push_back(part->knows());
  return all;
}

template class LocalParts<float>;
template class LocalParts<double>;

}  // namespace arete::cpu

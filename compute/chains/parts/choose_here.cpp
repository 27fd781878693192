#include "compute/chains/parts/choose_here.h"

#include <algorithm>

#include "compute/chains/choose/chosen_grid.h"
#include "compute/chains/parts/choose_in_parts.h"
#include "compute/chains/parts/local_exchange.h"
#include "compute/chains/parts/part_points.h"
#include "compute/core/pieces.h"

namespace arete::cpu {

namespace {

/// Keys are indices in the cloud.
template <class T>
class ChoosingParts final : public parts::ChoosingParts {
 public:
  ChoosingParts(const ChooseInput& in, uint32_t most, const StageContext& context)
      : points_(in.cloud.view<T>()),
        chosenGrid_(in.cloud.empty() ? CellGrid() : CellGrid(points_, ChosenGrid<T, 0>::edge(in.r1), &in.cloud.bounds()), in.r1, in.cloud.dimension(),
                    in.cloud.size()),
        undecided_(partPoints(in.cloud, in.r1, most, Partition::space, context).owned) {
    if (!undecided_.empty()) return;
    undecided_.resize(1);
    for (uint32_t i = 0; i < points_.count; ++i) undecided_[0].push_back(i);
  }

  std::vector<parts::Message> offers(size_t most) override {
    std::vector<parts::Message> all;
    std::vector<T> place(size_t(points_.dimension));
    for (const std::vector<uint32_t>& own : undecided_) {
      parts::MessageWriter writer(parts::MessageKind::offers);
      for (size_t i = 0; i < std::min(most, own.size()); ++i) {
        writer.record();
        writer.put(uint64_t(own[i]));
        for (int k = 0; k < points_.dimension; ++k) place[size_t(k)] = points_.at(own[i], k);
        writer.put(place.data(), place.size());
      }
      all.push_back(writer.take(0));
    }
    return all;
  }

  void decide(std::span<const parts::Message> offers, size_t most, const StageContext& context) override {
    const uint64_t end = decideOffers(offers, most, context);
    for (std::vector<uint32_t>& own : undecided_) drop(own, end, context);
  }

  std::vector<uint32_t> chosen() { return std::move(chosen_); }
  uint32_t count() const { return uint32_t(undecided_.size()); }

 private:
  struct Offer {
    uint64_t key;
    size_t place;  // of its coordinates
  };

  /// Returns the key from which on nothing is decided.
  uint64_t decideOffers(std::span<const parts::Message> offers, size_t most, const StageContext& context) {
    const auto d = size_t(points_.dimension);
    std::vector<Offer> all;
    std::vector<T> coordinates;
    uint64_t end = UINT64_MAX;
    for (const parts::Message& each : offers) {
      parts::MessageReader message(each, parts::MessageKind::offers);
      for (uint64_t i = 0; i < message.count(); ++i) {
        all.push_back({message.get<uint64_t>(), coordinates.size()});
        coordinates.resize(coordinates.size() + d);
        message.get(coordinates.data() + all.back().place, d);
      }
      if (message.count() == most) end = std::min(end, all.back().key + 1);  // that part may have more beyond
    }
    std::ranges::sort(all, {}, &Offer::key);
    StopTicker checkStop(context);
    for (const Offer& offer : all) {
      checkStop();
      if (offer.key >= end) break;
      const T* const point = &coordinates[offer.place];
      if (chosenGrid_.covers(point, 1)) continue;
      chosenGrid_.add(point, 1);
      chosen_.push_back(uint32_t(offer.key));
    }
    return end;
  }

  /// What is decided, and what is covered.
  void drop(std::vector<uint32_t>& own, uint64_t end, const StageContext& context) const {
    const size_t decided = size_t(std::ranges::lower_bound(own, end) - own.begin());
    std::vector<uint8_t> stays(own.size() - decided);
    forEachPiece(stays.size(), context, [&](size_t begin, size_t last) {
      for (size_t i = begin; i < last; ++i) stays[i] = !chosenGrid_.covers(points_.point(own[decided + i]), points_.coordinateStride);
    });
    size_t left = 0;
    for (size_t i = 0; i < stays.size(); ++i)
      if (stays[i]) own[left++] = own[decided + i];
    own.resize(left);
  }

  const PointsView<T> points_;
  ChosenGrid<T, 0> chosenGrid_;
  std::vector<std::vector<uint32_t>> undecided_;  // by part, ascending
  std::vector<uint32_t> chosen_;
};

}  // namespace

ChosenInParts chooseInParts(const ChooseInput& in, uint32_t most, const StageContext& context) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> ChosenInParts {
    ChoosingParts<T> choosing(in, most, context);
    parts::LocalExchange exchange{std::vector<std::vector<uint32_t>>(choosing.count())};
    const uint32_t rounds = parts::chooseInParts(choosing, choosing.count(), exchange, context);
    return {choosing.chosen(), rounds};
  });
}

}  // namespace arete::cpu

#include "compute/chains/parts/choose_on_ranks.h"

#include <algorithm>
#include <numeric>

#include "compute/chains/choose/chosen_grid.h"
#include "compute/chains/parts/choose_in_parts.h"
#include "compute/core/buffer.h"
#include "compute/core/coordinate_hash.h"
#include "compute/core/pieces.h"
#include "compute/core/radix_sort.h"

namespace arete::cpu {

namespace {

/// Of file coordinates, as compute/filter/scatter.h has it.
template <class T>
uint64_t scatteredKey(const T* point, const CloudFacts& facts) {
  std::array<double, kMaxDimension> place;
  for (size_t k = 0; k < size_t(facts.dimension); ++k) place[k] = double(point[k]) + facts.origin[k] + 0.0;
  const shared::CoordinateHash hash = shared::coordinateHash(place.data(), 1, facts.dimension);
  return uint64_t(hash.first) << 32 | hash.second;
}

/// A key, and where coordinates of that point begin: these decide between equal keys. Points where both are equal are interchangeable.
template <class T>
class KeyOrder {
 public:
  struct Point {
    uint64_t key;
    const T* at;
  };
  explicit KeyOrder(int dimension) : dimension_(size_t(dimension)) {}
  bool operator()(const Point& a, const Point& b) const {
    if (a.key != b.key) return a.key < b.key;
    return std::lexicographical_compare(a.at, a.at + dimension_, b.at, b.at + dimension_);
  }

 private:
  size_t dimension_;
};

template <class T>
class RankChoosing final : public parts::ChoosingParts {
 public:
  RankChoosing(const RankedPoints& cloud, double r1, const StageContext& context)
      : points_(cloud.points.view<T>()),
        before_(points_.dimension),
        firstNumber_(cloud.before),
        context_(context),
        grid_(CellGrid(shapeOf<T>(cloud, ChosenGrid<T, 0>::edge(r1))), r1, points_.dimension, points_.count) {
    if (cloud.order == RankedOrder::scattered && points_.count > 0) sortByHash(cloud.facts);
  }

  /// A point is asked about when its turn comes, which is once, or again where it was offered and not decided. What is covered then is done with: all
  /// chosen points are lower.
  std::vector<parts::Message> offers(size_t most) override {
    keepUncovered(offered_);
    for (std::vector<uint32_t> next; offered_.size() < most && turn_ < points_.count;) {
      constexpr size_t kFewest = 1 << 16;  // where most are covered already
      const auto count = uint32_t(std::min<size_t>(points_.count - turn_, std::max(kFewest, most - offered_.size())));
      next.resize(count);
      std::iota(next.begin(), next.end(), turn_);
      keepUncovered(next);
      const size_t wanted = std::min(next.size(), most - offered_.size());
      turn_ = wanted < next.size() ? next[wanted] : turn_ + count;
      offered_.insert(offered_.end(), next.begin(), next.begin() + ptrdiff_t(wanted));
    }
    parts::MessageWriter writer(parts::MessageKind::offers);
    for (const uint32_t place : std::span(offered_).first(std::min(most, offered_.size()))) {
      writer.record();
      writer.put(point(place).key);
      writer.put(point(place).at, size_t(points_.dimension));
    }
    std::vector<parts::Message> own;
    own.push_back(writer.take(0));
    return own;
  }

  void decide(std::span<const parts::Message> offers, size_t most, const StageContext& context) override {
    std::vector<T> coordinates;
    StopTicker checkStop(context);
    for (const Point& offer : decidable(offers, most, coordinates)) {
      checkStop();
      if (grid_.covers(offer.at, 1)) continue;
      grid_.add(offer.at, 1);
      chosen_.insert(chosen_.end(), offer.at, offer.at + points_.dimension);
      chosenKeys_.push_back(offer.key);
    }
  }

  const std::vector<T>& chosen() const { return chosen_; }
  std::vector<uint64_t>& chosenKeys() { return chosenKeys_; }

 private:
  using Point = typename KeyOrder<T>::Point;

  void sortByHash(const CloudFacts& facts) {
    constexpr int kKeyBits = 64;
    Buffer<Keyed<uint64_t>> spare(points_.count);
    sorted_ = Buffer<Keyed<uint64_t>>(points_.count);
    forEachPiece(points_.count, context_, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) sorted_[i] = {scatteredKey(points_.point(i), facts), uint32_t(i)};
    });
    radixSort(sorted_, spare, kKeyBits, context_);
    StopTicker checkStop(context_);
    for (size_t i = 0, end; i < sorted_.size(); i = end) {
      checkStop();
      for (end = i + 1; end < sorted_.size() && sorted_[end].key == sorted_[i].key;) ++end;
      std::sort(sorted_.data() + i, sorted_.data() + end, [&](const auto& a, const auto& b) {
        return before_({a.key, points_.point(a.index)}, {b.key, points_.point(b.index)});
      });
    }
  }
  /// By its place in the order of this rank.
  Point point(uint32_t place) const {
    if (sorted_.size() == 0) return {firstNumber_ + place, points_.point(place)};
    return {sorted_[place].key, points_.point(sorted_[place].index)};
  }

  void keepUncovered(std::vector<uint32_t>& places) const {
    std::vector<uint8_t> stays(places.size());
    forEachPiece(places.size(), context_, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) stays[i] = !grid_.covers(point(places[i]).at, 1);
    });
    size_t left = 0;
    for (size_t i = 0; i < stays.size(); ++i)
      if (stays[i]) places[left++] = places[i];
    places.resize(left);
  }

  /// In their order, those that can be decided: no rank has a lower one that it did not offer. Of equal points one may not have been offered: it is
  /// covered by the other.
  std::vector<Point> decidable(std::span<const parts::Message> offers, size_t most, std::vector<T>& coordinates) const {
    const auto d = size_t(points_.dimension);
    uint64_t count = 0;
    for (const parts::Message& each : offers) count += parts::MessageReader(each, parts::MessageKind::offers).count();
    coordinates.resize(count * d);
    std::vector<Point> all, lasts;
    for (const parts::Message& each : offers) {
      parts::MessageReader message(each, parts::MessageKind::offers);
      for (uint64_t i = 0; i < message.count(); ++i) {
        T* const at = coordinates.data() + all.size() * d;
        const auto key = message.get<uint64_t>();
        message.get(at, d);
        all.push_back({key, at});
      }
      if (message.count() == most) lasts.push_back(all.back());
    }
    std::ranges::sort(all, before_);
    if (!lasts.empty()) {
      const Point end = *std::ranges::min_element(lasts, before_);
      all.erase(std::ranges::upper_bound(all, end, before_), all.end());
    }
    return all;
  }

  const PointsView<T> points_;
  const KeyOrder<T> before_;
  const uint64_t firstNumber_;
  const StageContext& context_;
  ChosenGrid<T, 0> grid_;
  Buffer<Keyed<uint64_t>> sorted_;  // empty: in the order of numbers
  std::vector<uint32_t> offered_;   // places, ascending: perhaps not decided yet
  uint32_t turn_ = 0;               // the first place that was not asked about
  std::vector<T> chosen_;           // row layout
  std::vector<uint64_t> chosenKeys_;
};

}  // namespace

ChosenOnRanks chooseOnRanks(const RankedPoints& cloud, double r1, parts::Ranks& ranks, const StageContext& context,
                            const std::function<void(uint32_t, uint64_t)>& round) {
  return withScalarType(cloud.facts.scalar, [&]<class T>() -> ChosenOnRanks {
    RankChoosing<T> choosing(cloud, r1, context);
    ChosenOnRanks result{PointArray(cloud.facts.scalar, cloud.facts.dimension, 0), {}, 0};
    result.rounds = parts::chooseInParts(choosing, ranks.size(), ranks, context, [&](uint32_t rounds) {
      if (round) round(rounds, choosing.chosenKeys().size());
    });
    if (!choosing.chosen().empty()) result.points = PointArray::fromRows(std::span<const T>(choosing.chosen()), cloud.facts.dimension);
    result.keys = std::move(choosing.chosenKeys());
    return result;
  });
}

}  // namespace arete::cpu

#include "compute/wires/numbering.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "compute/core/union_find.h"
#include "compute/wires/plan.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr uint32_t kPhases = 3;

Vector3 wayOf(const Catenary& curve) { return plan::way(curve.end() - curve.start()); }

/// Beside each other for half of the shorter one, and not on two sides of a pylon.
bool areOneBay(const Span& a, const Span& b) {
  constexpr double kFarthest = 50, kParallel = 0.98;  // metres; cosine
  const Vector3 way = wayOf(a.curve);
  if (std::abs(plan::dot(way, wayOf(b.curve))) < kParallel) return false;
  const auto along = [&](const Vector3& place) { return plan::dot(place - a.curve.start(), way); };
  const double length = along(a.curve.end()), u = along(b.curve.start()), v = along(b.curve.end()), low = std::min(u, v), high = std::max(u, v);
  if (std::min(length, high) - std::max(0.0, low) < 0.5 * std::min(length, high - low)) return false;
  const Vector3 there = b.curve.at((b.curve.from + b.curve.to) / 2);
  if (std::abs(plan::cross(way, there - a.curve.start())) > kFarthest) return false;
  const auto differ = [](const Span& p, const Span& q) {  // pylons: both known on both sides, and not the same
    if (p.fromPylon == 0 || p.toPylon == 0 || q.fromPylon == 0 || q.toPylon == 0) return false;
    return std::minmax(p.fromPylon, p.toPylon) != std::minmax(q.fromPylon, q.toPylon);
  };
  return !differ(a, b);
}

/// Spans of a bay, and how the bay goes.
struct Bay {
  std::vector<uint32_t> spans;
  uint32_t from = 0, to = 0;  ///< pylons; 0: none
  Vector3 start, end;         ///< means of the spans' ends
};

void turnAround(Span& span) {
  span.curve = span.curve.reversed();
  std::swap(span.fromPylon, span.toPylon), std::swap(span.gapAtStart, span.gapAtEnd);
  std::swap(span.band.blowOut.low, span.band.blowOut.high);
  span.band.blowOut.low *= -1, span.band.blowOut.high *= -1;
}

Bay bayOf(std::vector<Span>& spans, std::vector<uint32_t> members) {
  Bay bay;
  bay.spans = std::move(members);
  // As the longest one goes.
  const uint32_t longest = *std::ranges::max_element(bay.spans, {}, [&](uint32_t i) { return spans[i].curve.horizontalLength(); });
  const Vector3 way = wayOf(spans[longest].curve);
  for (const uint32_t i : bay.spans) {
    if (plan::dot(wayOf(spans[i].curve), way) < 0) turnAround(spans[i]);
    bay.from = std::max(bay.from, spans[i].fromPylon), bay.to = std::max(bay.to, spans[i].toPylon);
    bay.start = bay.start + spans[i].curve.start() * (1 / double(bay.spans.size()));
    bay.end = bay.end + spans[i].curve.end() * (1 / double(bay.spans.size()));
  }
  return bay;
}

void turnAround(Bay& bay, std::vector<Span>& spans) {
  for (const uint32_t i : bay.spans) turnAround(spans[i]);
  std::swap(bay.from, bay.to), std::swap(bay.start, bay.end);
}

std::vector<Bay> baysOf(std::vector<Span>& spans) {
  UnionFind together(spans.size());
  for (uint32_t i = 0; i < spans.size(); ++i)
    for (uint32_t j = i + 1; j < spans.size(); ++j)
      if (areOneBay(spans[i], spans[j])) together.join(i, j);
  std::map<uint32_t, std::vector<uint32_t>> members;
  for (uint32_t i = 0; i < spans.size(); ++i) members[together.find(i)].push_back(i);
  std::vector<Bay> bays;
  for (auto& [unused, each] : members) bays.push_back(bayOf(spans, std::move(each)));
  return bays;
}

/// Walks from bay to bay over shared pylons, and numbers them.
class LineWalk {
 public:
  LineWalk(WireSpans& wires, std::vector<Bay>& bays) : wires_(wires), bays_(bays), seen_(bays.size()) {}

  void run() {
    for (uint32_t line = 1;; ++line) {
      const auto first = farthestWest();
      if (!first.second) return;
      line_ = line, bay_ = 0;
      if (first.first.second) turnAround(bays_[first.first.first], wires_.spans);
      walk(first.first.first);
    }
  }

 private:
  /// The bay whose free end lies farthest west (then south), and whether that is its end; a ring of bays has none and begins anywhere.
  std::pair<std::pair<uint32_t, bool>, bool> farthestWest() const {
    std::map<uint32_t, uint32_t> meets;
    for (const Bay& bay : bays_) ++meets[bay.from], ++meets[bay.to];
    std::pair<std::pair<uint32_t, bool>, bool> best{{0, false}, false};
    std::tuple<bool, double, double> least;
    for (uint32_t i = 0; i < bays_.size(); ++i)
      for (const bool atEnd : {false, true}) {
        if (seen_[i]) continue;
        const uint32_t pylon = atEnd ? bays_[i].to : bays_[i].from;
        const Vector3& place = atEnd ? bays_[i].end : bays_[i].start;
        const std::tuple here{pylon > 0 && meets[pylon] > 1, place.x, place.y};
        if (!best.second || here < least) best = {{i, atEnd}, true}, least = here;
      }
    return best;
  }

  void walk(uint32_t first) {
    std::vector<uint32_t> next = {first};
    while (!next.empty()) {
      const uint32_t i = next.front();
      next.erase(next.begin());
      if (seen_[i]) continue;
      seen_[i] = true, ++bay_;
      Bay& bay = bays_[i];
      for (const uint32_t s : bay.spans) wires_.spans[s].line = line_, wires_.spans[s].bay = bay_;
      for (const uint32_t pylon : {bay.from, bay.to})
        if (pylon > 0 && wires_.pylons[pylon - 1].line == 0) wires_.pylons[pylon - 1].line = line_, order_.push_back(pylon);
      for (uint32_t j = 0; j < bays_.size(); ++j) {
        if (seen_[j] || bay.to == 0 || (bays_[j].from != bay.to && bays_[j].to != bay.to)) continue;
        if (bays_[j].to == bay.to) turnAround(bays_[j], wires_.spans);
        next.push_back(j);
      }
    }
  }

  WireSpans& wires_;
  std::vector<Bay>& bays_;
  std::vector<uint8_t> seen_;
  std::vector<uint32_t> order_;
  uint32_t line_ = 0, bay_ = 0;

 public:
  /// Pylons in the order in which lines pass them.
  const std::vector<uint32_t>& order() const { return order_; }
};

/// Where a span passes the middle of its bay: to the right of the bay's line, and how high.
struct Across {
  double right = 0, up = 0;
};

struct Phase {
  std::vector<uint32_t> spans;
  Across at;
};

/// In a bay as it goes.
class BayNames {
 public:
  BayNames(std::vector<Span>& spans, const Bay& bay, double bundle) : spans_(spans), bay_(bay), way_(plan::way(bay.end - bay.start)) {
    phases(bundle);
    const size_t earth = earthWires();
    nameEarth(earth);
    nameCircuits(std::span(phases_).subspan(earth));
  }

 private:
  /// Metres along the bay from its start; beyond its ends a span goes on as it hangs.
  Across acrossAt(const Span& span, double along) const {
    const Catenary& curve = span.curve;
    const double share = plan::dot(curve.along, way_), s = (along - plan::dot(curve.middle - bay_.start, way_)) / std::max(share, 0.1);
    const Vector3 d = curve.at(s) - bay_.start;
    return {-plan::cross(way_, d), curve.at(s).z};
  }

  void phases(double bundle) {
    const double length = plan::dot(bay_.end - bay_.start, way_);
    constexpr int kStations = 5;
    UnionFind together(bay_.spans.size());
    for (uint32_t i = 0; i < bay_.spans.size(); ++i)
      for (uint32_t j = i + 1; j < bay_.spans.size(); ++j) {
        double sum = 0;
        for (int k = 0; k < kStations; ++k) {
          const double along = length * (k + 1) / (kStations + 1);
          const Across a = acrossAt(spans_[bay_.spans[i]], along), b = acrossAt(spans_[bay_.spans[j]], along);
          sum += std::hypot(a.right - b.right, a.up - b.up);
        }
        if (sum / kStations < bundle) together.join(i, j);
      }
    std::map<uint32_t, Phase> found;
    for (uint32_t i = 0; i < bay_.spans.size(); ++i) found[together.find(i)].spans.push_back(bay_.spans[i]);
    for (auto& [unused, phase] : found) {
      std::ranges::sort(phase.spans, {}, [&](uint32_t s) { return std::pair(acrossAt(spans_[s], length / 2).right, s); });
      for (uint32_t i = 0; i < phase.spans.size(); ++i) {
        const Across at = acrossAt(spans_[phase.spans[i]], length / 2);
        phase.at.right += at.right / double(phase.spans.size()), phase.at.up += at.up / double(phase.spans.size());
        spans_[phase.spans[i]].conductor = i + 1;
      }
      phases_.push_back(phase);
    }
    std::ranges::stable_sort(phases_, std::greater(), [](const Phase& phase) { return phase.at.up; });
  }

  /// How many of the highest lie above all circuits of three.
  size_t earthWires() const {
    constexpr double kAbove = 0.5;  // metres
    const size_t extra = phases_.size() % kPhases;
    if (phases_.size() <= kPhases || extra == 0) return 0;
    return phases_[extra - 1].at.up > phases_[extra].at.up + kAbove ? extra : 0;
  }

  void name(Phase& phase, uint32_t circuit, uint32_t position, bool earth) {
    for (const uint32_t s : phase.spans) spans_[s].circuit = circuit, spans_[s].position = position, spans_[s].earth = earth;
  }

  void nameEarth(size_t count) {
    std::ranges::sort(std::span(phases_).first(count), {}, [](const Phase& phase) { return phase.at.right; });
    for (uint32_t i = 0; i < count; ++i) name(phases_[i], 0, i + 1, true);
  }

  void nameCircuits(std::span<Phase> phases) {
    std::ranges::stable_sort(phases, {}, [](const Phase& phase) { return phase.at.right; });
    const size_t each = phases.size() % kPhases == 0 ? kPhases : phases.size();
    for (size_t begin = 0; begin < phases.size(); begin += each) {
      std::span circuit = phases.subspan(begin, std::min(each, phases.size() - begin));
      // From above; phases that hang as high as each other from left to right.
      constexpr double kAsHigh = 1;
      std::ranges::stable_sort(circuit,
                               [&](const Phase& a, const Phase& b) { return std::floor(a.at.up / kAsHigh) > std::floor(b.at.up / kAsHigh); });
      for (uint32_t i = 0; i < circuit.size(); ++i) name(circuit[i], uint32_t(begin / each) + 1, i + 1, false);
    }
  }

  std::vector<Span>& spans_;
  const Bay& bay_;
  const Vector3 way_;
  std::vector<Phase> phases_;
};

}  // namespace

void numberSpans(WireSpans& wires, const SpanOptions& options) {
  std::vector<Bay> bays = baysOf(wires.spans);
  LineWalk walk(wires, bays);
  walk.run();
  for (const Bay& bay : bays) BayNames(wires.spans, bay, options.bundle);
  std::vector<uint32_t> newNumber(wires.pylons.size() + 1, 0);
  std::vector<Pylon> pylons;
  for (const uint32_t pylon : walk.order()) pylons.push_back(wires.pylons[pylon - 1]), newNumber[pylon] = uint32_t(pylons.size());
  wires.pylons = std::move(pylons);
  for (Span& span : wires.spans) span.fromPylon = newNumber[span.fromPylon], span.toPylon = newNumber[span.toPylon];
  std::ranges::stable_sort(wires.spans, {}, [](const Span& s) { return std::tuple(s.line, s.bay, !s.earth, s.circuit, s.position, s.conductor); });
}

}  // namespace arete

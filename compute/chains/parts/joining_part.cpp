#include "compute/chains/parts/joining_part.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "compute/chains/grid/sorted_points.h"
#include "compute/chains/order/joins.h"
#include "compute/chains/parts/passing_turns.h"

namespace arete::cpu {

namespace {

constexpr uint32_t kMostJoined = 2;  // edges that an end has when it takes no more

/// All numbers of points here are those of points that the part knows, ascending as in S.
template <class T>
class JoiningPart final : public parts::JoiningPart {
 public:
  JoiningPart(const PointArray& chosen, KnownChosen known, double r2, const StageContext& context)
      : known_(std::move(known)),
        near_(shared::squaredRadius<T>(r2)),
        far_(shared::squaredRadius<T>(2 * r2)),
        points_(chosen.subset(known_.slots).view<T>(), 2 * r2, context),
        degree_(known_.slots.size(), kUnknown) {}

  parts::Message findEdges(const StageContext& context) override;
  void findJoins(std::span<const parts::Message> told, const StageContext& context) override;
  parts::Message join() override;
  void learn(std::span<const parts::Message> told) override;
  parts::Message edges() const override;

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX;  // degree of a point of another part that is not loose

  /// A join that an own point may make.
  struct Candidate {
    Join<T> join;
    std::array<bool, 2> accepted{};  // by its lower end, by its upper end
    bool open = true;
  };
  bool own(uint32_t point) const { return known_.owners[point] != Owner::another; }
  bool isLoose(uint32_t point) const { return degree_[point] < kMostJoined; }
  void listCandidates();
  void advance(uint32_t point);
  void accept(uint32_t candidate, uint32_t point);
  void close(uint32_t candidate);
  void tell(uint32_t from, uint32_t to);
  size_t placeOf(uint32_t end) const { return size_t(std::ranges::lower_bound(ends_, end) - ends_.begin()); }
  std::optional<uint32_t> pointOf(uint32_t slot) const;
  std::optional<uint32_t> candidateOf(uint32_t a, uint32_t b) const;

  const KnownChosen known_;
  const T near_, far_;
  const SortedPoints<T> points_;
  std::vector<uint32_t> degree_;
  std::vector<Edge> edges_;                   // with the lower end own; joins that were made come last
  std::vector<Candidate> candidates_;         // in the order of joins
  std::vector<uint32_t> byEdge_;              // candidates by their edges
  std::vector<uint32_t> ends_;                // points that have candidates, ascending
  std::vector<std::vector<uint32_t>> ofEnd_;  // by place in ends_: candidates, closest first
  std::vector<uint32_t> waiting_;             // own ends that may go on
  uint64_t open_ = 0;                         // candidates
  std::vector<Edge> told_;                    // by whom, to whom: what the next message says
};

template <class T>
parts::Message JoiningPart<T>::findEdges(const StageContext& context) {
  constexpr size_t kPiece = SortedPoints<T>::kPiece;
  std::vector<std::vector<Edge>> found((points_.size() + kPiece - 1) / kPiece);
  for (uint32_t point = 0; point < degree_.size(); ++point)
    if (own(point)) degree_[point] = 0;
  context.device.threads().forEachRange(points_.size(), kPiece, [&](size_t begin, size_t end, int) {
    points_.forEachNear(
        begin, end, context, [&](uint32_t a) { return own(a); },
        [&](uint32_t a, uint32_t b, T squared) {
          if (squared > near_) return true;
          ++degree_[a];  // by the thread that looks around it
          if (b > a) found[begin / kPiece].push_back({a, b});
          return true;
        });
  });
  for (const auto& piece : found) edges_.insert(edges_.end(), piece.begin(), piece.end());
  parts::MessageWriter writer(parts::MessageKind::ends);
  for (uint32_t point = 0; point < degree_.size(); ++point) {
    if (known_.owners[point] != Owner::selfNear || !isLoose(point)) continue;
    writer.record();
    writer.put(known_.slots[point]);
    writer.put(degree_[point]);
  }
  return writer.take(0);
}

template <class T>
void JoiningPart<T>::findJoins(std::span<const parts::Message> told, const StageContext& context) {
  for (const uint32_t neighbour : known_.neighbours) {
    parts::MessageReader message(told[neighbour], parts::MessageKind::ends);
    for (uint64_t i = 0; i < message.count(); ++i) {
      const auto slot = message.get<uint32_t>(), degree = message.get<uint32_t>();
      if (const auto point = pointOf(slot)) degree_[*point] = degree;
    }
  }
  constexpr size_t kPiece = SortedPoints<T>::kPiece;
  std::vector<std::vector<Join<T>>> found((points_.size() + kPiece - 1) / kPiece);
  context.device.threads().forEachRange(points_.size(), kPiece, [&](size_t begin, size_t end, int) {
    points_.forEachNear(
        begin, end, context, [&](uint32_t a) { return own(a) && isLoose(a); },
        [&](uint32_t a, uint32_t b, T squared) {
          const bool once = b > a || !own(b);  // of two own ends, the lower one finds it
          if (once && isLoose(b) && squared > near_ && squared <= far_) found[begin / kPiece].push_back({squared, {std::min(a, b), std::max(a, b)}});
          return true;
        });
  });
  std::vector<Join<T>> joins;
  for (const auto& piece : found) joins.insert(joins.end(), piece.begin(), piece.end());
  sortJoins(joins, context);
  for (const Join<T>& join : joins) candidates_.push_back({join});
  open_ = candidates_.size();
  listCandidates();
}

template <class T>
void JoiningPart<T>::listCandidates() {
  byEdge_.resize(candidates_.size());
  std::iota(byEdge_.begin(), byEdge_.end(), 0u);
  std::ranges::sort(byEdge_, {}, [&](uint32_t i) { return candidates_[i].join.edge; });
  for (const Candidate& each : candidates_) ends_.insert(ends_.end(), {each.join.edge.a, each.join.edge.b});
  std::ranges::sort(ends_);
  ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  ofEnd_.resize(ends_.size());
  for (uint32_t i = 0; i < candidates_.size(); ++i)
    for (const uint32_t point : {candidates_[i].join.edge.a, candidates_[i].join.edge.b}) ofEnd_[placeOf(point)].push_back(i);
  std::ranges::copy_if(ends_, std::back_inserter(waiting_), [&](uint32_t point) { return own(point); });
}

template <class T>
parts::Message JoiningPart<T>::join() {
  parts::MessageWriter writer(parts::MessageKind::accepts);
  told_.clear();
  while (!waiting_.empty()) {
    const uint32_t point = waiting_.back();
    waiting_.pop_back();
    advance(point);
  }
  writer.put(open_);
  for (const Edge& each : told_) {
    writer.record();
    writer.put(each);
  }
  return writer.take(0);
}

/// Accepts the first open candidates, as many as the point takes; none is left open where it takes no more.
template <class T>
void JoiningPart<T>::advance(uint32_t point) {
  std::vector<uint32_t>& candidates = ofEnd_[placeOf(point)];
  std::erase_if(candidates, [&](uint32_t i) { return !candidates_[i].open; });
  if (!isLoose(point)) {
    if (!candidates.empty()) tell(point, point);
    for (const uint32_t i : candidates) close(i);
    return;
  }
  const size_t taken = std::min<size_t>(kMostJoined - degree_[point], candidates.size());
  const std::vector<uint32_t> first(candidates.begin(), candidates.begin() + ptrdiff_t(taken));
  for (const uint32_t i : first) accept(i, point);
}

/// Says that this end of it accepts a candidate, which makes the join if the other one has.
template <class T>
void JoiningPart<T>::accept(uint32_t i, uint32_t point) {
  Candidate& candidate = candidates_[i];
  const auto [a, b] = candidate.join.edge;
  if (std::exchange(candidate.accepted[point == b], true)) return;
  if (own(point)) tell(point, point == a ? b : a);
  if (!candidate.open || !candidate.accepted[0] || !candidate.accepted[1]) return;
  for (const uint32_t end : {a, b})
    if (own(end)) ++degree_[end];
  if (own(a)) edges_.push_back({a, b});
  close(i);
}

/// It is made or dropped: both its ends may go on.
template <class T>
void JoiningPart<T>::close(uint32_t i) {
  candidates_[i].open = false;
  --open_;
  for (const uint32_t end : {candidates_[i].join.edge.a, candidates_[i].join.edge.b})
    if (own(end)) waiting_.push_back(end);
}

/// Where another part must know.
template <class T>
void JoiningPart<T>::tell(uint32_t from, uint32_t to) {
  if (known_.owners[from] == Owner::selfNear && (from == to || !own(to))) told_.push_back({known_.slots[from], known_.slots[to]});
}

template <class T>
void JoiningPart<T>::learn(std::span<const parts::Message> told) {
  std::vector<uint32_t> full;
  for (const uint32_t neighbour : known_.neighbours) {
    parts::MessageReader message(told[neighbour], parts::MessageKind::accepts);
    message.get<uint64_t>();
    for (uint64_t i = 0; i < message.count(); ++i) {
      const auto fromSlot = message.get<uint32_t>(), toSlot = message.get<uint32_t>();
      const auto from = pointOf(fromSlot), to = pointOf(toSlot);
      if (!from || !to) continue;
      if (from == to) full.push_back(*from);
      else if (const auto candidate = candidateOf(std::min(*from, *to), std::max(*from, *to))) accept(*candidate, *from);
    }
  }
  for (const uint32_t point : full) {
    if (!std::ranges::binary_search(ends_, point)) continue;
    for (const uint32_t i : ofEnd_[placeOf(point)])
      if (candidates_[i].open) close(i);
  }
}

template <class T>
std::optional<uint32_t> JoiningPart<T>::pointOf(uint32_t slot) const {
  const auto at = std::ranges::lower_bound(known_.slots, slot);
  if (at == known_.slots.end() || *at != slot) return {};
  return uint32_t(at - known_.slots.begin());
}

template <class T>
std::optional<uint32_t> JoiningPart<T>::candidateOf(uint32_t a, uint32_t b) const {
  const auto edge = [&](uint32_t i) { return candidates_[i].join.edge; };
  const auto at = std::ranges::lower_bound(byEdge_, Edge{a, b}, {}, edge);
  if (at == byEdge_.end() || edge(*at) != Edge{a, b}) return {};
  return *at;
}

template <class T>
parts::Message JoiningPart<T>::edges() const {
  parts::MessageWriter writer(parts::MessageKind::edges);
  for (const Edge& each : edges_) {
    writer.record();
    writer.put(Edge{known_.slots[each.a], known_.slots[each.b]});
  }
  return writer.take(0);
}

/// With no points in its region, nor near it.
class JoiningNothing final : public parts::JoiningPart {
 public:
  parts::Message findEdges(const StageContext&) override { return parts::MessageWriter(parts::MessageKind::ends).take(0); }
  void findJoins(std::span<const parts::Message>, const StageContext&) override {}
  parts::Message join() override { return parts::nothing(parts::MessageKind::accepts, 0); }
  void learn(std::span<const parts::Message>) override {}
  parts::Message edges() const override { return parts::MessageWriter(parts::MessageKind::edges).take(0); }
};

}  // namespace

std::unique_ptr<parts::JoiningPart> makeJoiningPart(const PointArray& chosen, KnownChosen known, double r2, const StageContext& context) {
  if (known.slots.empty()) return std::make_unique<JoiningNothing>();
  return withScalarType(chosen.scalar(), [&]<class T>() -> std::unique_ptr<parts::JoiningPart> {
    return std::make_unique<JoiningPart<T>>(chosen, std::move(known), r2, context);
  });
}

}  // namespace arete::cpu

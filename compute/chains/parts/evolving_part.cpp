#include "compute/chains/parts/evolving_part.h"

#include <algorithm>

#include "compute/chains/evolve/contract.h"

namespace arete::cpu {

using parts::CellBox;
using parts::Message;
using parts::MessageKind;
using parts::MessageReader;
using parts::MessageWriter;

static constexpr uint32_t kHandover = 1;  // flags of a move: the receiver is the new home
static constexpr uint32_t kArrival = 2;   // the receiver had no points near the old place, and may not know the chosen point
static constexpr uint32_t kSeen = 2;      // cells from which a part's points see a chosen point that moves by one cell

template <class T>
EvolvingPart<T>::EvolvingPart(uint32_t number, SortedCloud<T> cloud, std::shared_ptr<StripSource<T>> pages, const PartRules<T>& rules)
    : number_(number), rules_(rules), points_(std::move(cloud), std::move(pages), rules.r1, rules.scale), followers_(points_.grid().cells()) {}

template <class T>
std::vector<std::vector<uint64_t>> EvolvingPart<T>::announce() const {
  const parts::Parting& parting = *rules_.parting;
  std::vector<std::vector<uint64_t>> told(parting.parts());
  if (parting.parts() == 1) return told;
  const SortedCloud<T>& cloud = points_.cloud();
  for (uint32_t cell = 0; cell < cloud.cells(); ++cell) {
    const uint64_t key = cloud.cellKey(cell);
    const CellBox around = CellBox::around(cloud.grid().cell(key).at, kSeen);
    if (parting.region(number_).contains(around)) continue;
    parting.forEachHome(around, [&](uint32_t part) {
      if (part != number_) told[part].push_back(key);
    });
  }
  return told;
}

template <class T>
void EvolvingPart<T>::setNeighbours(std::vector<uint32_t> neighbours) {
  followers_.finish(neighbours);
  const CellBox& region = rules_.parting->region(number_);
  followers_.forEachKey([&](uint64_t key) { followedInside_ = followedInside_ || region.contains(CellBox::around(points_.grid().cell(key).at, 0)); });
  neighbours_ = std::move(neighbours);
  askedFor_.assign(neighbours_.size(), 0);
}

template <class T>
size_t EvolvingPart<T>::placeOfNeighbour(uint32_t part) const {
  const auto found = std::ranges::lower_bound(neighbours_, part);
  if (found == neighbours_.end() || *found != part)
    throw Error(ErrorKind::internal, "cannot evolve in parts", "part " + std::to_string(number_), "part " + std::to_string(part) + " is no neighbour",
                "please report this");
  return size_t(found - neighbours_.begin());
}

template <class T>
void EvolvingPart<T>::reset(const PointArray& chosen, std::span<const uint32_t> near, const StageContext& context) {
  const PointsView<T> all = chosen.view<T>();
  Buffer<uint8_t> here(near.size());
  forEachPiece(near.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Cell cell = points_.grid().cellOf(all.point(near[i]), all.coordinateStride);
      here[i] = isHere(homeOf(cell), cell);
    }
  });
  std::vector<uint32_t> known;
  for (size_t i = 0; i < near.size(); ++i)
    if (here[i]) known.push_back(near[i]);
  chosen_.reset(chosen, std::move(known), points_.grid(), context);
  forEachPiece(chosen_.slots(), context, [&](size_t begin, size_t end) {
    for (size_t slot = begin; slot < end; ++slot) chosen_.homes[slot] = homeOf(chosen_.cells[slot]);
  });
  points_.reset(chosen_, context);
  writers_.assign(neighbours_.size(), MessageWriter(MessageKind::sums));
  left_.clear();
}

template <class T>
void EvolvingPart<T>::keep(std::span<const uint8_t> stays, const StageContext& context) {
  std::vector<uint32_t> removed;
  for (uint32_t slot = 0; slot < chosen_.slots(); ++slot)
    if (chosen_.alive[slot] && !stays[chosen_.names[slot]]) chosen_.alive[slot] = 0, removed.push_back(slot);
  points_.remove(chosen_, removed, context);
  left_.insert(left_.end(), removed.begin(), removed.end());
}

template <class T>
uint64_t EvolvingPart<T>::look(std::vector<Message>& out, uint32_t half, const StageContext& context) {
  const uint64_t lookedAt = points_.look(chosen_, context);
  addChanges(points_, chosen_, context);
  std::ranges::fill(writers_, MessageWriter(MessageKind::sums));
  if (!neighbours_.empty()) sendSums();
  forgetLeft();
  for (MessageWriter& writer : writers_) out.push_back(writer.take(half));
  return lookedAt;
}

/// What changed of the sums of those that are at home elsewhere goes there; the others stay touched.
template <class T>
void EvolvingPart<T>::sendSums() {
  const size_t d = dimension();
  std::erase_if(chosen_.touched, [&](uint32_t slot) {
    if (chosen_.homes[slot] == number_) return false;
    MessageWriter& writer = writers_[placeOfNeighbour(chosen_.homes[slot])];
    shared::FixedSum<T>* const sums = &chosen_.sums[slot * d];
    writer.record();
    writer.put(chosen_.names[slot]);
    writer.put(int32_t(chosen_.counts[slot]));
    writer.put(sums, d);
    std::fill_n(sums, d, shared::FixedSum<T>(0));
    chosen_.counts[slot] = 0;
    chosen_.isTouched[slot] = 0;
    ++sent_.sumChanges;
    return true;
  });
}

/// No point is assigned to these any more, and their homes know it.
template <class T>
void EvolvingPart<T>::forgetLeft() {
  const size_t d = dimension();
  for (const uint32_t slot : left_) {
    if (chosen_.isFree(slot) || (chosen_.alive[slot] && isHere(chosen_.homes[slot], chosen_.cells[slot]))) continue;
    std::fill_n(&chosen_.sums[slot * d], d, shared::FixedSum<T>(0));  // of removed ones, which are nobody's concern
    chosen_.counts[slot] = 0;
    chosen_.forget(slot);
  }
  left_.clear();
}

/// The slot of a chosen point that this part must know; throws where it does not.
template <class T>
uint32_t EvolvingPart<T>::slotOf(uint32_t name) const {
  const uint32_t slot = chosen_.find(name);
  if (slot == KnownPoints<T>::kUnknown)
    throw Error(ErrorKind::internal, "cannot evolve in parts", "part " + std::to_string(number_),
                "chosen point " + std::to_string(name) + " is not known here", "please report this");
  return slot;
}

template <class T>
void EvolvingPart<T>::takeSums(std::span<const Message> in) {
  const size_t d = dimension();
  std::array<shared::FixedSum<T>, kMaxDimension> sums;
  for (const Message& each : in) {
    MessageReader message(each, MessageKind::sums);
    for (uint64_t i = 0; i < message.count(); ++i) {
      const uint32_t slot = slotOf(message.get<uint32_t>());
      const auto count = message.get<int32_t>();
      message.get(sums.data(), d);
      for (size_t k = 0; k < d; ++k) chosen_.sums[slot * d + k] += sums[k];
      chosen_.counts[slot] += uint32_t(count);
      chosen_.touch(slot);
    }
  }
}

template <class T>
uint32_t EvolvingPart<T>::move(std::span<const Message> in, std::vector<Message>& out, uint32_t half, const StageContext& context) {
  takeSums(in);
  moveToMeans(chosen_, chosen_.touched, points_.grid(), rules_.move, rules_.scale, moves_, context);
  std::ranges::fill(writers_, MessageWriter(MessageKind::moves));
  uint32_t count = 0;
  StopTicker checkStop(context);
  for (size_t i = 0; i < chosen_.touched.size(); ++i) {
    checkStop();
    chosen_.isTouched[chosen_.touched[i]] = 0;
    if (moves_[i].distance == 0) continue;
    ++count;
    moved(chosen_.touched[i], moves_[i]);
  }
  chosen_.touched.clear();
  for (MessageWriter& writer : writers_) out.push_back(writer.take(half));
  return count;
}

/// Of one at home.
template <class T>
void EvolvingPart<T>::moved(uint32_t slot, const Move& move) {
  const size_t d = dimension();
  const Cell before = chosen_.cells[slot], after = move.cell;
  points_.noteMove(chosen_, slot, before, after, move.distance);
  chosen_.cells[slot] = after;
  chosen_.noteChange(slot);
  if (neighbours_.empty()) return;
  uint32_t& home = chosen_.homes[slot];
  if (after != before) home = homeOf(after);
  const size_t informed = findRecipients(before, after);
  if (home != number_) addRecipient(placeOfNeighbour(home)), left_.push_back(slot);
  for (size_t i = 0; i < recipients_.size(); ++i) {
    const bool isHome = neighbours_[recipients_[i]] == home, arrives = i >= informed;
    MessageWriter& writer = writers_[recipients_[i]];
    writer.record();
    writer.put(chosen_.names[slot]);
    writer.put((isHome ? kHandover : 0u) | (arrives ? kArrival : 0u));
    writer.put(chosen_.point(slot), d);
    if (arrives) writer.put(move.distance);
    ++sent_.moves;
    if (!isHome) continue;
    writer.put(chosen_.counts[slot]);
    writer.put(&chosen_.sums[slot * d], d);
    std::fill_n(&chosen_.sums[slot * d], d, shared::FixedSum<T>(0));
    chosen_.counts[slot] = 0;
    ++sent_.handovers;
  }
}

template <class T>
void EvolvingPart<T>::addRecipient(size_t place) {
  if (askedFor_[place] == asked_) return;
  askedFor_[place] = asked_;
  recipients_.push_back(place);
}

/// Parts with points in cells that touch the old or the new cell. Returns how many, of the first ones, know the chosen point for certain.
template <class T>
size_t EvolvingPart<T>::findRecipients(const Cell& before, const Cell& after) {
  recipients_.clear();
  if (++asked_ == 0) std::ranges::fill(askedFor_, 0), asked_ = 1;
  if (rules_.farMoves) {
    for (size_t place = 0; place < neighbours_.size(); ++place) addRecipient(place);
    return 0;
  }
  const CellBox& region = rules_.parting->region(number_);
  const auto find = [&](const Cell& cell) {
    if (!followedInside_ && region.contains(CellBox::around(cell.at, 1))) return;
    points_.grid().forEachTouching(cell, [&](uint64_t key) { followers_.forEach(key, [&](uint32_t place) { addRecipient(place); }); });
  };
  find(before);
  const size_t informed = recipients_.size();
  if (after != before) find(after);
  return informed;
}

template <class T>
void EvolvingPart<T>::apply(std::span<const Message> in, const StageContext& context) {
  StopTicker checkStop(context);
  for (const Message& each : in) {
    MessageReader message(each, MessageKind::moves);
    for (uint64_t i = 0; i < message.count(); ++i) checkStop(), takeMove(message);
  }
  points_.wake();
}

template <class T>
void EvolvingPart<T>::takeMove(MessageReader& message) {
  const size_t d = dimension();
  const auto name = message.get<uint32_t>();
  const auto flags = message.get<uint32_t>();
  std::array<T, kMaxDimension> place;
  message.get(place.data(), d);
  const double distance = (flags & kArrival) != 0 ? message.get<double>() : 0;
  const Cell after = points_.grid().cellOf(place.data(), 1);
  const uint32_t home = homeOf(after);
  uint32_t slot = (flags & kArrival) != 0 ? chosen_.find(name) : slotOf(name);
  if (slot == KnownPoints<T>::kUnknown) {
    if (!isHere(home, after)) return;  // where all parts hear of all moves
    slot = chosen_.add(name);
    std::copy_n(place.data(), d, chosen_.point(slot));
    points_.noteArrival(chosen_, slot, after, distance);
  } else {
    T* const point = chosen_.point(slot);
    double squared = 0;
    for (size_t k = 0; k < d; ++k) {
      const double difference = double(place[k]) - double(point[k]);
      squared += difference * difference;
      point[k] = place[k];
    }
    const Cell before = chosen_.cells[slot];
    points_.noteMove(chosen_, slot, before, after, shared::movementOf(squared));
    if (after != before && home != number_) left_.push_back(slot);
  }
  chosen_.cells[slot] = after;
  chosen_.homes[slot] = home;
  if ((flags & kHandover) == 0) return;
  chosen_.counts[slot] = message.get<uint32_t>();
  message.get(&chosen_.sums[slot * d], d);
  chosen_.noteChange(slot);
}

template <class T>
Message EvolvingPart<T>::places() {
  MessageWriter writer(MessageKind::places);
  chosen_.takeChanged([&](uint32_t slot) {
    if (chosen_.homes[slot] != number_) return;
    writer.record();
    writer.put(chosen_.names[slot]);
    writer.put(chosen_.point(slot), dimension());
  });
  return writer.take(0);
}

template <class T>
void EvolvingPart<T>::assign(std::vector<uint32_t>& assignment, std::span<const uint32_t> places, const StageContext& context) {
  points_.look(chosen_, context);
  const SortedCloud<T>& cloud = points_.cloud();
  forEachPiece(cloud.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      assignment[cloud.original(i)] = points_.assigned(i) == kUnassigned ? kUnassigned : places[chosen_.names[points_.assigned(i)]];
  });
}

template class EvolvingPart<float>;
template class EvolvingPart<double>;

}  // namespace arete::cpu

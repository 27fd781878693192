#include "compute/cpu/parts/evolving_part.h"

#include <algorithm>

#include "compute/stages/evolve.h"

namespace arete::cpu {

using parts::CellBox;
using parts::Message;
using parts::MessageKind;
using parts::MessageReader;
using parts::MessageWriter;

static constexpr uint32_t kHandover = 1;  // flag of a move: the receiver is the new home
static constexpr uint32_t kSeen = 2;      // cells from which a part's points see a chosen point that moves by one cell

template <class T>
EvolvingPart<T>::EvolvingPart(uint32_t number, SortedCloud<T> cloud, const PartRules<T>& rules)
    : number_(number), rules_(rules), points_(std::move(cloud), rules.r1, rules.scale), followers_(points_.grid().cells()) {}

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
  followers_.sort();
  const CellBox& region = rules_.parting->region(number_);
  followers_.forEachKey([&](uint64_t key) { followedInside_ = followedInside_ || region.contains(CellBox::around(points_.grid().cell(key).at, 0)); });
  neighbours_ = std::move(neighbours);
  askedFor_.assign(rules_.parting->parts(), 0);
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
void EvolvingPart<T>::reset(const PointArray& chosen, const StageContext& context) {
  chosen_.reset(chosen.withLayout(Layout::row), points_.grid(), context);
  points_.reset(chosen_, context);
  homes_ = Buffer<uint32_t>(chosen_.slots());
  forEachPiece(chosen_.slots(), context, [&](size_t begin, size_t end) {
    for (size_t slot = begin; slot < end; ++slot) homes_[slot] = homeOf(chosen_.cells[slot]);
  });
  writers_.assign(neighbours_.size(), MessageWriter(MessageKind::sums));
  changed_.clear();
  isChanged_ = ZeroedBuffer<uint8_t>(chosen_.slots());
}

template <class T>
void EvolvingPart<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  points_.remove(chosen_.keep(kept), chosen_.cells, context);
}

template <class T>
uint64_t EvolvingPart<T>::look(std::vector<Message>& out, uint32_t half, const StageContext& context) {
  const uint64_t lookedAt = points_.look(chosen_, context);
  addChanges(points_, chosen_, context);
  std::ranges::fill(writers_, MessageWriter(MessageKind::sums));
  if (!neighbours_.empty()) sendSums();
  for (MessageWriter& writer : writers_) out.push_back(writer.take(half));
  return lookedAt;
}

/// What changed of the sums of those that are at home elsewhere goes there; the others stay touched.
template <class T>
void EvolvingPart<T>::sendSums() {
  const size_t d = dimension();
  std::erase_if(chosen_.touched, [&](uint32_t slot) {
    if (homes_[slot] == number_) return false;
    MessageWriter& writer = writers_[placeOfNeighbour(homes_[slot])];
    shared::FixedSum<T>* const sums = &chosen_.sums[slot * d];
    writer.record();
    writer.put(slot);
    writer.put(int32_t(chosen_.counts[slot]));
    writer.put(sums, d);
    std::fill_n(sums, d, shared::FixedSum<T>(0));
    chosen_.counts[slot] = 0;
    chosen_.isTouched[slot] = 0;
    ++sent_.sumChanges;
    return true;
  });
}

template <class T>
void EvolvingPart<T>::takeSums(std::span<const Message> in) {
  const size_t d = dimension();
  std::array<shared::FixedSum<T>, kMaxDimension> sums;
  for (const Message& each : in) {
    MessageReader message(each, MessageKind::sums);
    for (uint64_t i = 0; i < message.count(); ++i) {
      const auto slot = message.get<uint32_t>();
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
  points_.noteMove(slot, before, after, move.distance);
  chosen_.cells[slot] = after;
  cameOrMoved(slot);
  if (neighbours_.empty()) return;
  if (after != before) homes_[slot] = homeOf(after);
  findRecipients(before, after);
  if (homes_[slot] != number_) addRecipient(homes_[slot]);
  for (const size_t place : recipients_) {
    const bool isHome = neighbours_[place] == homes_[slot];
    MessageWriter& writer = writers_[place];
    writer.record();
    writer.put(slot);
    writer.put(isHome ? kHandover : 0u);
    writer.put(chosen_.point(slot), d);
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
void EvolvingPart<T>::addRecipient(uint32_t part) {
  if (part == number_ || askedFor_[part] == asked_) return;
  askedFor_[part] = asked_;
  recipients_.push_back(placeOfNeighbour(part));
}

/// Parts with points in cells that touch the old or the new cell.
template <class T>
void EvolvingPart<T>::findRecipients(const Cell& before, const Cell& after) {
  recipients_.clear();
  if (++asked_ == 0) std::ranges::fill(askedFor_, 0), asked_ = 1;
  if (rules_.farMoves) {
    for (const uint32_t part : neighbours_) addRecipient(part);
    return;
  }
  const CellBox& region = rules_.parting->region(number_);
  const auto find = [&](const Cell& cell) {
    if (!followedInside_ && region.contains(CellBox::around(cell.at, 1))) return;
    points_.grid().forEachTouching(cell, [&](uint64_t key) { followers_.forEach(key, [&](uint32_t part) { addRecipient(part); }); });
  };
  find(before);
  if (after != before) find(after);
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
  const auto slot = message.get<uint32_t>();
  const auto flags = message.get<uint32_t>();
  std::array<T, kMaxDimension> place;
  message.get(place.data(), d);
  T* const point = chosen_.point(slot);
  double squared = 0;
  for (size_t k = 0; k < d; ++k) {
    const double difference = double(place[k]) - double(point[k]);
    squared += difference * difference;
    point[k] = place[k];
  }
  const Cell before = chosen_.cells[slot], after = points_.grid().cellOf(point, 1);
  points_.noteMove(slot, before, after, shared::movementOf(squared));
  chosen_.cells[slot] = after;
  if (after != before) homes_[slot] = homeOf(after);
  if ((flags & kHandover) == 0) return;
  chosen_.counts[slot] = message.get<uint32_t>();
  message.get(&chosen_.sums[slot * d], d);
  cameOrMoved(slot);
}

template <class T>
Message EvolvingPart<T>::places() {
  MessageWriter writer(MessageKind::places);
  for (const uint32_t slot : changed_) {
    isChanged_[slot] = 0;
    if (homes_[slot] != number_) continue;
    writer.record();
    writer.put(slot);
    writer.put(chosen_.point(slot), dimension());
  }
  changed_.clear();
  return writer.take(0);
}

template <class T>
void EvolvingPart<T>::assign(std::vector<uint32_t>& assignment, const StageContext& context) {
  points_.look(chosen_, context);
  const SortedCloud<T>& cloud = points_.cloud();
  std::vector<uint32_t> index(chosen_.slots());
  for (uint32_t i = 0; i < chosen_.present.size(); ++i) index[chosen_.present[i]] = i;
  forEachPiece(cloud.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      assignment[cloud.original(i)] = points_.assigned(i) == kUnassigned ? kUnassigned : index[points_.assigned(i)];
  });
}

template class EvolvingPart<float>;
template class EvolvingPart<double>;

}  // namespace arete::cpu

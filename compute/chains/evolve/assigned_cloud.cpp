#include "compute/chains/evolve/assigned_cloud.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/grid/sorted_points.h"

namespace arete::cpu {

static constexpr double kNever = std::numeric_limits<double>::infinity();

template <class T>
AssignedCloud<T>::AssignedCloud(SortedCloud<T> cloud, double r1, shared::FixedScale scale) : AssignedCloud(std::move(cloud), nullptr, r1, scale) {}

template <class T>
AssignedCloud<T>::AssignedCloud(SortedCloud<T> cloud, std::shared_ptr<StripSource<T>> pages, double r1, shared::FixedScale scale)
    : cloud_(std::move(cloud)),
      margins_(shared::marginRule<T>(r1, cloud_.dimension())),
      scale_(scale),
      lookAtStrip_(lookAtStripKernels<T>(cloud_.dimension()).back()),
      pages_(std::move(pages)),
      assigned_(pages_ ? 0 : cloud_.size()),
      deadlines_(pages_ ? 0 : cloud_.packets()),
      earliest_(cloud_.strips().size()),
      cells_(cloud_.cells()) {}

template <class T>
void AssignedCloud<T>::reset(const ChosenPoints<T>& chosen, const StageContext& context) {
  listCandidates(chosen, context);
  if (pages_) pages_->reset();
  forEachPiece(assigned_.size(), context,
               [&](size_t begin, size_t end) { std::fill(assigned_.data() + begin, assigned_.data() + end, kUnassigned); });
  forEachPiece(deadlines_.size(), context, [&](size_t begin, size_t end) { std::fill(deadlines_.data() + begin, deadlines_.data() + end, 0.0); });
  workers_.clear();
  movedCells_.clear();
  renewAll(context);
}

/// Both sides are sorted by cell, so all threads read the cells and the chosen points around them in memory order.
template <class T>
void AssignedCloud<T>::listCandidates(const ChosenPoints<T>& chosen, const StageContext& context) {
  constexpr size_t kCells = 1024;
  const Buffer<PlacedPoint> placed = placedByCell(chosen.view(), cloud_.grid(), context);
  const auto forEachCell = [&](const auto& visit) {
    context.device.threads().forEachRange(cloud_.cells(), kCells, [&](size_t begin, size_t end, int) {
      context.checkStop();
      RunsAround runsAround(cloud_.grid(), placed.span());
      for (auto cell = uint32_t(begin); cell < end; ++cell) visit(cell, runsAround.of(cloud_.cellKey(cell)));
    });
  };
  std::vector<uint32_t> sizes(cloud_.cells());
  forEachCell([&](uint32_t cell, std::span<const RunsAround::Run> runs) {
    for (const auto& run : runs) sizes[cell] += uint32_t(run.end - run.begin);
  });
  candidates_.reset(sizes);
  forEachCell([&](uint32_t cell, std::span<const RunsAround::Run> runs) {
    const std::span<uint32_t> slots = candidates_.fill(cell, sizes[cell]);
    auto next = slots.begin();
    for (const auto& run : runs)
      for (size_t i = run.begin; i < run.end; ++i) *next++ = placed[i].index;
    std::sort(slots.begin(), slots.end());
  });
}

/// Puts all strips of the cell into awake_.
template <class T>
void AssignedCloud<T>::renew(uint32_t cell) {
  cells_[cell].renewed = true;
  renewedCells_.push_back(cell);
  for (uint32_t strip = cloud_.firstStrip(cell); strip < cloud_.firstStrip(cell + 1); ++strip) awake_.push_back(strip);
}

template <class T>
void AssignedCloud<T>::renewAll(const StageContext& context) {
  renewedCells_.resize(cloud_.cells());
  forEachPiece(cloud_.cells(), context, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell) {
      cells_[cell] = {0, 0, true};
      renewedCells_[cell] = uint32_t(cell);
    }
  });
  awake_.resize(cloud_.strips().size());
  forEachPiece(awake_.size(), context,
               [&](size_t begin, size_t end) { std::iota(awake_.begin() + ptrdiff_t(begin), awake_.begin() + ptrdiff_t(end), uint32_t(begin)); });
}

template <class T>
void AssignedCloud<T>::remove(const ChosenPoints<T>& chosen, std::span<const uint32_t> slots, const StageContext& context) {
  StopTicker checkStop(context);
  std::vector<uint32_t> renewed;
  for (const uint32_t slot : slots) {
    checkStop();
    forEachKnowing(chosen.cells[slot], [&](uint32_t cell) {
      removeCandidate(chosen, slot, cell);
      if (!cells_[cell].renewed) cells_[cell].renewed = true, renewed.push_back(cell);
    });
  }
  std::erase_if(awake_, [&](uint32_t strip) { return cells_[cloud_.strips()[strip].cell].renewed; });
  renewed.insert(renewed.end(), renewedCells_.begin(), renewedCells_.end());
  renewedCells_.clear();
  for (const uint32_t cell : renewed) renew(cell);
}

template <class T>
uint64_t AssignedCloud<T>::look(const ChosenPoints<T>& chosen, const StageContext& context) {
  constexpr size_t kStripsAtOnce = 8;
  while (workers_.size() < size_t(context.device.threads().size())) workers_.emplace_back();
  for (Worker& worker : workers_)  // slots may have been added since; all changes have been taken by then
    if (worker.changes.slots() < chosen.slots()) worker.changes.reset(chosen.slots(), cloud_.dimension());
  if (pages_) pages_->prepare(awake_, workers_.size());
  for (Worker& worker : workers_) worker.cell = UINT32_MAX, worker.lookedAt = 0;
  context.device.threads().forEachRange(awake_.size(), kStripsAtOnce, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) lookAtOne(awake_[i], chosen, workers_[size_t(thread)], size_t(thread));
  });
  awake_.clear();
  forEachPiece(renewedCells_.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) cells_[renewedCells_[i]].renewed = false;
  });
  renewedCells_.clear();
  uint64_t lookedAt = 0;
  for (const Worker& worker : workers_) lookedAt += worker.lookedAt;
  return lookedAt;
}

template <class T>
StripPage<T> AssignedCloud<T>::pageOf(const Strip& strip) {
  return {cloud_.coordinates() + strip.first, cloud_.stride(), deadlines_.data() + strip.firstPacket, assigned_.data() + strip.first};
}

template <class T>
void AssignedCloud<T>::lookAtOne(uint32_t index, const ChosenPoints<T>& chosen, Worker& worker, size_t thread) {
  const Strip& strip = cloud_.strips()[index];
  if (worker.cell != strip.cell) {
    const auto d = size_t(cloud_.dimension());
    worker.cell = strip.cell;
    worker.slots = candidates_.of(strip.cell);
    worker.candidates.resize(worker.slots.size() * d);
    for (size_t j = 0; j < worker.slots.size(); ++j)
      for (size_t k = 0; k < d; ++k) worker.candidates[j * d + k] = chosen.point(worker.slots[j])[k];
  }
  const CellState& cell = cells_[strip.cell];
  const StripPage<T> page = pages_ ? pages_->bring(index, strip, thread) : pageOf(strip);
  const StripResult result = lookAtStrip_({.coordinates = page.coordinates,
                                           .stride = page.stride,
                                           .dimension = cloud_.dimension(),
                                           .count = strip.count,
                                           .deadlines = page.deadlines,
                                           .assigned = page.assigned,
                                           .candidates = worker.candidates.data(),
                                           .slots = worker.slots.data(),
                                           .candidateCount = uint32_t(worker.slots.size()),
                                           .total = cell.total,
                                           .wake = cell.renewed ? kNever : cell.total,
                                           .rule = margins_,
                                           .scale = scale_},
                                          worker.changes);
  if (pages_ && result.lookedAt > 0) pages_->takeBack(index, strip, thread);
  earliest_[index] = result.earliest;
  worker.lookedAt += result.lookedAt;
}

template <class T>
void AssignedCloud<T>::noteMove(const ChosenPoints<T>& chosen, uint32_t slot, const Cell& before, const Cell& after, double distance) {
  noteMovement(before, distance);
  if (after == before) return;
  forEachKnowing(before, [&](uint32_t cell) { removeCandidate(chosen, slot, cell); });
  noteArrival(chosen, slot, after, distance);
}

template <class T>
void AssignedCloud<T>::noteArrival(const ChosenPoints<T>& chosen, uint32_t slot, const Cell& into, double distance) {
  noteMovement(into, distance);
  forEachKnowing(into, [&](uint32_t cell) { candidates_.insert(cell, slot, [&](uint32_t a, uint32_t b) { return chosen.before(a, b); }); });
}

template <class T>
void AssignedCloud<T>::noteMovement(const Cell& around, double distance) {
  forEachKnowing(around, [&](uint32_t cell) {
    double& movement = cells_[cell].movement;
    if (movement == 0) movedCells_.push_back(cell);
    movement = std::max(movement, distance);
  });
}

template <class T>
void AssignedCloud<T>::wake() {
  for (const uint32_t cell : movedCells_) {
    CellState& state = cells_[cell];
    state.total = shared::totalAfter(state.total, state.movement);
    state.movement = 0;
    for (uint32_t strip = cloud_.firstStrip(cell); strip < cloud_.firstStrip(cell + 1); ++strip)
      if (earliest_[strip] <= state.total) awake_.push_back(strip);
  }
  movedCells_.clear();
}

template class AssignedCloud<float>;
template class AssignedCloud<double>;

}  // namespace arete::cpu

// A part of a cloud on the CPU: its points sorted and assigned as evolve.cpu.accelerated does it, and what goes to and comes from other parts.
//
// Memory: per point d coordinates, its slot and its number, half a byte for the deadline; per cell with points some 200 bytes; per chosen point that
// it knows its place, sums and home; the cells near its region where other parts have points. Of the rest of S, of other points and of other parts
// it holds nothing. Sums of a chosen point that is at home elsewhere hold what changed since they were last sent.
//
// Who is forgotten, and when. A chosen point that no cell with points touches any more, or that is removed, is due everywhere that it was near: with
// the next look no point here is assigned to it, what that changes goes to its home, and it is forgotten. Should it come back, its home says so: it
// knows from the cells it was told of who has points near the new place and who had near the old one.
#pragma once

#include <memory>

#include "compute/chains/evolve/assigned_cloud.h"
#include "compute/chains/evolve/move_chosen.h"
#include "compute/chains/parts/followers.h"
#include "compute/chains/parts/known_points.h"
#include "compute/chains/parts/part.h"
#include "compute/chains/parts/parting.h"

namespace arete::cpu {

/// What all parts have in common.
template <class T>
struct PartRules {
  std::shared_ptr<const parts::Parting> parting;
  double r1 = 0;
  shared::MoveRule<T> move;
  shared::FixedScale scale;
  bool farMoves = false;  ///< chosen points may move farther than into the next cell: then all parts hear of all moves
};

/// Whether sums are so coarse that chosen points may move farther than into the next cell; detections refuse such clouds (checkResolution).
inline bool movesFar(shared::FixedScale scale, double r1) {
  constexpr double kStepsPerR1 = 1024;
  return scale.fromFixed > r1 / kStepsPerR1;
}

template <class T>
class EvolvingPart final : public parts::EvolvingPart {
 public:
  EvolvingPart(uint32_t number, SortedCloud<T> cloud, const PartRules<T>& rules) : EvolvingPart(number, std::move(cloud), nullptr, rules) {}
  /// `cloud`: without its points, which are in `pages`. Then there is no assign().
  EvolvingPart(uint32_t number, SortedCloud<T> cloud, std::shared_ptr<StripSource<T>> pages, const PartRules<T>& rules);

  std::vector<std::vector<uint64_t>> announce() const override;
  void learn(uint32_t part, std::span<const uint64_t> cells) override { followers_.add(part, cells); }
  void setNeighbours(std::vector<uint32_t> neighbours) override;
  bool isDue() const override { return points_.isDue(); }
  uint64_t points() const override { return points_.cloud().size(); }
  parts::PartSent sent() const override { return sent_; }
  parts::PartKnows knows() const override { return {chosen_.known(), chosen_.mostKnown(), chosen_.slots()}; }
  void reset(const PointArray& chosen, std::span<const uint32_t> near, const StageContext& context) override;
  void keep(std::span<const uint8_t> stays, const StageContext& context) override;
  uint64_t look(std::vector<parts::Message>& out, uint32_t half, const StageContext& context) override;
  uint32_t move(std::span<const parts::Message> in, std::vector<parts::Message>& out, uint32_t half, const StageContext& context) override;
  void apply(std::span<const parts::Message> in, const StageContext& context) override;
  parts::Message places() override;
  void assign(std::vector<uint32_t>& assignment, std::span<const uint32_t> places, const StageContext& context) override;

 private:
  uint32_t homeOf(const Cell& cell) const { return rules_.parting->home(cell.at); }
  bool isHere(uint32_t home, const Cell& cell) const { return home == number_ || points_.knows(cell); }
  size_t dimension() const { return size_t(chosen_.dimension); }
  size_t placeOfNeighbour(uint32_t part) const;
  void sendSums();
  void takeSums(std::span<const parts::Message> in);
  void forgetLeft();
  void moved(uint32_t slot, const Move& move);
  size_t findRecipients(const Cell& before, const Cell& after);
  void addRecipient(size_t place);
  void takeMove(parts::MessageReader& message);
  uint32_t slotOf(uint32_t name) const;

  const uint32_t number_;
  const PartRules<T> rules_;
  AssignedCloud<T> points_;
  KnownPoints<T> chosen_;       // homes: of places as they are known here. Messages name chosen points as all parts do
  std::vector<uint32_t> left_;  // slots that may be out of reach now, or are removed

  Followers followers_;
  bool followedInside_ = false;  // others have points in cells of this region
  std::vector<uint32_t> neighbours_;
  std::vector<parts::MessageWriter> writers_;  // by neighbour
  std::vector<size_t> recipients_;             // of one move: places in neighbours_
  std::vector<uint32_t> askedFor_;             // by neighbour: the move that it was last found a recipient of
  uint32_t asked_ = 0;

  std::vector<Move> moves_;
  parts::PartSent sent_;
};

}  // namespace arete::cpu

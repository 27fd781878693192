// A part of a cloud on the CPU: its points sorted and assigned as evolve.cpu.accelerated does it, and what goes to and comes from other parts.
//
// Memory: per point d coordinates, its slot and its number, half a byte for the deadline; per chosen point of the whole cloud its place, sums and
// home. Sums of a chosen point that is at home elsewhere hold what changed since they were last sent. Places of chosen points that no point here can
// see may be old: such a one is in no cell's candidates, and when it comes near, its home says so.
#pragma once

#include <memory>

#include "compute/cpu/evolve/assigned_cloud.h"
#include "compute/cpu/evolve/move_chosen.h"
#include "compute/cpu/parts/followers.h"
#include "compute/parts/part.h"
#include "compute/parts/parting.h"

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

template <class T>
class EvolvingPart final : public parts::EvolvingPart {
 public:
  EvolvingPart(uint32_t number, SortedCloud<T> cloud, const PartRules<T>& rules);

  std::vector<std::vector<uint64_t>> announce() const override;
  void learn(uint32_t part, std::span<const uint64_t> cells) override { followers_.add(part, cells); }
  void setNeighbours(std::vector<uint32_t> neighbours) override;
  uint64_t points() const override { return points_.cloud().size(); }
  parts::PartSent sent() const override { return sent_; }
  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  uint64_t look(std::vector<parts::Message>& out, uint32_t half, const StageContext& context) override;
  uint32_t move(std::span<const parts::Message> in, std::vector<parts::Message>& out, uint32_t half, const StageContext& context) override;
  void apply(std::span<const parts::Message> in, const StageContext& context) override;
  parts::Message places() override;
  void assign(std::vector<uint32_t>& assignment, const StageContext& context) override;

 private:
  uint32_t homeOf(const Cell& cell) const { return rules_.parting->home(cell.at); }
  size_t dimension() const { return size_t(chosen_.dimension); }
  size_t placeOfNeighbour(uint32_t part) const;
  void sendSums();
  void takeSums(std::span<const parts::Message> in);
  void moved(uint32_t slot, const Move& move);
  void findRecipients(const Cell& before, const Cell& after);
  void addRecipient(uint32_t part);
  void takeMove(parts::MessageReader& message);
  void cameOrMoved(uint32_t slot) {
    if (!isChanged_[slot]) isChanged_[slot] = 1, changed_.push_back(slot);
  }

  const uint32_t number_;
  const PartRules<T> rules_;
  AssignedCloud<T> points_;
  ChosenPoints<T> chosen_;
  Buffer<uint32_t> homes_;  // by slot, of its place as it is known here

  Followers followers_;
  bool followedInside_ = false;  // others have points in cells of this region
  std::vector<uint32_t> neighbours_;
  std::vector<parts::MessageWriter> writers_;  // by neighbour
  std::vector<size_t> recipients_;             // of one move: places in neighbours_
  std::vector<uint32_t> askedFor_;             // by part: the move that it was last found a recipient of
  uint32_t asked_ = 0;

  std::vector<Move> moves_;
  std::vector<uint32_t> changed_;  // at home or not, see places()
  ZeroedBuffer<uint8_t> isChanged_;
  parts::PartSent sent_;
};

}  // namespace arete::cpu

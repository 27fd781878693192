#include "compute/cpu/network/line_vote.h"

#include <cmath>

namespace arete::cpu {

using shared::Vector3;

static void keepEvery(size_t most, auto& list) {
  const size_t every = (list.size() + most - 1) / most;
  if (every <= 1) return;
  size_t kept = 0;
  for (size_t i = 0; i < list.size(); i += every) list[kept++] = list[i];
  list.resize(kept);
}

double LineVote::reachOf(int rung, const WireLinesInput& in) {
  constexpr double kRoot = 1.4142135623730951;
  return std::ldexp(2 * in.rules.ball * in.r1 * (rung % 2 == 0 ? 1 : kRoot), rung / 2);
}

bool LineVote::run(RidgeNode& node) {
  for (int rung = 0; reachOf(rung, in_) <= lastReach(in_); ++rung) {
    const double reach = reachOf(rung, in_);
    if (!gather(node.place, reach, rung == 0)) break;
    countDirections(node.place, reach);
    if (!decide(node, reachOf(rung + 1, in_) > lastReach(in_))) continue;
    node.radius = reach / in_.rules.ball;
    return true;
  }
  node.still = node.lost = true;
  return false;
}

/// False where it is no place for a wire.
bool LineVote::gather(const Vector3& place, double reach, bool mayBeCrowded) {
  voters_.clear();
  grid_.visitBall(place, reach, [&](uint32_t point, double squared) { voters_.push_back({point, squared}); });
  if (!mayBeCrowded && voters_.size() > in_.rules.wireCrowd) return false;
  std::ranges::sort(voters_);
  keepEvery(in_.rules.wireVoters, voters_);
  return true;
}

void LineVote::countDirections(const Vector3& place, double reach) {
  const double outer = reach * reach / 4;
  directions_.clear();
  for (const Voter& voter : voters_)
    if (voter.squared > outer) directions_.push_back({unit(in_.points.places[voter.point] - place), 0});
  keepEvery(in_.rules.wireDirections, directions_);
  for (Direction& direction : directions_) direction = counted(place, direction.way, outer);
}

LineVote::Direction LineVote::counted(const Vector3& place, const Vector3& way, double outer) const {
  int64_t votes = 0, far = 0;
  const double near = in_.r1 * in_.r1;
  for (const Voter& voter : voters_) {
    const double along = dot(in_.points.places[voter.point] - place, way), squared = along * along;
    if (squared <= near || voter.squared - squared > near) continue;
    const int64_t weight = in_.points.weights[voter.point];
    votes += weight;
    if (voter.squared > outer) far += weight;
  }
  return {way, far >= in_.rules.wireFarVotes ? votes : 0};
}

bool LineVote::decide(RidgeNode& node, bool last) const {
  const NetworkRules& rules = in_.rules;
  Direction best{{}, 0};
  for (const Direction& direction : directions_)
    if (direction.votes > best.votes) best = direction;
  int64_t second = 0;
  for (const Direction& direction : directions_)
    if (direction.votes > second && std::abs(dot(direction.way, best.way)) < rules.wireApart) second = direction.votes;
  const auto ahead = double(best.votes - second), spread = std::sqrt(double(best.votes + second));
  const bool clear = best.votes >= rules.weightWanted && ahead >= rules.wireDeviations * spread;
  const bool enough = last && best.votes >= rules.weightNeeded && ahead >= rules.wireLastDeviations * spread;
  if (!clear && !enough) return false;
  node.tangent = best.way;
  return true;
}

}  // namespace arete::cpu

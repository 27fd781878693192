#include "compute/network/wire_lines/line_vote.h"

#include <algorithm>

namespace arete::cpu {

using shared::Vector3;

static void keepEvery(uint32_t most, auto& list) {
  const uint32_t every = keptEvery(most, uint32_t(list.size()));
  if (every <= 1) return;
  size_t kept = 0;
  for (size_t i = 0; i < list.size(); i += every) list[kept++] = list[i];
  list.resize(kept);
}

const std::vector<LineDirection>* LineVote::votesIn(const Vector3& place, double reach, bool mayBeCrowded) {
  if (!gather(place, reach, mayBeCrowded)) return nullptr;
  countDirections(place, reach);
  return &directions_;
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
  for (LineDirection& direction : directions_) direction = counted(place, direction.way, outer);
}

LineDirection LineVote::counted(const Vector3& place, const Vector3& way, double outer) const {
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

}  // namespace arete::cpu

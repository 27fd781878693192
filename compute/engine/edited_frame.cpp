#include "compute/engine/edited_frame.h"

#include <utility>

#include "compute/chains/evolve/contract.h"
#include "compute/core/hash.h"

namespace arete {

EditTolerances editTolerances(const Frame& frame) { return {.place = frame.job.r1() / 2, .radius = frame.job.r1()}; }

/// Values of the found nodes for those that are there now; 0 where nothing was found to take them from.
template <class T>
static std::vector<T> valuesOf(const std::vector<T>& values, const std::vector<uint32_t>& like) {
  std::vector<T> result;
  result.reserve(like.size());
  for (const uint32_t each : like) result.push_back(each < values.size() ? values[each] : T{});
  return result;
}

/// What belonged to a chosen point that went belongs to none.
static void renumber(std::vector<uint32_t>& assignment, const EditedCurve& curve) {
  std::vector<uint32_t> now(curve.found, kUnassigned);
  for (uint32_t node = 0; node < curve.numbers.size(); ++node)
    if (curve.numbers[node] < curve.found) now[curve.numbers[node]] = node;
  for (uint32_t& each : assignment)
    if (each < now.size()) each = now[each];
}

std::shared_ptr<const Frame> editedFrame(const std::shared_ptr<const Frame>& frame, const EditList& edits, std::stop_token stop) {
  if (!frame->finished || !frame->curveKnown || (edits.empty() && frame->job.edits.empty())) return frame;
  if (edits.empty()) {
    auto unedited = std::make_shared<Frame>(*frame);
    unedited->job.edits = {};
    return unedited;
  }
  const auto curve = std::make_shared<const EditedCurve>(applyEdits(frame->curve, edits.all(), frame->cloud, editTolerances(*frame), stop));
  auto edited = std::make_shared<Frame>(*frame);
  edited->job.edits = edits;
  edited->edited = curve;
  edited->curve = curve->curve;
  edited->chosen = curve->curve.nodes;
  edited->previous = edited->chosen;
  edited->chosenOrigin.clear();
  // Numbers of points that the cloud does not have are never used for another point.
  for (const uint32_t number : curve->numbers)
    edited->chosenOrigin.push_back(number < curve->found ? frame->chosenOrigin[number] : UINT32_MAX - (number - curve->found));
  for (PointColumn& column : edited->columns) std::visit([&](auto& values) { values = valuesOf(values, curve->like); }, column.values.edit());
  edited->chosenTile = valuesOf(frame->chosenTile, frame->chosenTile.empty() ? std::vector<uint32_t>() : curve->like);
  renumber(edited->assignment, *curve);
  edited->support.reset();
  edited->hash = curveHash(edited->chosen, edited->curve.edges, stop);
  return edited;
}

}  // namespace arete

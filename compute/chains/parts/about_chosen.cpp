#include "compute/chains/parts/about_chosen.h"

#include "compute/chains/parts/decimating_part.h"
#include "compute/chains/parts/joining_part.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/grid_shape.h"

namespace arete::cpu {

namespace {

/// What each part of this process knows of the points, by `make`.
template <class Part, class Make>
std::vector<std::unique_ptr<Part>> made(const PointArray& chosen, double r2, const PartRange& range, const parts::OneThreadEach& threads,
                                        const StageContext& context, const Make& make) {
  std::vector<KnownChosen> known = dividedChosen(chosen, 2 * r2, range, context);
  std::vector<std::unique_ptr<Part>> parts(known.size());
  threads.forEach(parts.size(), context,
                  [&](size_t part, const StageContext& inner) { parts[part] = make(chosen, std::move(known[part]), r2, inner); });
  return parts;
}

}  // namespace

bool worthParts(const PointArray& chosen, double r2, const ParamValues& params) {
  const bool suits = withScalarType(chosen.scalar(), [&]<class T>() { return gridSuits<T>(r2); });
  return suits && chosen.size() > kFewestChosen && double(chosen.size()) > params.get(kWholeUpToParam);
}

parts::Swept decimateChosen(const PointArray& chosen, double r2, const PartRange& range, parts::Exchange& exchange, parts::PartsOrder order,
                            const StageContext& context) {
  parts::OneThreadEach threads;
  threads.prepare(context);
  const auto parts = made<parts::DecimatingPart>(chosen, r2, range, threads, context, makeDecimatingPart);
  return parts::decimateInParts(parts, chosen.size(), exchange, order, threads, context);
}

parts::Joined joinChosen(const PointArray& chosen, double r2, const PartRange& range, parts::Exchange& exchange, parts::PartsOrder order,
                         const StageContext& context) {
  parts::OneThreadEach threads;
  threads.prepare(context);
  const auto parts = made<parts::JoiningPart>(chosen, r2, range, threads, context, makeJoiningPart);
  return parts::orderInParts(parts, exchange, order, threads, context);
}

}  // namespace arete::cpu

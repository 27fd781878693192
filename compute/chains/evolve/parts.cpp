// evolve.cpu.parts: evolve.cpu.accelerated on parts of the cloud that share no points and no memory, and send each other what the others must know.
//
// Idea. A part owns points; a chosen point is at home in the part whose region it is in. Changes of sums go to the home, moved places to the parts
// with points nearby, once an iteration each, without a barrier: a part waits for its neighbours only (compute/chains/parts/part.h says why no bit
// changes, exchange.h what carries the messages, schedule.h who goes on when). Parts out of memory or on other machines would be made as those of one
// process here: only the exchange and where a part's points are would differ.
//
// Memory: that of evolve.cpu.accelerated; a part has places, sums and homes of the chosen points near it, so those near several parts are there
// several times. Cost: a few messages of a few hundred bytes an iteration; beyond that the work of the part that has the most to look at. Loses to
// evolve.cpu.accelerated whenever the cloud fits into one memory: the same work, less evenly shared. Crowded chosen points: Partition::dealt shares
// the points evenly and sends more. Source: ours; parts with halos of messages instead of copies of points.
#include "compute/chains/evolve/brute_force.h"
#include "compute/chains/evolve/contract.h"
#include "compute/chains/grid/cell_grid.h"
#include "compute/chains/parts/evolve_here.h"

namespace arete::cpu {

std::unique_ptr<Evolver> evolveParts(const EvolveInput& in, const StageContext& context) {
  const bool suits = withScalarType(in.cloud.scalar(), [&]<class T>() { return CellGrid::suits<T>(in.r1); });
  if (!suits) return makeBruteForce(in, true);
  return makePartedEvolver(in, {uint32_t(in.params.get(kPartsParam)), Partition(int(in.params.get(kPartitionParam)))}, context);
}

}  // namespace arete::cpu

#include "app/cli/body_flags.h"

#include <cmath>
#include <iostream>

#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/frame_bodies.h"
#include "compute/io/format_table.h"
#include "compute/io/write_branches.h"

namespace arete::cli {

void BodyFlags::add(CommandApp& app, const char* group) {
  app.addOutput("--branches", branches,
                "A row for each branch: length, radius, taper, surface, volume, order, Strahler number, angle, each with its error where it has one: "
                ".csv.")
      ->group(group);
  app.addOutput("--bodies", bodies, "A row for each connected piece: length, surface and volume with their errors, root, branches: .csv.")
      ->group(group);
}

void BodyFlags::check() const {
  for (const std::string& path : {branches, bodies})
    if (!path.empty() && extensionOr("csv", path) != "csv")
      throw Error(ErrorKind::wrongUse, "cannot write the table", path, "its name does not end in .csv");
}

void BodyFlags::deliver(const Frame& frame, const std::stop_token& stop) const {
  if (branches.empty() && bodies.empty()) return;
  if (frame.cloud.size() < frame.facts.count)
    throw Error(ErrorKind::wrongUse, "cannot measure branches", branches.empty() ? bodies : branches, "the points are never all in memory",
                "detect without --max-memory, or give fewer points, by --thin or --where");
  const BranchTable table = branchesOf(bodiesOf(frame, {*makeDevice(frame.job.onCpu()), stop, {}}));
  if (!branches.empty()) warn(writeBranches(branches, table, stop));
  if (!bodies.empty()) warn(writeBodies(bodies, table, stop));
  BodyTotals all;
  for (const BodyTotals& each : table.components) {
    all.surface += each.surface, all.volume += each.volume;
    all.surfaceError = std::hypot(all.surfaceError, each.surfaceError), all.volumeError = std::hypot(all.volumeError, each.volumeError);
  }
  std::cout << "body      surface " << shortNumber(all.surface) << " ± " << shortNumber(all.surfaceError, 2) << ", volume " << shortNumber(all.volume)
            << " ± " << shortNumber(all.volumeError, 2) << ", "
            << std::to_string(table.branches.size()) + (table.branches.size() == 1 ? " branch" : " branches") << '\n';
}

}  // namespace arete::cli

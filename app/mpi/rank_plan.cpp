#include "app/mpi/rank_plan.h"

#include "app/cli/plan.h"
#include "compute/core/machine_memory.h"

namespace arete::mpi {

/// "ranks       4, 2 of them on this machine: some 83 MB each; it has 24 106 MB, and 23 024 MB free
///             enough from 1 on, with 2 on a machine like this one"
static std::string ranksText(const cli::DetectionPlan& plan, const Session& session) {
  const MachineMemory machine = machineMemory();
  const uint64_t needed = needsOf(shareOf(plan.size, session.size())).memory_bytes;
  std::string text = cli::chosenText(plan) + "ranks       " + std::to_string(session.size()) + ", " + std::to_string(session.ranksOfHost()) +
                     " of them on this machine: some " + cli::sizeText(needed) + " each";
  if (machine.all_bytes == 0) return text + '\n';
  text += "; it has " + cli::sizeText(machine.all_bytes) + ", and " + cli::sizeText(machine.free_bytes) + " free\n";
  const uint32_t fewest = fewestProcesses(plan.size, machine.all_bytes / session.ranksOfHost());
  const std::string where = ", with " + std::to_string(session.ranksOfHost()) + " on a machine like this one\n";
  return text + "            " +
         (fewest == 0 ? "no number is enough" + where.substr(0, where.size() - 1) +
                            ": each rank has all chosen points; take fewer on a machine, or a larger R1\n"
                      : "enough from " + std::to_string(fewest) + " on" + where);
}

void printRanksPlan(std::span<const std::filesystem::path> files, const ReadOptions& read, const Job& job, const Session& session,
                    const std::stop_token& stop) {
  cli::printDryRun(files, read, job, 0, stop, [&](const cli::DetectionPlan& plan) { return ranksText(plan, session); });
}

}  // namespace arete::mpi

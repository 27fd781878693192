#include "app/mpi/detect_on_ranks.h"

#include <algorithm>
#include <new>
#include <utility>

#include "app/cli/checkpoint_flags.h"
#include "app/cli/detection.h"
#include "app/cli/job_flags.h"
#include "app/cli/read_flags.h"
#include "app/mpi/own_threads.h"
#include "app/mpi/rank_plan.h"
#include "app/mpi/rank_progress.h"
#include "compute/chains/parts/assigned_points.h"
#include "compute/chains/parts/partition.h"
#include "compute/engine/run_job.h"
#include "compute/io/row_numbers.h"
#include "compute/ranks/rank_steps.h"
#include "compute/ranks/ranked_cloud.h"
#include "compute/ranks/write_assignment.h"

namespace arete::mpi {

namespace {

using Paths = std::vector<std::filesystem::path>;

struct Options {
  std::vector<std::string> files;
  cli::ReadFlags read;
  cli::JobFlags job;
  cli::OutputFlags output;
  cli::CheckpointFlags checkpoints;
  bool quiet = false, dryRun = false;
};

/// The versions that work in parts, whatever the backend; others are refused.
Job rankJob(const Options& options, const Session& session) {
  Job job = options.job.job();
  job.filter = options.read.filter();
  if (options.job.given(kPartsParam) || options.output.comparesExact())
    throw Error(ErrorKind::wrongUse, "cannot detect on several ranks", options.output.comparesExact() ? "--compare-exact" : "--parts",
                options.output.comparesExact() ? "the answer is exact" : "each rank has one part", "leave it out");
  ranks::checkForRanks(job);
  options.output.checkAssignment(job);
  job.backend = Backend::cpu;
  for (const auto& [stage, inParts] : {std::pair{Stage::choose, "choose.cpu.parts"}, std::pair{Stage::evolve, "evolve.cpu.parts"}}) {
    std::string& id = job.versionIds[size_t(stage)];
    if (!id.empty() && id != inParts)
      throw Error(ErrorKind::wrongUse, "cannot detect on several ranks", id, "ranks choose and evolve in parts", "leave its flag out");
    id = inParts;
  }
  for (const auto& [stage, inParts] : {std::pair{Stage::decimate, ranks::kDecimateInParts}, std::pair{Stage::order, ranks::kOrderInParts}})
    if (std::string& id = job.versionIds[size_t(stage)]; id.empty()) id = inParts;
  job.params.set(kPartsParam, std::min<double>(session.size(), kPartsParam.maximum));
  if (job.params.get(kThreadsParam) == 0) job.params.set(kThreadsParam, ownThreads(session.ranksOfHost()));
  return job;
}

/// Points, bytes and ranks in the words of an error: what is known where memory ran out.
[[noreturn]] void failWithoutMemory(std::span<const ranks::FileAbout> about, const Session& session) {
  uint64_t bytes = 0, rows = 0;
  for (const ranks::FileAbout& each : about) bytes += each.bytes, rows += each.rows;
  throw Error(ErrorKind::outOfMemory, "cannot hold this rank's share", session.host(),
              (rows > 0 ? cli::plural(rows, "point") + " in " : "") + cli::countText(bytes) + " bytes of files on " +
                  cli::plural(session.size(), "rank") + " are too many for its memory; 80 bytes a point of a rank do, where a point has 3 doubles",
              "take twice as many ranks, on more machines");
}

/// Of single points.
Filter rulesOf(const Job& job) {
  Filter rules = job.filter;
  rules.order = PointOrder::file;
  return rules;
}

ranks::RankedCloud readCloud(const Options& options, const Job& job, const ranks::FilesAbout& known, parts::Ranks& ranks, const Session& session,
                             const StageContext& context, RankProgress& progress) {
  ReadOptions read = options.read.options();
  read.threads = int(job.params.get(kThreadsParam));
  const Filter rules = rulesOf(job);
  const Paths& files = known.files;
  const std::vector<ranks::FileAbout>& about = known.heads;
  uint64_t bytes = 0;
  for (const ranks::FileAbout& each : about) bytes += each.bytes;
  progress.stage("reading " + cli::plural(files.size(), "file") + " on " + cli::plural(ranks.size(), "rank"));
  try {
    const auto own = ranks::shareOf(about, ranks.rank(), ranks.size());
    ranks::Share share = ranks::readShare(files, about, read, !rules.empty(), own, context, [&](uint64_t done, size_t filesDone) {
      progress.reading({done, filesDone}, {bytes / ranks.size(), own.size()});
    });
    return ranks::rankedCloud(std::move(share), about, read, job.filter, ranks, {context.device, {}, {}});
  } catch (const std::bad_alloc&) {
    failWithoutMemory(about, session);
  }
}

void tellAboutReading(const ranks::RankedCloud& cloud, bool filtered) {
  cli::warn(cloud.warnings);
  if (cloud.nonFinite > 0)
    cli::warn(cli::countText(cloud.nonFinite) + " of " + cli::plural(cloud.read + cloud.nonFinite, "point") +
              " left out: a coordinate is missing or not finite, or they are marked as withheld");
  if (filtered) std::cerr << "the filter keeps " << cli::countText(cloud.points.facts.count) << " of " << cli::plural(cloud.read, "point") << '\n';
}

/// All ranks go on from the same checkpoint; rank 0 keeps new ones.
JobRun rankRun(const cli::CheckpointFlags& checkpoints, parts::Ranks& ranks, RankProgress& progress) {
  JobRun run;
  checkpoints.attach(run);
  const std::vector<uint64_t> known = ranks.fromAll(uint64_t(checkpoints.stepsKept()));
  if (std::ranges::any_of(known, [&](uint64_t each) { return each != known.front(); }))
    throw Error(ErrorKind::wrongUse, "cannot resume", "--resume", "ranks find different checkpoints there", "give a folder that all machines share");
  if (ranks.rank() != 0) run.roundEnded = {}, run.interrupted = {};
  else
    run.roundEnded = [&progress, keep = run.roundEnded](const Detector& at) {
      progress.roundEnded(at.present().chosen);
      if (keep) keep(at);
    };
  return run;
}

/// Every rank runs the same detector, and all know its answer.
std::shared_ptr<Frame> detected(cpu::RankedPoints& points, const Job& job, const JobRun& run, parts::Ranks& ranks, Device& device,
                                RankProgress& progress) {
  const CloudFacts facts = points.facts;
  watchIterations(ranks, [&](uint64_t iteration, const parts::IterationCounts& counts) { progress.iteration(iteration, counts, facts.count); });
  const auto makeSteps = [&](const PointCloud& nowhere, const Job& own) {
    return ranks::makeRankSteps(nowhere, points, own, ranks, [&](uint32_t rounds, uint64_t chosen) { progress.choosing(rounds, chosen); });
  };
  try {
    return runJobOn(device, facts, makeSteps, job, run, {});
  } catch (const Cancelled&) {  // on all ranks, at the same step: together they wait until rank 0 has kept it
    uint64_t ready = 1;
    ranks.addUp({&ready, 1});
    throw;
  }
}

/// Writes the chosen point of each row as it was read; where a rank was asked to stop, nothing is written.
void assign(const std::string& file, const ranks::RankedCloud& cloud, const PointArray& read, const Frame& frame, parts::Ranks& ranks,
            const StageContext& context) {
  constexpr uint32_t kNone = UINT32_MAX;
  const auto own = cpu::assignedPoints(cloud.points, read, frame.chosen, frame.job.r1(), frame.job.params, context);
  const RowNumbers numbers(cloud.leftOut, cloud.rows);
  std::vector<uint32_t> rows(cloud.rows, kNone);
  for (size_t i = 0; i < own.size(); ++i) rows[numbers.rowOf(cloud.taken.empty() ? i : cloud.taken[i])] = own[i];
  cli::warn(ranks::writeAssignment(file, rows, ranks));
}

/// As arete-cli would do it: with the versions for one process.
Job dryJob(const Options& options, const Job& job) {
  Job plain = options.job.job();
  plain.filter = job.filter, plain.backend = Backend::cpu;
  plain.params.set(kThreadsParam, job.params.get(kThreadsParam));
  return plain;
}

void detect(Options& options, const Session& session, const std::stop_token& stop) {
  const bool first = session.rank() == 0;
  const Job job = rankJob(options, session);
  if (first) options.output.prepare();
  RankProgress progress(first && !options.quiet);
  const auto ranks = makeRanks(session, stop);
  const auto device = makeDevice(job);
  const Paths given(options.files.begin(), options.files.end());
  const ranks::FilesAbout about = ranks::aboutFiles(given, options.read.options(), rulesOf(job).empty(), *ranks, stop);
  const Paths& files = about.files;
  if (first && !about.leftOut.empty()) cli::warn(SoundFiles{files, about.leftOut}.warning());
  options.output.leftOut(about.leftOut);
  if (options.dryRun) {
    if (first) printRanksPlan(files, options.read.options(), dryJob(options, job), session, stop);
    return;
  }
  if (!first) options.checkpoints.sayBy([](const std::string&, bool) {});  // one rank is enough
  if (options.checkpoints.given()) options.checkpoints.prepare(job, files, options.read.options(), job.inputFilter());
  ranks::RankedCloud cloud = readCloud(options, job, about, *ranks, session, {*device, stop, {}}, progress);
  if (first) {
    tellAboutReading(cloud, !options.quiet && !job.filter.empty());
    options.output.checkCloud(cloud.points.facts.dimension, cloud.crs);
  }
  const std::string assignment = options.output.assignment();
  const PointArray read = assignment.empty() ? PointArray() : cloud.points.points;  // they go to other ranks
  const JobRun run = rankRun(options.checkpoints, *ranks, progress);
  progress.stage("choosing from " + cli::plural(cloud.points.facts.count, "point"));
  const std::shared_ptr<Frame> frame = detected(cloud.points, job, run, *ranks, *device, progress);
  uint64_t done = 1;
  ranks->addUp({&done, 1});  // nothing is written where one of them was asked to stop
  if (!assignment.empty()) {
    progress.stage("assigning points");
    assign(assignment, cloud, read, *frame, *ranks, {*device, {}, {}});
  }
  progress.stage("writing");
  if (first) {
    options.output.finish(*frame, *device, stop);
    options.checkpoints.finish();
  }
  ranks->addUp({&done, 1});
}

}  // namespace

cli::Run addDetectOnRanks(cli::CommandApp& app, const Session& session) {
  const auto options = std::make_shared<Options>();
  app.addInputs("FILE", options->files, "The point cloud; several files are one cloud.")->required();
  options->output.add(app);
  app.add_flag("--quiet", options->quiet, "No progress on standard error.")->group("Output");
  app.add_flag(
         "--dry-run", options->dryRun,
         "Only say what would be done: points, bounds, classes, the memory that a rank needs, and from how many ranks on there is enough. Rank 0 "
         "goes through the points.")
      ->group("Long detections");
  options->checkpoints.add(app);
  options->job.addPreset(app);
  options->job.add(app);
  options->read.add(app);
  return [options, &session](std::stop_token stop) { detect(*options, session, stop); };
}

}  // namespace arete::mpi

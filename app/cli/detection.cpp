#include "app/cli/detection.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>

#include "app/cli/curve_options.h"
#include "app/cli/format_list.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/edited_frame.h"
#include "compute/engine/frame_bodies.h"
#include "compute/engine/network_state.h"
#include "compute/engine/run_job.h"
#include "compute/files/standard_streams.h"
#include "compute/io/format_table.h"
#include "compute/io/report.h"
#include "compute/io/write_assignment.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "compute/network/bootstrap/support_score.h"
#include "compute/network/radius/suggest_radius.h"
#include "compute/network/rules/network_params.h"
#include "compute/text/printable.h"

namespace arete::cli {

static constexpr const char* kGroup = "Output";

void OutputFlags::add(CommandApp& app) {
  const std::string formats = formatList(curveFormats());
  app.addStream("-o,--output", given_->curve, "The curve; the extension decides the format: " + formats + ".", "CURVE")->group(kGroup);
  app.add_option("--format", given_->format, "Format of the curve whatever its extension: " + formats + ".")->type_name("ID")->group(kGroup);
  addCurveOptions(app, kGroup, {given_, &given_->curveOptions});
  app.addOutput("--chosen", given_->chosen, "The chosen points: " + formatList(pointFormats()) + ".")->group(kGroup);
  app.addOutput(
         "--assignment", given_->assignment,
         "An array of NumPy (.npy) with a number for each row of the files: the row of --chosen that its point belongs to, 4294967295 where none "
         "is within R1, where a row has no coordinates, and where the filter does not keep it.")
      ->group(kGroup);
  given_->bodies.add(app, kGroup);
  app.addInput("--reference", given_->reference, "The true curve: the distance of the result from it goes into summary and report.", "CURVE")
      ->group(kGroup);
  app.add_flag("--compare-exact", given_->compareExact,
               "Also detect with exact versions on the whole cloud, and show how far the result is from that: for tiles and other inexact versions.")
      ->group(kGroup);
  given_->paths.add(app, "Quality (with --reference)");
  given_->quality.add(app, qualityParameters(), "Quality (with --reference)");
  app.addOutput("--report", given_->report, "Versions, radii, counts, times and hash: .json or .csv.")->group(kGroup);
}

void OutputFlags::prepare() const {
  if (given_->curve == kStandardOutput && given_->format.empty())
    throw Error(ErrorKind::wrongUse, "cannot write to standard output", "-o -", "its name does not say the format", "add --format");
  if (!given_->curve.empty()) curveFormat(given_->curve, given_->format);
  if (!given_->chosen.empty()) pointFormat(given_->chosen, {}, "cannot write the chosen points");
  if (!given_->assignment.empty()) checkAssignmentPath(given_->assignment);
  given_->bodies.check();
  const std::string extension = extensionOr("json", given_->report);
  if (!given_->report.empty() && extension != "json" && extension != "csv")
    throw Error(ErrorKind::wrongUse, "cannot write the report", given_->report, "its name ends neither in .json nor in .csv");
  if (given_->paths.given() && given_->reference.empty())
    throw Error(ErrorKind::wrongUse, "cannot measure paths", "--paths", "there is no true curve to compare with", "add --reference");
  if (!given_->reference.empty()) given_->truth = readReference(given_->reference);
}

void OutputFlags::checkAssignment(const Job& job) const {
  if (given_->assignment.empty()) return;
  constexpr const char* kFailed = "cannot write an assignment";
  if (job.curveKind() == CurveKind::network)
    throw Error(ErrorKind::wrongUse, kFailed, "--assignment", "points belong to the chosen points of chains", "leave it out, or --curve network");
  if (job.filter.every > 1 || job.filter.thin > 0)
    throw Error(ErrorKind::wrongUse, kFailed, job.filter.every > 1 ? "--every" : "--thin", "it goes by the order of all points",
                "make the cloud first: arete-cli convert");
}

/// In the order of the files.
static std::vector<uint32_t> assignmentByRows(const Frame& frame, const PointList& rows, uint64_t all) {
  constexpr uint32_t kNone = UINT32_MAX;
  if (rows.empty()) return frame.assignment;
  std::vector<uint32_t> sorted(all, kNone);
  for (size_t i = 0; i < rows.size(); ++i) sorted[rows[i]] = frame.assignment[i];
  return sorted;
}

// The summary

static std::string roundsText(const Frame& frame) {
  std::array<uint64_t, kStages.size()> steps{};
  std::map<uint32_t, uint32_t> chosen;  // after each round
  for (const StepRecord& step : *frame.history) {
    ++steps[size_t(step.stage)];
    chosen[step.round] = step.chosen;
  }
  std::string text = plural(frame.record().round, "round");
  for (const Stage stage : frame.plan.stages())
    if (const StageInfo& info = stageInfo(stage); !info.step.empty())
      text += ", " + plural(steps[size_t(stage)], std::string(info.id) + ' ' + std::string(info.step));
  for (const char* before = "; chosen points "; const auto& [round, count] : chosen) text += std::exchange(before, " > ") + countText(count);
  return text + (frame.converged ? "" : "; not converged: stopped at --max-iterations");
}

static std::string timesText(const StageTimes& times) {
  std::string text;
  for (const TimeRow& row : kTimeRows)
    if (times[row.what] > 0) text += std::string(row.id) + ' ' + shortNumber(times[row.what]) + ", ";
  return text + "total " + shortNumber(times.total()) + " ms";
}

/// "9 extended tiles on 2 levels, 1 023 to 20 511 points; inexact".
static std::string tilesText(const Frame& frame) {
  const TileTree& tree = *frame.tiles;
  const auto size = [&](uint32_t leaf) { return tree.nodes[leaf].size(); };
  std::string text = countText(tree.leaves.size()) + ' ' + frame.job.params.text(kTileKindParam) + (tree.leaves.size() == 1 ? " tile" : " tiles");
  if (!tree.leaves.empty())
    text +=
        " of " + countText(size(std::ranges::min(tree.leaves, {}, size))) + " to " + plural(size(std::ranges::max(tree.leaves, {}, size)), "point");
  return text + ", " + plural(tree.levelCount(), "level") + ", " + frame.job.params.text(kTileDetectionParam) + " detection, smoothing " +
         frame.job.params.text(kSmoothingParam) + (tree.note.empty() ? "" : "\n          " + tree.note);
}

/// "3 on 2 GPUs, 3 333 333 to 3 333 334 points; sums are read directly; balance 0.97".
static std::string gpuPartsText(const PartsReport& parts) {
  const std::set<int> gpus(parts.gpus.begin(), parts.gpus.end());
  return countText(parts.points.size()) + " on " + plural(gpus.size(), "GPU") + ", " + countText(std::ranges::min(parts.points)) + " to " +
         plural(std::ranges::max(parts.points), "point") + "; sums are " + (parts.readsDirectly ? "read directly" : "copied") + "; balance " +
         shortNumber(parts.balance);
}

/// "4 by space, 24 110 to 26 020 points; 1 343 changes of sums and 3 921 moves sent, 912 B an iteration in and out of the busiest; balance 0.92".
static std::string partsText(const PartsReport& parts) {
  if (parts.points.empty()) return "none";
  if (!parts.gpus.empty()) return gpuPartsText(parts);
  const std::string_view ranks = parts.hosts.empty() ? "" : parts.hosts.size() == 1 ? " rank" : " ranks";
  return countText(parts.points.size()) + std::string(ranks) + (parts.partition == Partition::dealt ? " dealt, " : " by space, ") +
         countText(std::ranges::min(parts.points)) + " to " + plural(std::ranges::max(parts.points), "point") + "; " +
         plural(parts.sumChanges, "change") + " of sums and " + plural(parts.moves, "move") + " sent, " + shortNumber(parts.busiestBytes) +
         " B an iteration in and out of the busiest; balance " + shortNumber(parts.balance);
}

/// "in 512 MB: 1 650 MB, of which 310 in memory; 14.2 passes, 19 020 MB read, 1 200 written".
static std::string storeText(const StoreReport& store) {
  constexpr double kMegabyte = 1 << 20;
  const auto megabytes = [](uint64_t bytes) { return countText(uint64_t(std::round(double(bytes) / kMegabyte))); };
  return "in " + megabytes(store.memory_bytes) + " MB: " + megabytes(store.store_bytes) + " MB, of which " + megabytes(store.resident_bytes) +
         " in memory; " + shortNumber(store.passes()) + " passes, " + megabytes(store.read_bytes) + " MB read, " + megabytes(store.written_bytes) +
         " written";
}

static std::string differenceText(const Frame& frame) {
  const Difference& difference = frame.difference;
  return "of " + countText(frame.exact->chosen.size()) + " exact chosen points " + countText(difference.identical) + " are the same to the bit, " +
         countText(difference.missing.size()) + " missing; " + countText(difference.extra.size()) + " extra (farther than R1); Hausdorff " +
         shortNumber(difference.hausdorff);
}

/// For a network also the range of local radii, which need not be R1 everywhere.
static std::string radiiText(const Frame& frame) {
  const std::string r1 = "R1 " + numberText(frame.job.r1()) + (frame.suggested && !frame.suggested->found ? ", which was not found" : "");
  if (frame.job.curveKind() == CurveKind::chains) return r1 + ", R2 " + numberText(frame.job.r2());
  const PointColumn* const local = frame.column(NodeColumn::radius);
  if (local == nullptr || frame.chosen.empty()) return r1;
  const auto& radii = std::get<std::vector<double>>(*local->values);
  return r1 + ", local radius " + shortNumber(std::ranges::min(radii)) + " to " + shortNumber(std::ranges::max(radii));
}

static std::string curveText(const Curve& curve) {
  return plural(curve.components, "component") + ", " + plural(curve.loops, "loop") + ", " + plural(curve.ends, "end") + ", " +
         plural(curve.junctions, "junction") + ", length " + shortNumber(curve.length);
}

/// "how sure  of 100 resamples 87 % have an edge on average; 12 % of the length has less than half of them; …"
static std::string supportText(const Frame& frame) {
  const NetworkSupport& support = *frame.support;
  constexpr double kHalf = 0.5;
  const auto percent = [](double share) { return shortNumber(std::round(100 * share)) + " %"; };
  const Curve& curve = frame.curve;
  const double below = curve.length > 0 ? support.lengthBelow(curve, kHalf) / curve.length : 0;
  const std::array<double, 3> spread = support.spreadQuartiles(curve);
  std::string text = "how sure  " + plural(support.resamples, "resample") + ": an edge is in " + percent(support.meanSupport(curve)) +
                     " of them on average, " + percent(below) + " of the length in less than half\n          spread " + shortNumber(spread[1]) +
                     " (median), up to " + shortNumber(spread[2]) + " for three quarters of the length";
  if (!support.junctions.empty())
    text += "; a junction is in " + percent(support.meanConfidence()) + " of them on average, " +
            countText(uint64_t(std::ranges::count_if(support.confidence, [](double each) { return each < kHalf; }))) + " of " +
            countText(support.junctions.size()) + " in less than half";
  text += '\n';
  if (!support.consensus.empty()) text += "consensus " + curveText(consensusCurve(curve, support).curve) + '\n';
  return text;
}

/// "2 of 3 made, then the curve is:"; warnings name those that are not.
static std::string editsText(const Frame& frame) {
  const auto& statuses = frame.edited->statuses;
  const auto made = size_t(std::ranges::count(statuses, true, &EditStatus::applied));
  return (made == statuses.size() ? "" : countText(made) + " of ") + plural(statuses.size(), "edit") + " made";
}

static void warnOfLostEdits(const Frame& frame) {
  if (!frame.edited) return;
  const std::span<const Edit> edits = frame.job.edits.all();
  for (size_t i = 0; i < edits.size(); ++i)
    if (const EditStatus& status = frame.edited->statuses[i]; !status.applied)
      warn("edit " + std::to_string(i + 1) + " (" + describe(edits[i]) + ") is not made: " + status.text);
}

static void printSummary(const Frame& frame, std::ostream& out) {
  std::string versionIds;
  for (Stage stage : frame.job.stages()) versionIds += (versionIds.empty() ? "" : ", ") + std::string(frame.job.version(stage).id);
  const Curve& curve = frame.curve;
  const Filter input = frame.job.inputFilter();
  out << "cloud     " << plural(frame.facts.count, "point") << ", " << frame.cloud.dimension() << "D, " << name(frame.cloud.scalar()) << '\n'
      << (input.empty() ? "" : "filter    " + printable(describe(input)) + '\n') << "radii     " << radiiText(frame) << '\n'
      << "versions  " << versionIds << '\n'
      << "answer    " << (frame.job.exact() ? "exact" : "inexact") << '\n';
  if (frame.tiles) out << "tiles     " << tilesText(frame) << '\n';
  if (frame.parts) out << "parts     " << partsText(*frame.parts) << '\n';
  else if (frame.job.asksForGpus()) out << "parts     none: a cloud of this size is faster on one GPU\n";
  if (frame.store) out << "store     " << storeText(*frame.store) << '\n';
  if (frame.exact) out << "exactness " << differenceText(frame) << '\n';
  out << "rounds    " << roundsText(frame) << '\n'
      << (frame.edited ? "edits     " + editsText(frame) + '\n' : "")  //
      << "curve     " << curveText(curve) << '\n'
      << (frame.support ? supportText(frame) : "")  //
      << "time      " << timesText(frame.times) << '\n'
      << "device    " << frame.device << '\n'
      << "hash      " << frame.hash << '\n';
}

/// A radius is suggested for chains whose points are all in memory: for a network it would have to be searched.
static std::string whyNoCurve(const Frame& frame) {
  if (frame.facts.count < 2 || frame.facts.bounds.minimum == frame.facts.bounds.maximum) return "the cloud has fewer than 2 distinct points";
  if (frame.cloud.size() < frame.facts.count) return "R1 may be too small or too large for this cloud";
  const double suggested = suggestRadius(frame.cloud);
  return "R1 may be too small or too large for this cloud" + (suggested > 0 ? "; suggested is " + shortNumber(suggested) : "");
}

void OutputFlags::deliver(const Frame& frame, std::span<const QualityRow> quality, std::stop_token stop) const {
  if (!frame.doubt.empty()) warn(frame.doubt);
  else if (frame.curve.polylines.empty()) warn("no curve was found: " + whyNoCurve(frame));
  warnOfLostEdits(frame);
  std::vector<std::pair<std::string, double>> figures;
  for (const QualityRow& row : quality) figures.emplace_back(row.id, row.value);

  if (!given_->curve.empty()) {
    CurveOptions options = given_->curveOptions;
    options.bodies = bodySource(frame, stop);
    options.bodyColumns = hasBody(frame);
    warn(writeCurve(given_->curve, frame, given_->format, stop, options));
  }
  if (!given_->chosen.empty()) warn(writePoints(given_->chosen, {.points = frame.chosen, .origin = frame.cloud.origin(), .stop = stop}));
  if (!given_->assignment.empty() && frame.assignment.size() == frame.facts.count) {
    const std::vector<uint32_t> assignment = assignmentByRows(frame, given_->rows, given_->allRows);
    AssignmentWriter writer(given_->assignment, assignment.size(), stop);
    writer.put(assignment);
    warn(writer.commit());
  }
  if (!given_->report.empty()) writeReport(given_->report, frame, figures, given_->leftOut);
  printSummary(frame, std::cout);
  given_->bodies.deliver(frame, stop);
  if (!quality.empty()) std::cout << '\n' << qualityTable(quality);
}

// The work

static std::string progressText(const StepRecord& step) {
  const StageInfo& info = stageInfo(step.stage);
  const std::string at =
      "round " + std::to_string(step.round) + ", " + std::string(info.step.empty() ? info.id : info.step) + ' ' + std::to_string(step.inRound) + ": ";
  const std::string chosen = plural(step.chosen, "chosen point");
  if (info.effect == StepEffect::joins) return at + chosen + ", " + plural(step.edges, "edge");
  return at + (info.effect == StepEffect::moves ? countText(step.moved) + " of " + chosen + " moving" : chosen);
}

Curve curveToWrite(const Frame& frame) {
  const bool consensus = frame.support && !frame.support->consensus.empty();
  return consensus ? consensusCurve(frame.curve, *frame.support).curve : frame.curve;
}

std::vector<QualityRow> OutputFlags::measure(const Frame& frame, const QualityOptions& measures, const StageContext& context) const {
  if (!given_->truth) return {};
  const PointCloud::Origin& origin = frame.cloud.origin();
  const Polylines& truth = given_->truth->polylines;
  const Quality found = quality(polylinesOf(curveToWrite(frame), origin), truth, measures, context);
  std::vector<QualityRow> rows = qualityRows(found);
  if (frame.support && !truth.empty())
    for (const QualityRow& row : qualityRows(supportScore(frame.curve, *frame.support, origin, truth, found.score.tolerance, context)))
      rows.push_back(row);
  return rows;
}

/// What can be refused once the cloud is known, before the work.
void OutputFlags::checkCloud(int dimension, const Crs& crs) const {
  given_->curveOptions.crs = crs;
  if (!given_->curve.empty()) curveFormat(given_->curve, given_->format, given_->curveOptions);
  if (!given_->truth) return;
  bringTo(crs, given_->reference, *given_->truth);
  warn(std::exchange(given_->truth->warnings, {}));
  const Polylines& truth = given_->truth->polylines;
  if (!truth.empty() && truth.dimension != dimension)
    throw Error(ErrorKind::wrongUse, "cannot compare with this reference", given_->reference,
                "it has " + plural(uint64_t(truth.dimension), "coordinate") + " a point and the cloud " + std::to_string(dimension));
}

void OutputFlags::finish(const Frame& frame, Device& device, std::stop_token stop) const {
  const std::vector<QualityRow> rows = measure(frame, given_->paths.options(given_->quality), {device, stop, {}});
  deliver(frame, rows, std::move(stop));
}

JobRun OutputFlags::jobRun(Progress& progress, const CheckpointFlags& checkpoints) const {
  JobRun run{.withAssignment = !given_->assignment.empty(), .compareExact = given_->compareExact};
  checkpoints.attach(run);
  const auto showStep = [&progress](Detector& at) {
    if (!progress.due()) return;
    const StepRecord& step = at.present();
    // The number of iterations to come is unknown, but the share of points at rest grows towards the end of a round.
    progress.show(step.chosen == 0 ? 1 : 1 - double(step.moved) / step.chosen, progressText(step));
  };
  if (progress.isShown()) run.step = showStep;
  run.resampling = [&progress](double fraction) { progress.show(fraction, "finding out how sure it is"); };
  run.comparing = [&progress] { progress.show(0, "detecting on the whole cloud"); };
  run.cpuTakesOver = warnThatCpuTakesOver;
  return run;
}

std::shared_ptr<const Frame> OutputFlags::finish(std::shared_ptr<const Frame> frame, Device& device, Progress& progress, std::stop_token stop,
                                                 const CheckpointFlags& checkpoints) const {
  const QualityOptions measures = given_->paths.options(given_->quality);
  const std::vector<QualityRow> rows = measure(*frame, measures, {device, stop, [&](double fraction) { progress.show(fraction, "measuring"); }});
  progress.clear();
  deliver(*frame, rows, stop);
  checkpoints.finish();
  return frame;
}

static std::string firstWork(const Job& job) { return job.curveKind() == CurveKind::network ? "finding super-points" : "choosing"; }

std::shared_ptr<const Frame> OutputFlags::run(const PointCloud& cloud, Job job, EarlyDevice& device, std::stop_token stop, const Crs& crs,
                                              const CheckpointFlags& checkpoints) const {
  void(given_->paths.options(given_->quality));
  checkCloud(cloud.dimension(), crs);
  job = forOneRun(cloud, job);
  device.bring(cloud, job);
  Progress progress;
  const bool askedForWires = asksForWires(job.params);
  const auto showSearch = [&](double fraction) { progress.show(fraction, "finding R1"); };
  JobRun run = jobRun(progress, checkpoints);
  const auto lend = [&device](const Job& wanted) -> Device& { return device.lend(wanted); };
  const auto suggested = suggestIfUnset(cloud, job, {stop, showSearch, lend, run.cpuTakesOver});
  progress.clear();
  if (suggested) remark(suggestionText(*suggested));
  if (asksForWires(job.params) && !askedForWires) remark("Straight lines of points run side by side: taking the profile wires; --profile changes it");
  checkJob(job);
  checkAssignment(job);
  progress.show(0, firstWork(job));
  run.suggested = suggested;
  run.makeDevice = [&](const Job& wanted) { return device.take(wanted); };
  const JobResult result = runJob(cloud, job, run, stop);
  return finish(result.frame, *result.device, progress, stop, checkpoints);
}

std::shared_ptr<const Frame> OutputFlags::runStreamed(const DiskDetection& made, std::stop_token stop, const Crs& crs,
                                                      const CheckpointFlags& checkpoints) const {
  void(given_->paths.options(given_->quality));
  if (given_->compareExact)
    throw Error(ErrorKind::wrongUse, "cannot compare with the exact answer", "--compare-exact", "with --max-memory the answer is the exact one",
                "leave one of the two out");
  const Job& job = made.job;
  checkCloud(made.facts.dimension, crs);
  Progress progress;
  std::string working = checkpoints.stepsKept() > 0 ? "going on" : firstWork(job);
  progress.show(0, working);
  const std::unique_ptr<Device> device = makeDevice(job);
  JobRun run = jobRun(progress, checkpoints);
  run.step = {};  // S of each iteration would have to be known: then no part could run ahead of another
  run.roundEnded = [&working, keep = run.roundEnded](const Detector& at) {
    if (keep) keep(at);
    working = "round " + std::to_string(at.present().round + 1) + ": " + plural(at.present().chosen, "chosen point");
  };
  run.stage = [&](double fraction) { progress.show(fraction, working); };  // of evolve: the share of chosen points that is at rest
  const std::shared_ptr<Frame> frame = runJobOn(*device, made.facts, made.makeSteps, job, run, stop);
  return finish(editedFrame(frame, job.edits, stop), *device, progress, stop, checkpoints);
}

}  // namespace arete::cli

#include "compute/engine/run_job.h"

#include <optional>
#include <utility>

#include "compute/chains/evolve/contract.h"
#include "compute/core/interrupt.h"
#include "compute/core/task_crew.h"
#include "compute/engine/difference.h"
#include "compute/engine/direct_radius.h"
#include "compute/engine/edited_frame.h"
#include "compute/engine/network_bootstrap.h"
#include "compute/engine/network_doubt.h"
#include "compute/engine/quicker_backend.h"
#include "compute/engine/wire_signs.h"
#include "compute/engine/wires_among.h"
#include "compute/network/radius/lines_cross.h"
#include "compute/network/radius/network_radius.h"
#include "compute/network/radius/track_radius.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/super_points/distinct_points.h"

namespace arete {

/// Those of the job, but nodes come to rest sooner: the last hundredths of R1 take half of the time, and scores hardly see them. What
/// makes coarser networks look better is left out, as R1 would change: twigs, cross-sections, bends, and what spares parts of crossings; and strands
/// of wires are joined as far aside as ends are, which ask no wire beside them. Clear side lines stay: without them a coarse network looks worse than
/// what would be made, but false ones make fine networks look bad.
static NetworkRules judgedRules(const PointCloud& cloud, const Job& job) {
  constexpr double kShiftEnd = 0.03, kClearDeviations = 3, kClearShare = 0.07;
  constexpr int64_t kClearBusy = 150;
  NetworkRules rules = networkRules(cloud, job.params);
  rules.shiftEnd = kShiftEnd;
  rules.twigs = rules.crossSections = rules.bends = rules.wireFollow = false;
  rules.crestInnerShortest = 0;
  rules.sideDeviations = kClearDeviations, rules.sideBusy = kClearBusy, rules.sideShare = kClearShare;
  rules.wireAside = rules.wireMeet, rules.wireAbreast = 0;
  rules.wireFewest = 0, rules.wireTips = 0;
  return rules;
}

using RulesOf = NetworkRules (&)(const PointCloud&, const Job&);

/// The network at this R1; empty where R1 is too small or too large for the cloud, so that this rung cannot be judged.
static Curve networkWith(double r1, const PointCloud& cloud, Job job, const StageContext& context, RulesOf rulesOf = judgedRules) {
  try {
    job.params.set(kR1Param, r1);
    job.params.reset(kBootstrapParam);
    const auto makeSteps = [rules = rulesOf(cloud, job)](const PointCloud& own, const Job& ownJob) { return makeNetworkSteps(own, ownJob, rules); };
    Detector detector(cloud, job, context.device, context.stop, {.historyBytes = 0, .plan = {}, .makeSteps = makeSteps});
    detector.advance(StepKind::end, context.stop);
    return detector.frame(true, false, context.stop)->curve;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::badInput && error.kind() != ErrorKind::wrongUse) throw;
    return makeCurve(PointArray(Scalar::float64, cloud.dimension(), 0), {});
  }
}

static RadiusRules radiusRules(NetworkProfile profile) {
  switch (profile) {
    case NetworkProfile::map: return mapRadiusRules();
    case NetworkProfile::sphere: return sphereRadiusRules();
    case NetworkProfile::wires: return wireRadiusRules();
    default: return spaceRadiusRules();
  }
}

static NetworkAt networksOf(const Job& job) {
  return [&job](const PointCloud& part, double r1, const StageContext& context) { return networkWith(r1, part, job, context); };
}

static NetworkRadius radiusOf(const PointCloud& cloud, const Job& job, NetworkProfile profile, const StageContext& context) {
  return networkRadius(cloud, radiusRules(profile), networksOf(job), context);
}

/// By thinner tubes or longer pieces, weighed as the search of R1 for wires does; a lone curve is a wire too, and explained as well.
static bool wiresAreBetter(const NetworkRadius& surface, const NetworkRadius& wires) {
  constexpr double kClearlyBetter = 0.5;
  if (!wires.best || !surface.best) return bool(wires.best);
  const double unit = surface.best->pieceLength;
  return weighedScore(*wires.best, wireRadiusRules(), unit) - weighedScore(*surface.best, wireRadiusRules(), unit) > kClearlyBetter;
}

static Job withProfile(Job job, NetworkProfile profile) {
  job.params.set(kProfileParam, 1 + double(profile));
  return job;
}

static RadiusSuggestion suggestionOf(const NetworkRadius& radius, std::optional<NetworkProfile> profile = {}) {
  return {roundedRadius(radius.r1), radius.reason, profile, {}, radius.best.has_value()};
}

/// R1 of a cloud that may show either, judged side by side; none where it shows a surface. As wires it is judged sooner, and so is whether they
/// cross; the surface reports progress.
static std::optional<RadiusSuggestion> ofWiresAlone(const PointCloud& cloud, const Job& job, const StageContext& context) {
  const Job asWires = withProfile(job, NetworkProfile::wires);
  const NetworkRadiusSearch surface(cloud, radiusRules(NetworkProfile::surface), networksOf(job), context);
  const NetworkRadiusSearch wires(surface, radiusRules(NetworkProfile::wires), networksOf(asWires), context);
  NetworkRadius ofSurface, ofWires;
  bool cross = false;
  const auto lookWhetherTheyCross = [&](const StageContext& own) {
    cross = linesCross(networkWith(ofWires.r1, cloud, asWires, own), ofWires.r1, own);
  };
  TaskCrew::run(context, {[&](TaskCrew& crew) { ofSurface = surface.find(crew, context); },
                          [&](TaskCrew& crew) {
                            ofWires = wires.find(crew, {context.device, context.stop, {}});
                            if (ofWires.best) crew.waitFor({{crew.add(lookWhetherTheyCross)}});
                          }});
  if (wiresAreBetter(ofSurface, ofWires) && !cross) return suggestionOf(ofWires, NetworkProfile::wires);
  return {};
}

/// Of a cloud in which wires are few; none where there are none.
static std::optional<RadiusSuggestion> ofWiresAmong(const PointCloud& cloud, double from, const Job& job, const StageContext& context) {
  const Job asWires = withProfile(job, NetworkProfile::wires);
  const auto wiresAt = [&](const PointCloud& whole, double r1, const StageContext& inner) { return networkWith(r1, whole, asWires, inner); };
  const auto radius = [&](const PointCloud& near) { return radiusOf(near, asWires, NetworkProfile::wires, context); };
  const std::optional<NetworkRadius> found = radiusOfWiresAmong(cloud, from, wiresAt, radius, context);
  if (!found) return {};
  return suggestionOf(*found, NetworkProfile::wires);
}

/// What is known of a cloud in space before wires are looked for.
struct BeforeWires {
  bool mayBeSurface;  ///< nobody says that it shows wires
  bool hasSkin;       ///< up to some radius it looks like a surface
};

/// R1 of a cloud in space where it shows wires: nothing else, or, where it has no skin, among something else.
static std::optional<RadiusSuggestion> ofWires(const PointCloud& cloud, BeforeWires known, const Job& job, const StageContext& context) {
  const WireSigns signs = wireSigns(cloud, job, context);
  if (signs.alone && known.mayBeSurface) return ofWiresAlone(cloud, job, context);
  return signs.amongFrom && !known.hasSkin ? ofWiresAmong(cloud, *signs.amongFrom, job, context) : std::nullopt;
}

/// By the search among networks.
static RadiusSuggestion searched(const PointCloud& cloud, const Job& job, NetworkProfile profile, const StageContext& context) {
  return suggestionOf(radiusOf(cloud, job, profile, context));
}

static TrackUse trackUse(const Job& job) { return TrackUse(int(job.params.get(kTracksParam))); }

static Job withTracks(Job job, TrackUse use) {
  job.params.set(kTracksParam, double(use));
  return job;
}

static NetworkRules rulesAsTheyAre(const PointCloud& cloud, const Job& job) { return networkRules(cloud, job.params); }

/// Networks of points of tracks, which are a cloud like any other.
static NetworkAt networksOfTracks(const Job& job) {
  return [asPoints = withTracks(job, TrackUse::off)](const PointCloud& cloud, double r1, const StageContext& context) {
    return networkWith(r1, cloud, asPoints, context, rulesAsTheyAre);
  };
}

static std::string reasonOf(const TrackFinding& found) {
  const std::string of = found.use == TrackUse::lines ? "lines of tracks" : "fixes of tracks";
  if (!found.isGood) return "The radius whose network, of " + of + ", leaves least but noise; some of what it leaves is none.";
  return "The coarsest radius whose network, of " + of + ", leaves nothing but noise.";
}

/// Tracks that hardly pass a street twice, which no other pass can judge, are taken for lines. Where fixes are so far apart that their points look
/// like no curves, R1 is a twelfth of the typical leg.
static RadiusSuggestion ofLoneTracks(const Tracks& tracks, const PointCloud& cloud, const Job& job, const StageContext& context) {
  constexpr double kPartsOfLeg = 12;
  const CloudRadius seen = radiusSeen(distinctPoints(cloud, context), job, context);
  RadiusSuggestion suggestion{.r1 = roundedRadius(typicalLeg(tracks) / kPartsOfLeg),
                              .reason = "Hardly any street was passed twice, and fixes are far apart: R1 follows from the ways between them."};
  if (looksLikeCurves(seen)) suggestion = *suggestionOf(seen);
  suggestion.tracks = {.use = trackUse(job) == TrackUse::automatic ? TrackUse::lines : trackUse(job), .r1 = suggestion.r1};
  return suggestion;
}

/// None where the cloud has no tracks.
static std::optional<RadiusSuggestion> ofTracks(const PointCloud& cloud, const Job& job, const StageContext& context) {
  const Tracks tracks = tracksOf(cloud, job.params);
  if (tracks.empty()) return {};
  const std::optional<TrackFinding> found = trackRadius(tracks, cloud, trackUse(job), networksOfTracks(job), context);
  if (!found) return ofLoneTracks(tracks, cloud, job, context);
  RadiusSuggestion suggestion{roundedRadius(found->r1), reasonOf(*found)};
  suggestion.tracks = found;
  return suggestion;
}

/// The points are different ones.
static RadiusSuggestion ofPoints(const PointCloud& cloud, const Job& job, const StageContext& context) {
  const NetworkProfile profile = networkProfile(cloud, job.params);
  if (profile == NetworkProfile::sphere) return searched(cloud, job, profile, context);
  const bool isFree = int(job.params.get(kProfileParam)) == 0 && profile == NetworkProfile::surface;
  const CloudRadius seen = profile == NetworkProfile::wires ? CloudRadius{} : radiusSeen(cloud, job, context);
  const bool hasSkin = seen.sign == RadiusSign::sheets;
  if (isFree || profile == NetworkProfile::wires)
    if (const auto wires = ofWires(cloud, {.mayBeSurface = isFree, .hasSkin = hasSkin}, job, context)) return *wires;
  if (const auto direct = suggestionOf(seen)) return *direct;
  return searched(cloud, job, profile, context);
}

RadiusSuggestion suggestR1(const PointCloud& cloud, const Job& job, const StageContext& context) {
  checkSuggestsRadius(cloud.bounds(), cloud.dimension());
  if (job.curveKind() == CurveKind::chains) return explainRadius(cloud, context.stop);
  networkRules(cloud, job.params);  // refuses dimensions that no network is found in
  if (const auto found = ofTracks(cloud, job, context)) return *found;
  return ofPoints(distinctPoints(cloud, context), job, context);
}

void takeSuggestion(const RadiusSuggestion& suggestion, Job& job) {
  job.params.set(kR1Param, suggestion.r1);
  if (suggestion.followWidths) job.params.set(kFollowWidthsParam, 1);
  if (suggestion.profile) job = withProfile(std::move(job), *suggestion.profile);
  if (suggestion.tracks) job = withTracks(std::move(job), suggestion.tracks->use);
}

/// What finding R1 and making the network take together, in networks.
static double networksOfOneRun(const PointCloud& cloud, const Job& job) {
  constexpr double kReadOff = 2, kSearch = 20;
  if (job.r1() != 0) return 1;
  const bool isReadOff = networkProfile(cloud, job.params) == NetworkProfile::map && tracksOf(cloud, job.params).empty();
  return isReadOff ? kReadOff : kSearch;
}

/// None for detections that were not measured.
static std::optional<double> cpuTime(const PointCloud& cloud, const Job& job) {
  if (job.curveKind() == CurveKind::network) return cpuTimeOfNetworks(networksOfOneRun(cloud, job) + job.params.get(kBootstrapParam), cloud.size());
  const bool isUsual =
      cloud.dimension() <= 3 && job.tileDetection() == TileDetection::whole && job.params.get(kToleranceParam) >= kToleranceParam.defaultValue;
  if (!isUsual) return {};
  return cpuTimeOfChains(cloud.size(), int(job.params.get(kThreadsParam)));
}

Job forOneRun(const PointCloud& cloud, const Job& job) {
  if (job.backend || job.asksForGpus()) return job;
  Job onCpu = job.onCpu();
  const std::optional<double> time = cpuTime(cloud, job);
  return time && endsBeforeCudaStarts(*time) && onCpu.versionIds == job.versionIds ? onCpu : job;
}

/// Calls f(job, context) on a device: on the CPU where the GPU fails, as runJob() does.
template <class F>
static auto onDevice(const PointCloud& cloud, const Job& job, const SearchOfR1& search, const F& f) {
  std::optional<decltype(f(job, std::declval<StageContext>()))> found;
  bool lent = !search.lend;
  orOnCpu(search.lend ? job : forOneRun(cloud, job), search.cpuTakesOver, [&](const Job& wanted, Backend& used) {
    const auto own = std::exchange(lent, true) ? makeDevice(wanted) : nullptr;
    Device& device = own ? *own : search.lend(wanted);
    used = device.backend();
    found = f(wanted, StageContext{device, search.stop, search.progress});
  });
  return *found;
}

static RadiusSuggestion suggestion(const PointCloud& cloud, const Job& job, const SearchOfR1& search) {
  checkSuggestsRadius(cloud.bounds(), cloud.dimension());  // before a device is made
  if (job.curveKind() == CurveKind::chains) return explainRadius(cloud, search.stop, int(job.params.get(kThreadsParam)));
  return onDevice(cloud, job, search, [&](const Job& own, const StageContext& context) { return suggestR1(cloud, own, context); });
}

/// Lines or fixes for a network whose R1 is given.
static void settleTracks(const PointCloud& cloud, Job& job, const SearchOfR1& search) {
  if (job.curveKind() == CurveKind::chains || trackUse(job) != TrackUse::automatic) return;
  const Tracks tracks = tracksOf(cloud, job.params);
  if (tracks.empty()) return;
  job = withTracks(job, onDevice(cloud, job, search, [&](const Job& own, const StageContext& context) {
                     return usefulOfTracks(tracks, cloud, own.r1(), networksOfTracks(own), context);
                   }));
}

static RadiusSuggestion taken(RadiusSuggestion suggested, Job& job) {
  takeSuggestion(suggested, job);
  return suggested;
}

std::optional<RadiusSuggestion> suggestIfUnset(const PointCloud& cloud, Job& job, std::stop_token stop, std::function<void(double)> progress) {
  return suggestIfUnset(cloud, job, {std::move(stop), std::move(progress), {}, {}});
}

std::optional<RadiusSuggestion> suggestIfUnset(const PointCloud& cloud, Job& job, const SearchOfR1& search) {
  if (job.r1() != 0) return settleTracks(cloud, job, search), std::nullopt;
  return taken(suggestion(cloud, job, search), job);
}

/// Where the job asks for resamples of a network; else null. They are compared with the curve as it was edited.
static std::shared_ptr<const NetworkSupport> supportOf(const Frame& frame, const StageContext& context) {
  const auto resamples = uint32_t(frame.job.params.get(kBootstrapParam));
  if (resamples == 0 || frame.job.curveKind() != CurveKind::network || !frame.finished) return nullptr;
  NetworkBootstrap bootstrap(frame.cloud, frame.job, frame.curve, context);
  bootstrap.add(resamples, context);
  return std::make_shared<const NetworkSupport>(bootstrap.support());
}

void checkJob(const Job& job) {
  if (job.r1() == 0) throw noRadius();
  if (job.curveKind() == CurveKind::network && job.params.get(kTileDetectionParam) != double(TileDetection::whole))
    throw Error(ErrorKind::wrongUse, "cannot detect a network in tiles", "--tile-detection", "only chains are found tile by tile",
                "leave it out, or give --curve chains");
  if (job.params.get(kConsensusParam) > 0 && job.params.get(kBootstrapParam) == 0)
    throw Error(ErrorKind::wrongUse, "cannot find a consensus", "--consensus", "there are no resamples to find it in", "add --bootstrap 100");
  if (job.params.get(kBootstrapParam) > 0 && job.curveKind() == CurveKind::chains)
    throw Error(ErrorKind::wrongUse, "cannot say how sure chains are", "--bootstrap", "only networks are compared with resamples",
                "leave it out, or give --curve network");
}

/// Round by round where somebody listens.
static void runToTheEnd(Detector& detector, const JobRun& run, const std::stop_token& stop) {
  if (!run.roundEnded) return detector.advance(StepKind::end, stop, run.step);
  std::optional<EndsInOrder> keeping;
  if (run.interrupted) keeping.emplace();
  try {
    for (run.roundEnded(detector); !detector.finished(); run.roundEnded(detector)) detector.advance(StepKind::round, stop, run.step);
  } catch (const Cancelled&) {
    if (run.interrupted) run.interrupted(detector);
    throw;
  }
}

std::shared_ptr<Frame> runJobOn(Device& device, const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop) {
  Detector detector(cloud, job, device, stop, {.historyBytes = 0, .plan = {}, .makeSteps = {}, .from = run.from});
  if (run.untilStep == JobRun::kToTheEnd) runToTheEnd(detector, run, stop);
  else detector.goTo(run.untilStep, stop, run.step);
  const std::shared_ptr<Frame> frame = detector.frame(true, run.withAssignment, stop);
  frame->suggested = run.suggested;
  frame->doubt = networkDoubt(*frame, {device, stop, {}});
  if (job.edits.empty()) frame->support = supportOf(*frame, {device, stop, run.resampling});
  if (!run.compareExact) return frame;
  if (run.comparing) run.comparing();
  frame->exact = runJobOn(device, cloud, frame->job.exactCounterpart(), {}, stop);
  frame->difference = differenceOf(frame->exact->chosen, frame->chosen, frame->job.r1(), {device, stop, {}});
  return frame;
}

std::shared_ptr<Frame> runJobOn(Device& device, const CloudFacts& facts, StepsMaker makeSteps, const Job& job, const JobRun& run,
                                std::stop_token stop) {
  Detector detector(facts, job, device, stop,
                    {.historyBytes = 0, .plan = {}, .makeSteps = std::move(makeSteps), .from = run.from, .progress = run.stage});
  runToTheEnd(detector, run, stop);
  const std::shared_ptr<Frame> frame = detector.frame(true, false, stop);
  frame->suggested = run.suggested;
  frame->doubt = networkDoubt(*frame, {device, stop, {}});
  return frame;
}

JobResult runJob(const PointCloud& cloud, const Job& job, const JobRun& run, std::stop_token stop) {
  JobResult result;
  orOnCpu(job, run.cpuTakesOver, [&](const Job& own, Backend& used) {
    result.device.reset();  // of the GPU that failed: its memory is no longer needed
    result.device = run.makeDevice(own);
    used = result.device->backend();
    result.frame = runJobOn(*result.device, cloud, own, run, stop);
  });
  result.frame = editedFrame(result.frame, job.edits, stop);
  if (!result.frame->edited) return result;
  const auto edited = std::make_shared<Frame>(*result.frame);
  edited->support = supportOf(*edited, {*result.device, stop, run.resampling});
  result.frame = edited;
  return result;
}

}  // namespace arete

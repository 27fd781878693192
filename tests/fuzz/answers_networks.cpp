// Networks by references and by every other exact version of each stage, with any legal parameters, R1 given or found, on any number of threads, of
// points in any order: one hash.
#include <cmath>

#include "compute/engine/run_job.h"
#include "compute/stages/network_params.h"
#include "tests/fuzz/answer_try.h"

namespace arete::fuzz {

namespace {

constexpr CloudWish kNetworkClouds{.fewestDimensions = 2, .mostDimensions = 3, .mostPoints = 400};

Job randomNetwork(const RandomCloud& cloud, Random& random) {
  Job job;
  job.params.set(kCurveParam, double(CurveKind::network));
  const double r1 = cloud.unit * random.uniform(0.5, 1) * std::ldexp(1, -int(random.below(5)));
  if (!random.oneIn(6)) job.params.set(kR1Param, std::clamp(r1, 1e-300, kR1Param.maximum));
  for (const Stage stage : kNetworkStages)
    for (const ParamInfo* info : versions(stage)[0].parameters)
      if (info->kind == ParamKind::choice || random.oneIn(4)) job.params.set(*info, randomValue(*info, random));
  if (!random.oneIn(12)) return job;
  job.params.set(kBootstrapParam, double(1 + random.below(4)));
  job.params.set(kConsensusParam, randomValue(kConsensusParam, random));
  return job;
}

/// All that is told of a network. `full`: what depends on the order of the points, too.
std::string told(const Frame& frame, bool full) {
  std::string text = "R1 " + frame.job.params.text(kR1Param) + " profile " + std::to_string(int(frame.job.params.get(kProfileParam)));
  for (const StepRecord& step : *frame.history)
    if (full) text += ' ' + std::to_string(uint64_t(step.stage)) + ':' + std::to_string(step.chosen) + ':' + std::to_string(step.edges);
  text += " hash " + frame.hash;
  if (full && frame.support)
    for (const double support : frame.support->edgeSupport) text += ' ' + std::to_string(support);
  return text;
}

/// With R1 by the same versions where it is not given.
Outcome network(const RandomCloud& points, Job job, int threads, bool full) {
  return outcomeOf([&] {
    const PointCloud cloud = points.cloud();
    Device& device = deviceOf(job, threads);
    suggestIfUnset(cloud, job, {{}, {}, [&](const Job&) -> Device& { return device; }, {}});
    checkJob(job);
    return told(*runJobOn(device, cloud, job, {}, {}), full);
  });
}

bool run(std::string_view input) {
  const std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return false;
  Random random(which->job);
  const RandomCloud points = which->points(kNetworkClouds);
  if (outcomeOf([&] { return points.cloud(), ""; }).refused) return false;
  const Job asked = randomNetwork(points, random), references = byReferences(asked, kNetworkStages);
  const Outcome expected = network(points, references, 1, true);
  expectSame(expected, network(points, asked, 2, true), "the default versions on 2 threads" + wayOf(asked, kNetworkStages, 2));
  const Job mixed = randomVersions(asked, kNetworkStages, random);
  const int threads = randomThreads(random);
  expectSame(expected, network(points, mixed, threads, true), wayOf(mixed, kNetworkStages, threads));
  const RandomCloud permuted = points.subset(shuffledOrder(points.size(), random));
  const int others = randomThreads(random);
  expectSame(network(points, asked, others, false), network(permuted, asked, others, false),
             "permuted points, " + wayOf(asked, kNetworkStages, others));
  return !expected.refused;
}

std::vector<std::string> smaller(std::string_view input) { return smallerTries(input, kNetworkClouds); }
std::string saved(std::string_view input, const std::string& path) { return savedTry(input, kNetworkClouds, path); }

}  // namespace

const Target kTarget = {.seeds = firstTries, .run = run, .next = nextTry, .smaller = smaller, .saved = saved};

}  // namespace arete::fuzz

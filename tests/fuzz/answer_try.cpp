#include "tests/fuzz/answer_try.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>

#include "compute/core/gpu_params.h"
#include "compute/io/write_points.h"

namespace arete::fuzz {

RandomCloud AnswerTry::points(const CloudWish& wish) const {
  RandomCloud all = randomCloud(cloud, wish);
  return kept ? all.subset(*kept) : all;
}

/// "3-5,8": ranges, ends included.
static std::optional<std::vector<uint32_t>> rangesFrom(const std::string& text) {
  std::vector<uint32_t> all;
  std::istringstream in(text);
  for (std::string range; std::getline(in, range, ',');) {
    constexpr uint32_t kLargest = 1 << 20;
    uint32_t first = 0, last = 0;
    char dash = 0;
    std::istringstream numbers(range);
    if (!(numbers >> first)) return {};
    if (!(numbers >> dash >> last)) last = first;
    if (last > kLargest) return {};
    for (uint32_t i = first; i <= last; ++i) all.push_back(i);
  }
  return all;
}

static std::string rangesOf(const std::vector<uint32_t>& kept) {
  std::string text;
  for (size_t i = 0, end; i < kept.size(); i = end) {
    for (end = i + 1; end < kept.size() && kept[end] == kept[end - 1] + 1;) ++end;
    text += (text.empty() ? "" : ",") + std::to_string(kept[i]) + (end > i + 1 ? "-" + std::to_string(kept[end - 1]) : "");
  }
  return text.empty() ? "none" : text;
}

std::optional<AnswerTry> tryFrom(std::string_view input) {
  std::istringstream words{std::string(input)};
  std::string cloud, job, points, ranges;
  AnswerTry which;
  if (!(words >> cloud >> which.cloud >> job >> which.job) || cloud != "cloud" || job != "job") return {};
  if (!(words >> points)) return which;
  if (points != "points" || !(words >> ranges)) return {};
  which.kept = ranges == "none" ? std::vector<uint32_t>() : rangesFrom(ranges);
  if (!which.kept) return {};
  return which;
}

std::string inputOf(const AnswerTry& which) {
  const std::string text = "cloud " + std::to_string(which.cloud) + " job " + std::to_string(which.job);
  return which.kept ? text + " points " + rangesOf(*which.kept) : text;
}

/// Of the bits of the first clouds: a number names the same cloud on every machine.
static uint64_t cloudsDigest() {
  constexpr uint64_t kClouds = 200, kPrime = 1'099'511'628'211;
  uint64_t digest = 0;
  for (uint64_t seed = 1; seed <= kClouds; ++seed)
    for (const double x : randomCloud(seed, {}).rows) digest = (digest ^ std::bit_cast<uint64_t>(x)) * kPrime;
  return digest;
}

std::vector<std::string> firstTries() {
  constexpr uint64_t kFirst = 6, kDigest = 16'321'836'982'286'329'898U;
  require(cloudsDigest() == kDigest, "these are not the clouds of other machines: " + std::to_string(cloudsDigest()));
  std::vector<std::string> tries;
  for (uint64_t i = 1; i <= kFirst; ++i) tries.push_back(inputOf({i, i, {}}));
  return tries;
}

std::string nextTry(Random& random) { return inputOf({random.bits(), random.bits(), {}}); }

std::vector<std::string> smallerTries(std::string_view input, const CloudWish& wish) {
  std::vector<std::string> smaller;
  std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return smaller;
  std::vector<uint32_t> all(randomCloud(which->cloud, wish).size());
  std::iota(all.begin(), all.end(), 0U);
  if (which->kept) all = *which->kept;
  for (size_t gone = (all.size() + 1) / 2; gone > 0; gone /= 2)
    for (size_t first = 0; first < all.size(); first += gone) {
      which->kept = all;
      const auto begin = which->kept->begin() + ptrdiff_t(first);
      which->kept->erase(begin, begin + ptrdiff_t(std::min(gone, all.size() - first)));
      smaller.push_back(inputOf(*which));
    }
  return smaller;
}

std::string savedTry(std::string_view input, const CloudWish& wish, const std::string& path) {
  const std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return "no try";
  const RandomCloud cloud = which->points(wish);
  writePoints(path + ".csv", {PointArray::fromRows(cloud.rows, cloud.dimension)});
  const std::string scalar = !cloud.scalar ? "" : *cloud.scalar == Scalar::float32 ? ", --scalar float" : ", --scalar double";
  return std::to_string(cloud.size()) + " points (" + cloud.kind + ", " + std::to_string(cloud.dimension) + "D" + scalar + ") in " + path + ".csv";
}

[[noreturn]] void failOf(const std::exception& error) { fail(std::string("an exception that is no refusal: ") + error.what()); }

Outcome refusalOf(const Error& error) {
  const bool isRefusal = error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse;
  require(isRefusal && !error.reason().empty(), std::string("an error that is no refusal: ") + error.what());
  return {"refused, " + std::string(error.kind() == ErrorKind::badInput ? "bad input: " : "wrong use: ") + error.reason(), true};
}

void expectSame(const Outcome& expected, const Outcome& found, std::string_view way) {
  if (expected == found) return;
  const auto [here, there] = std::ranges::mismatch(expected.text, found.text);
  const auto at = size_t(here - expected.text.begin());
  const size_t from = at > 60 ? at - 60 : 0;
  fail(std::string(way) + "\n  expected: " + expected.text.substr(from, 300) + "\n  found:    " + found.text.substr(from, 300));
}

double randomValue(const ParamInfo& info, Random& random) {
  if (info.kind == ParamKind::toggle) return double(random.below(2));
  if (info.kind == ParamKind::choice) return double(random.below(info.choices.size()));
  const size_t which = random.below(16);
  if (which < 4) return info.defaultValue;
  if (which == 4) return info.minimum;
  if (which == 5) return info.maximum;
  const double share = std::ldexp(random.uniform(0.5, 1), -int(random.below(32)));
  const double value = info.minimum + (info.maximum - info.minimum) * share;
  return info.kind == ParamKind::integer ? std::floor(value) : value;
}

/// How many GPUs and how much memory there are belongs to the machine: such values stay as they are.
static bool isOfTheMachine(const ParamInfo& info) {
  static constexpr const ParamInfo* kOfTheMachine[] = {&kGpusParam, &kMaxMemoryParam, &kDeviceMemoryParam};
  return std::ranges::count(kOfTheMachine, &info) > 0;
}

Job randomVersions(Job job, std::span<const Stage> stages, Random& random) {
  for (const Stage stage : stages) {
    std::vector<const Version*> exact;
    for (const Version& version : versions(stage))
      if (version.exact && version.available()) exact.push_back(&version);
    const Version& version = *random.of(exact);
    job.versionIds[size_t(stage)] = version.id;
    const auto decisive = versions(stage)[0].parameters;
    for (const ParamInfo* info : version.parameters)
      if (std::ranges::find(decisive, info) == decisive.end() && !isOfTheMachine(*info)) job.params.set(*info, randomValue(*info, random));
  }
  return job;
}

Job byReferences(Job job, std::span<const Stage> stages) {
  for (const Stage stage : stages) job.versionIds[size_t(stage)] = versions(stage)[0].id;
  return job;
}

std::string wayOf(const Job& job, std::span<const Stage> stages, int threads) {
  std::string text = std::to_string(threads) + " threads";
  for (const Stage stage : stages)
    if (!job.versionIds[size_t(stage)].empty()) text += ' ' + job.versionIds[size_t(stage)];
  for (const ParamInfo* info : allParameters())
    if (job.params.get(*info) != info->defaultValue) text += ", " + std::string(info->id) + ' ' + job.params.text(*info);
  return text;
}

Device& deviceOf(const Job& job, int threads) {
  static std::map<std::pair<Backend, int>, std::unique_ptr<Device>> devices;
  auto& device = devices[{job.deviceBackend(), threads}];
  if (!device) {
    Job own = job;
    own.params.set(kThreadsParam, threads);
    device = makeDevice(own);
  }
  return *device;
}

int randomThreads(Random& random) {
  static constexpr int kThreads[] = {1, 2, 7};
  return random.of(kThreads);
}

std::vector<uint32_t> shuffledOrder(uint32_t count, Random& random) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  for (uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace arete::fuzz

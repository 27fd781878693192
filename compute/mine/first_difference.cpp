#include "compute/mine/first_difference.h"

#include <arete/version.h>

#include <cmath>
#include <utility>

#include "compute/core/distance.h"
#include "compute/core/number_text.h"

namespace arete::mine {

namespace {

template <class T>
T squaredBetween(const PointArray& a, uint32_t i, const PointArray& b, uint32_t j) {
  const PointsView<T> from = a.view<T>(), to = b.view<T>();
  return shared::squaredDistance(from.point(i), from.coordinateStride, to.point(j), to.coordinateStride, from.dimension);
}

template <class T>
std::string distanceText(T squared) {
  return numberText(std::sqrt(double(squared)));
}

std::string point(uint32_t i) { return "point " + std::to_string(i); }

template <class T>
std::string wordsOfEvolve(const TrialTask& task, uint32_t i, uint32_t expected, uint32_t given) {
  const PointArray& points = task.cloud.points();
  const auto squared = [&](uint32_t j) { return squaredBetween<T>(points, i, task.others, j); };
  if (expected == ARETE_NONE)
    return point(i) + " belongs to none, yours says " + std::to_string(given) + ", which is at distance " + distanceText(squared(given)) +
           ": more than R1 " + numberText(task.radius);
  const std::string distance = distanceText(squared(expected)), right = std::to_string(expected), yours = std::to_string(given);
  if (given == ARETE_NONE)
    return point(i) + " at distance " + distance + " belongs to chosen point " + right +
           ", yours says none; a distance of R1 itself counts as within";
  if (squared(given) == squared(expected))
    return point(i) + " at distance " + distance + " belongs to chosen point " + right + ", yours says " + yours + "; a tie goes to the lower number";
  return point(i) + " at distance " + distance + " belongs to chosen point " + right + ", yours says " + yours + " at distance " +
         distanceText(squared(given));
}

/// The first point chosen before this one that covers it; the count where there is none.
template <class T>
uint32_t coveredBy(const TrialTask& task, const TeachingNumbers& chosen, uint32_t i) {
  for (uint32_t j = 0; j < i; ++j)
    if (chosen[j] != 0 && squaredBetween<T>(task.cloud.points(), i, task.cloud.points(), j) <= shared::squaredRadius<T>(task.radius)) return j;
  return task.cloud.size();
}

template <class T>
std::string wordsOfChoose(const TrialTask& task, const TeachingNumbers& expected, uint32_t i) {
  if (expected[i] != 0) return point(i) + " is chosen, as it is farther than R1 from all chosen before it; yours leaves it out";
  const uint32_t by = coveredBy<T>(task, expected, i);
  return point(i) + " is not chosen, as " + point(by) + ", which is, is within R1 at distance " +
         distanceText(squaredBetween<T>(task.cloud.points(), i, task.cloud.points(), by)) + "; yours chooses it";
}

/// How many points that are left when it is point i's turn are within this radius of it.
template <class T>
uint32_t leftWithin(const TrialTask& task, const TeachingNumbers& stays, uint32_t i, double radius) {
  uint32_t count = 0;
  for (uint32_t j = 0; j < task.cloud.size(); ++j)
    count += (j >= i || stays[j] != 0) && squaredBetween<T>(task.cloud.points(), i, task.cloud.points(), j) <= shared::squaredRadius<T>(radius);
  return count;
}

template <class T>
std::string wordsOfDecimate(const TrialTask& task, const TeachingNumbers& expected, uint32_t i) {
  const std::string within = std::to_string(leftWithin<T>(task, expected, i, task.radius));
  const std::string twice = std::to_string(leftWithin<T>(task, expected, i, 2 * task.radius));
  if (expected[i] != 0)
    return "chosen " + point(i) + " stays, with " + within + " points within R2 and " + twice +
           " within twice R2, itself included, when it is its turn; yours removes it";
  return "chosen " + point(i) + " goes, with " + within + " points within R2 and " + twice +
         " within twice R2, itself included, when it is its turn; yours keeps it";
}

template <class T>
std::string wordsOfKnn(const TrialTask& task, size_t at, uint32_t expected, uint32_t given) {
  const auto query = uint32_t(at / task.k);
  const auto squared = [&](uint32_t j) { return squaredBetween<T>(task.others, query, task.cloud.points(), j); };
  const std::string place = std::to_string(at % task.k + 1), distance = distanceText(squared(expected)), yours = std::to_string(given);
  if (squared(given) == squared(expected))
    return "neighbour " + place + " of query " + std::to_string(query) + " is " + point(expected) + " at distance " + distance + ", yours says " +
           yours + "; a tie goes to the lower number";
  return "neighbour " + place + " of query " + std::to_string(query) + " is " + point(expected) + " at distance " + distance + ", yours says " +
         yours + " at distance " + distanceText(squared(given));
}

template <class T>
std::string wordsOf(const TrialTask& task, const TeachingNumbers& expected, const TeachingNumbers& given, size_t at) {
  switch (task.stage) {
    case Stage::evolve: return wordsOfEvolve<T>(task, uint32_t(at), expected[at], given[at]);
    case Stage::choose: return wordsOfChoose<T>(task, expected, uint32_t(at));
    case Stage::decimate: return wordsOfDecimate<T>(task, expected, uint32_t(at));
    default: return wordsOfKnn<T>(task, at, expected[at], given[at]);
  }
}

std::string wordsAt(const TrialTask& task, const TeachingNumbers& expected, const TeachingNumbers& given, size_t at) {
  return withScalarType(task.cloud.scalar(), [&]<class T>() { return wordsOf<T>(task, expected, given, at); });
}

}  // namespace

AnswerDifference differenceOf(const TrialTask& task, const TeachingNumbers& expected, const TeachingNumbers& given) {
  AnswerDifference difference;
  for (size_t at = 0; at < expected.size(); ++at) {
    if (expected[at] == given[at] || difference.count++ > 0) continue;
    difference.first = uint32_t(task.k > 0 ? at / task.k : at);
    difference.words = wordsAt(task, expected, given, at);
  }
  return difference;
}

PointArray DifferingPoints::places() const {
  std::vector<uint32_t> points;
  for (size_t i = 0; i < elements.size(); ++i) points.push_back(pointOf(i));
  return (task.stage == Stage::knn ? task.others : task.cloud.points()).subset(points);
}

std::string DifferingPoints::words(size_t number) const { return wordsAt(task, expected, given, elements[number]); }

DifferingPoints differingPoints(TrialTask task, TeachingNumbers expected, TeachingNumbers given) {
  DifferingPoints points{std::move(task), std::move(expected), std::move(given), {}};
  for (size_t at = 0; at < points.expected.size(); ++at) {
    if (points.expected[at] == points.given[at]) continue;
    points.elements.push_back(at);
    if (points.task.k > 0) at = (at / points.task.k + 1) * points.task.k - 1;  // the next query
  }
  return points;
}

}  // namespace arete::mine

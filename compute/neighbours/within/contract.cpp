#include "compute/neighbours/within/contract.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "compute/core/error.h"
#include "compute/core/machine_memory.h"
#include "compute/core/number_text.h"

namespace arete {

namespace {

double millisecondsFrom(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

[[noreturn]] void refuseQuery(std::string_view where, const std::string& reason, std::string_view hint) {
  throw Error(ErrorKind::wrongUse, "cannot search within a radius", where, reason, hint);
}

[[noreturn]] void refuseSize(double radius, uint64_t pairs, double bytes, uint64_t free_bytes) {
  constexpr double kMegabyte = 1 << 20;
  std::string reason = "there are " + std::to_string(pairs) + " neighbours, which take " + std::to_string(uint64_t(bytes / kMegabyte)) + " MB";
  if (free_bytes > 0) reason += ", and " + std::to_string(free_bytes >> 20) + " MB are free";
  throw Error(ErrorKind::outOfMemory, "cannot search within a radius", "radius " + numberText(radius), reason,
              "give a smaller radius, or ask for fewer points at a time");
}

/// Counts become places; returns how many neighbours there are.
uint64_t startsFromCounts(LargeVector<uint64_t>& starts, bool excludeSelf) {
  uint64_t sum = 0;
  for (size_t i = 1; i < starts.size(); ++i) starts[i] = sum += starts[i] - (excludeSelf ? 1 : 0);
  return sum;
}

/// Takes memory for the answer, or says how much it would be.
void makeRoom(const WithinQuery& query, uint64_t pairs, PointsWithin& found) {
  constexpr double kSmall_bytes = 64 << 20;  // what any machine has: asking how much there is takes longer than a small search
  const double each = double(sizeof(uint32_t) * query.indexRoom + (query.points.scalar() == Scalar::float32 ? sizeof(float) : sizeof(double)));
  const double bytes = double(pairs) * each;
  const uint64_t free_bytes = bytes > kSmall_bytes ? machineMemory().free_bytes : 0;
  if (free_bytes > 0 && bytes > double(free_bytes)) refuseSize(query.radius, pairs, bytes, free_bytes);
  try {
    found.indices.reserve(size_t(pairs) * query.indexRoom);
    found.indices.resize(size_t(pairs));
    withScalarType(query.points.scalar(), [&]<class T>() { found.squaredDistances.emplace<LargeVector<T>>().resize(size_t(pairs)); });
  } catch (const std::bad_alloc&) {
    refuseSize(query.radius, pairs, bytes, 0);
  } catch (const std::length_error&) {
    refuseSize(query.radius, pairs, bytes, 0);
  }
}

PointsShape pointsShape(const PointArray& points) { return {points.size(), points.dimension(), points.scalar()}; }

/// A half of the progress of both passes.
StageContext halfOf(const StageContext& context, double from) {
  return {context.device, context.stop, [&context, from](double fraction) { context.report(from + fraction / 2); }};
}

}  // namespace

template <class T>
T largestSquaredWithin(double radius) {
  constexpr T kLargest = std::numeric_limits<T>::max(), kInfinity = std::numeric_limits<T>::infinity();
  if (radius >= double(kLargest)) return kLargest;
  const T r = T(radius);
  T squared = std::min(r * r, kLargest);
  while (std::sqrt(squared) > r) squared = std::nextafter(squared, T(0));
  for (T next = std::nextafter(squared, kInfinity); std::sqrt(next) <= r; next = std::nextafter(next, kInfinity)) squared = next;
  return squared;
}

template float largestSquaredWithin<float>(double);
template double largestSquaredWithin<double>(double);

void checkWithinQuery(const PointsShape& reference, const PointsShape& queries, double radius, bool excludeSelf) {
  if (queries.dimension != reference.dimension)
    refuseQuery("queries", "they have " + std::to_string(queries.dimension) + " coordinates, reference points " + std::to_string(reference.dimension),
                "give points of the same space");
  if (queries.scalar != reference.scalar)
    refuseQuery("queries", "they have coordinates of another type than the reference points", "convert one of them");
  if (!(radius >= 0)) refuseQuery("radius", numberText(radius) + " is no length", "give 0 or more");
  if (excludeSelf && queries.size != reference.size)
    refuseQuery("queries", "they can leave themselves out only when they are the reference", "leave nothing out, or give no queries");
}

PointsWithin WithinSearcher::query(const WithinQuery& query, const StageContext& context) {
  const auto start = std::chrono::steady_clock::now();
  checkWithinQuery(pointsShape(reference_), pointsShape(query.points), query.radius, query.excludeSelf);
  context.checkStop();
  PointsWithin found;
  found.starts.resize(size_t(query.points.size()) + 1);
  std::ranges::fill(found.starts, uint64_t(0));
  const bool isEmpty = reference_.empty() || query.points.empty();
  if (!isEmpty) count(query, std::span(found.starts).subspan(1), halfOf(context, 0));
  const uint64_t pairs = isEmpty ? 0 : startsFromCounts(found.starts, query.excludeSelf);
  makeRoom(query, pairs, found);
  if (pairs > 0) fill(query, found, halfOf(context, 0.5));
  found.times = spent_;
  const double here = millisecondsFrom(start);
  found.times.total = here + spent_.total;
  found.times.query = found.times.total - found.times.build;
  spent_ = {};
  return found;
}

std::unique_ptr<WithinSearcher> makeWithinSearcher(WithinFunction version, const PointArray& reference, const StageContext& context) {
  const auto start = std::chrono::steady_clock::now();
  std::unique_ptr<WithinSearcher> searcher = version(reference, context);
  searcher->spent_.total = searcher->spent_.build = millisecondsFrom(start);
  return searcher;
}

PointsWithin neighboursWithin(WithinFunction version, const PointArray& reference, const WithinQuery& query, const StageContext& context) {
  return makeWithinSearcher(version, reference, context)->query(query, context);
}

}  // namespace arete

#include "compute/network/radius/dimension_profile.h"

#include <bit>
#include <cmath>
#include <optional>

#include "compute/core/portable_math.h"
#include "compute/network/radius/quantile.h"
#include "compute/network/radius/strewn_share.h"

namespace arete {

using shared::BallShape;
using shared::LatticePlace;
using shared::RealShape;
using shared::StrewnBall;

namespace {

constexpr int kRungs = 24;             // from a quarter of the diagonal down
constexpr size_t kRungPlaces = 1000;   // of a rung
constexpr uint32_t kFewestPlaces = 5;  // of a rung that says something
constexpr double kCurveShare = 0.5;    // of the greatest share of linear places: from there on the cloud is a curve
constexpr double kLeastStrewn = 0.05, kMostStrewn = 0.5;
constexpr size_t kChains = 2000;                   // places that go up from below the curve's radius …
constexpr int kChainBelow = 2, kChainAbove = 8;    // … by this number of rungs; of a map without a background, whose fine curves …
constexpr int kChainBelowMap = 6;                  // … may be far finer than most, by this number
constexpr int64_t kFewInBall = 8, kFullBall = 16;  // places that tell a spread, and a surface
constexpr uint32_t kFewestFull = 20;
constexpr double kSheets = 0.25;             // a share of flat places: there are sheets
constexpr int kSheetsBeyond = 4;             // rungs above the curve's radius
constexpr double kThick = 0.07;              // where sheets end: bodies have .12 to .96, even those seen from one side; a strip of ground .04
constexpr double kOfSheets = 2.3;            // R1 in spreads, where sheets end
constexpr double kOfCurve = 0.25;            // of the curve's radius: R1 is no less, as points one after the other look thinner than a curve …
constexpr double kOfCurveInSpace = 1.0 / 6;  // the same there, where nodes may look twice as far: a quarter would coarsen neurons
constexpr double kOfFineCurve = 0.06;        // … nor on maps of two scales
constexpr double kFiner = 1.0 / 3;           // of the lower quartile: places that spread less are of fine curves …
constexpr double kLeastFine = 0.2, kMostFine = 0.6;  // … which are a scale of their own if they have this share of all length
constexpr double kOfCurveInStrewn = 0.6;             // … nor where there is a background, whose points are in its balls
constexpr double kMostlyCurve = 0.5;                 // a lesser share of linear places: there may be a background
constexpr double kPointsOnR1 = 7, kSparser = 0.3;  // where there is one R1 has as many points on most curves: sparser ones are not tested against it
constexpr double kMostSpreads = 5;                 // … but no more of these: where points are so few, a background cannot be told from curves
constexpr double kHalfLn2 = 0.69314718055994530942 / 2;

double radiusOfRung(double rung) { return shared::exponential(rung * kHalfLn2); }

/// The mean of the places in each occupied cube of side 2^bits: of those of least hash, at most `most`, in Morton order.
std::vector<LatticePlace> cubeMeans(const LatticeSample& sample, int bits, size_t most, uint64_t salt) {
  struct Cube {
    uint64_t hash;
    size_t first, last;
  };
  constexpr uint64_t kSalt = 0x9e3779b97f4a7c15;
  const int shift = bits * sample.lattice.dimension;
  std::vector<Cube> cubes;
  for (size_t first = 0, last = 0; first < sample.keys.size(); first = last) {
    const uint64_t key = sample.keys[first] >> shift;
    while (last < sample.keys.size() && sample.keys[last] >> shift == key) ++last;
    cubes.push_back({shared::mixed(key + kSalt * salt), first, last});
  }
  if (cubes.size() > most) {
    std::ranges::nth_element(cubes, cubes.begin() + ptrdiff_t(most), {}, &Cube::hash);
    cubes.resize(most);
    std::ranges::sort(cubes, {}, &Cube::first);
  }
  std::vector<LatticePlace> means;
  for (const Cube& cube : cubes) {
    shared::BallSums sums;
    for (size_t i = cube.first; i < cube.last; ++i) sums.add(sample.place(i));
    means.push_back(sums.mean());
  }
  return means;
}

class Profile {
 public:
  Profile(const LatticeSample& sample, BallLooker& balls, const StageContext& context) : sample_(sample), balls_(balls), context_(context) {}
  CloudRadius find();

 private:
  /// A rung, and what was seen around its places.
  struct Rung {
    int number;
    std::vector<BallShape> shapes;
  };

  StrewnBall strewnAt(int rung) const;
  void look();
  int64_t leastOf(const Rung& rung) const;
  RadiusLevel levelOf(const Rung& rung) const;
  void findCurve();
  void findSpreads();
  void findRadius();
  std::optional<double> rungWhereSheetsEnd() const;
  double spreadAt(double rung) const;
  double leastRadius(double spread) const;
  std::optional<double> spreadOfFineCurves(double quarter) const;

  const LatticeSample& sample_;
  BallLooker& balls_;
  const StageContext& context_;
  const InnerHull hull_{sample_};
  const double unit_ = sample_.lattice.unit;
  double density_ = 0;       // of the background, in a unit of volume
  std::vector<Rung> rungs_;  // from fine to coarse
  int curve_ = 0;            // rung
  CloudRadius result_;
};

StrewnBall Profile::strewnAt(int rung) const {
  constexpr double kPi = 3.14159265358979323846;
  if (density_ <= 0) return {};
  const auto square = double(shared::squaredRadiusOfRung(rung));
  const bool isPlane = sample_.lattice.dimension == 2;
  const double volume = isPlane ? kPi * square : 4 * kPi / 3 * square * std::sqrt(square);
  return {density_ * volume, square / (isPlane ? 4 : 5), isPlane ? 1.0 : 2.0};
}

void Profile::look() {
  const int coarsest = int(std::bit_width(uint64_t(hull_.squaredDiagonal()))) - 1 - 4;  // the diagonal over 4
  std::vector<BallAsked> asked;
  for (int number = std::max(kFinestRung, coarsest - kRungs + 1); number <= coarsest; ++number) {
    rungs_.push_back({number, {}});
    const std::vector<LatticePlace> places = cubeMeans(sample_, shared::cellBitsOfRung(number) + 1, kRungPlaces, uint64_t(number));
    for (const LatticePlace& place : places) asked.push_back({place, number});
  }
  const std::vector<BallShape> shapes = balls_.look(asked);
  auto next = rungs_.begin();
  for (size_t i = 0; i < asked.size(); ++i) {
    while (next->number != asked[i].rung) ++next;
    next->shapes.push_back(shapes[i]);
  }
}

/// In space a ball that holds far fewer points than most is around a stray.
int64_t Profile::leastOf(const Rung& rung) const {
  constexpr int64_t kFewer = 8;
  if (sample_.lattice.dimension == 2 || rung.shapes.empty()) return 0;
  std::vector<int64_t> counts;
  for (const BallShape& shape : rung.shapes) counts.push_back(shape.count);
  return quantile(std::move(counts), 0.5) / kFewer;
}

RadiusLevel Profile::levelOf(const Rung& rung) const {
  RadiusLevel level{.radius = radiusOfRung(rung.number) * unit_};
  const auto square = double(shared::squaredRadiusOfRung(rung.number));
  const StrewnBall strewn = strewnAt(rung.number);
  std::vector<double> spreads, dimensions, thicknesses;
  const int64_t fewest = leastOf(rung);
  for (const BallShape& shape : rung.shapes) {
    if (shape.count < fewest) continue;
    const RealShape real = withoutStrewn(shape, strewn);
    level.places += real.isReal, level.linear += isLinear(real, square);
    if (shape.count >= kFullBall) ++level.full, level.flat += isFlat(shape), thicknesses.push_back(thicknessOf(shape));
    if (shape.count < kFewInBall) continue;
    const double trace = shape.along + shape.across, squares = trace * trace - 2 * shape.minors;
    spreads.push_back(std::sqrt(shape.across) * unit_);
    if (squares > 0) dimensions.push_back(trace * trace / squares);
  }
  if (spreads.size() >= kFewestPlaces) level.spread = quantile(std::move(spreads), 0.5);
  if (!thicknesses.empty()) level.thickness = quantile(std::move(thicknesses), 0.5);
  for (int k = 0; k < 3 && !dimensions.empty(); ++k) level.dimension[k] = quantile(dimensions, 0.25 * (k + 1));
  return level;
}

/// The levels, the finest rung with half of the greatest share of linear places, and the radius where the share becomes that, between rungs.
void Profile::findCurve() {
  result_.levels.clear();
  result_.linear = 0;
  for (const Rung& rung : rungs_) result_.levels.push_back(levelOf(rung));
  const auto share = [](const RadiusLevel& level) { return level.places >= kFewestPlaces ? level.linearShare() : 0; };
  for (const RadiusLevel& level : result_.levels) result_.linear = std::max(result_.linear, share(level));
  if (result_.linear <= 0) return;
  const double wanted = kCurveShare * result_.linear;
  const auto first = std::ranges::find_if(result_.levels, [&](const RadiusLevel& level) { return share(level) >= wanted; });
  curve_ = rungs_[size_t(first - result_.levels.begin())].number;
  const double before = first == result_.levels.begin() ? 0 : share(*std::prev(first));
  result_.curve = first->radius * shared::exponential(-kHalfLn2 * (share(*first) - wanted) / (share(*first) - before));
}

/// Places go up until they are linear at two rungs in a row; what they spread at the second one is theirs.
void Profile::findSpreads() {
  const bool isBareMap = sample_.lattice.dimension == 2 && density_ <= 0;
  const int first = std::max(kFinestRung, curve_ - (isBareMap ? kChainBelowMap : kChainBelow));
  const std::vector<LatticePlace> places = cubeMeans(sample_, shared::cellBitsOfRung(curve_) - 1, kChains, 0);
  std::vector<uint32_t> going(places.size());
  std::vector<double> spreads(places.size());
  std::vector<char> wasLinear(places.size());
  for (uint32_t i = 0; i < going.size(); ++i) going[i] = i;
  for (int number = first; number <= curve_ + kChainAbove && !going.empty(); ++number) {
    std::vector<BallAsked> asked;
    for (const uint32_t i : going) asked.push_back({places[i], number});
    const std::vector<BallShape> shapes = balls_.look(asked);
    const auto square = double(shared::squaredRadiusOfRung(number));
    std::vector<uint32_t> left;
    for (size_t at = 0; at < going.size(); ++at) {
      const RealShape real = withoutStrewn(shapes[at], strewnAt(number));
      const bool linear = isLinear(real, square);
      const uint32_t i = going[at];
      if (linear && wasLinear[i]) spreads[i] = std::sqrt(real.across) * unit_;
      else left.push_back(i);
      wasLinear[i] = linear;
    }
    going = std::move(left);
  }
  for (size_t i = 0; i < places.size(); ++i) {
    if (!(spreads[i] > 0)) continue;
    SpreadPlace found{{}, spreads[i]};
    for (int k = 0; k < sample_.lattice.dimension; ++k) found.place.set(k, sample_.lattice.coordinate(places[i][k], k));
    result_.spreads.push_back(found);
  }
}

std::optional<double> Profile::rungWhereSheetsEnd() const {
  double most = 0, before = 0, had = 0;
  for (size_t i = 0; i < rungs_.size() && rungs_[i].number <= curve_ + kSheetsBeyond; ++i) {
    const RadiusLevel& level = result_.levels[i];
    if (level.full < kFewestFull) continue;
    const double share = level.flatShare(), number = rungs_[i].number;
    if (most >= kSheets && share < most / 2 && most / 2 <= had) {
      if (level.thickness < kThick) return {};  // an open sheet ends at its border
      return before + (number - before) * (had - most / 2) / (had - share);
    }
    most = std::max(most, share), before = number, had = share;
  }
  return {};
}

/// Between rungs by logarithms, of lattice units, so that the cloud's change no bit.
double Profile::spreadAt(double rung) const {
  std::optional<std::pair<double, double>> before;  // rung, logarithm of the spread
  for (size_t i = 0; i < rungs_.size(); ++i) {
    if (!(result_.levels[i].spread > 0)) continue;
    const std::pair<double, double> here{rungs_[i].number, shared::naturalLog(result_.levels[i].spread / unit_)};
    if (here.first >= rung) {
      if (!before) return result_.levels[i].spread;
      return unit_ * shared::exponential(before->second + (here.second - before->second) * (rung - before->first) / (here.first - before->first));
    }
    before = here;
  }
  return before ? unit_ * shared::exponential(before->second) : 0;
}

/// What the spread would say of points that are too few to show it.
double Profile::leastRadius(double spread) const {
  if (sample_.lattice.dimension == 3) return kOfCurveInSpace * result_.curve;  // fog has a stage of its own
  if (density_ <= 0) return kOfCurve * result_.curve;
  const double ofCurve = kOfCurveInStrewn * result_.curve;
  const auto rung = std::ranges::find(rungs_, curve_, &Rung::number);
  std::vector<double> counts;
  for (const BallShape& shape : rung->shapes)
    if (isLinear(withoutStrewn(shape, strewnAt(curve_)), double(shared::squaredRadiusOfRung(curve_)))) counts.push_back(double(shape.count));
  if (counts.empty()) return ofCurve;
  const double onLength = quantile(std::move(counts), kSparser) / (2 * radiusOfRung(curve_) * unit_);
  return std::max(ofCurve, std::min(kPointsOnR1 / onLength, kMostSpreads * spread));
}

/// Where fine curves lie beside wide ones on a map: the lower quartile of spreads by length. Places are spread over the cloud, so a curve has the
/// more of them the wider it is: each counts as 1 / spread.
std::optional<double> Profile::spreadOfFineCurves(double quarter) const {
  if (sample_.lattice.dimension == 3 || density_ > 0) return {};
  std::vector<double> spreads;
  for (const SpreadPlace& each : result_.spreads) spreads.push_back(each.spread);
  std::ranges::sort(spreads);
  double fine = 0, all = 0;
  for (const double spread : spreads) all += 1 / spread, fine += spread < kFiner * quarter ? 1 / spread : 0;
  if (fine < kLeastFine * all || fine > kMostFine * all) return {};
  double below = 0;
  for (const double spread : spreads)
    if ((below += 1 / spread) >= 0.25 * all) return spread;
  return {};
}

void Profile::findRadius() {
  const bool isPlane = sample_.lattice.dimension == 2;
  if (!isPlane)
    if (const std::optional<double> end = rungWhereSheetsEnd()) {
      result_.sheets = radiusOfRung(*end) * unit_;
      result_.sign = RadiusSign::sheets;
      result_.r1 = kOfSheets * spreadAt(*end);
      return;
    }
  if (result_.spreads.empty()) return;
  std::vector<double> spreads;
  for (const SpreadPlace& each : result_.spreads) spreads.push_back(each.spread);
  const double quarter = quantile(spreads, 0.25), half = quantile(spreads, 0.5);
  const double s = result_.linear, alone = std::max(0.0, 4 * s - 3);  // curves that stand alone may be looked at from farther off
  result_.sign = RadiusSign::curves;
  const std::optional<double> fine = spreadOfFineCurves(quarter);
  result_.twoScales = fine.has_value();
  const double wanted = isPlane ? (1.5 + 2 * alone) * fine.value_or(quarter) : (1 + s) * half;
  result_.r1 = std::max(wanted, fine ? kOfFineCurve * result_.curve : leastRadius(quarter));
  result_.widest = quantile(spreads, 0.9);
}

CloudRadius Profile::find() {
  look();
  context_.report(0.5);
  findCurve();
  if (result_.linear < kMostlyCurve && !rungs_.empty()) {
    const Strewn strewn = strewnIn(sample_, hull_);
    if (strewn.share > kLeastStrewn && strewn.share < kMostStrewn) {
      density_ = strewn.density, result_.strewn = strewn.share;
      findCurve();
    }
  }
  if (result_.linear <= 0) return result_;
  findSpreads();
  findRadius();
  return result_;
}

}  // namespace

CloudRadius cloudRadius(const LatticeSample& sample, BallLooker& balls, const StageContext& context) {
  return Profile(sample, balls, context).find();
}

}  // namespace arete

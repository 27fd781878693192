// The paths of networks: tiny ones worked out by hand, a truth that is spoiled bit by bit, and the same figures whatever the threads and
// the order of the lines.
#include "compute/measures/quality/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "compute/core/error.h"
#include "compute/core/philox.h"
#include "compute/measures/quality/contract.h"

namespace arete {
namespace {

using Line = std::vector<double>;

Polylines network(std::vector<Line> lines, int dimension = 2) {
  const size_t count = lines.size();
  return {dimension, std::move(lines), std::vector<bool>(count)};
}

PathQuality measurePaths(const Polylines& curve, const Polylines& truth, double tolerance = 1, double heal = 0, int threads = 2) {
  const auto device = makeCpuDevice(threads);
  return pathQuality(curve, truth, tolerance, heal, {*device, {}, {}});
}

std::vector<double> figures(const PathQuality& q) {
  std::vector<double> all = {q.path};
  for (const Agreement& a : {q.local, q.localEnds, q.apls, q.topo, q.junctions, q.ends}) all.insert(all.end(), {a.precision, a.recall, a.fScore});
  return all;
}

void expectPerfect(const PathQuality& q, const char* what) {
  for (double figure : figures(q)) EXPECT_NEAR(figure, 1, 1e-12) << what;
}

const Polylines kPathsY = network({{0, 0, 30, 0}, {0, 0, -20, 20}, {0, 0, -20, -20}});
const Polylines kPathsX = network({{0, 0, 30, 0}, {0, 0, -30, 0}, {0, 0, 0, 30}, {0, 0, 0, -30}});
/// A square with sides of 30 and one diagonal: two loops, two junctions, no end.
const Polylines kSquare = network({{0, 0, 30, 0, 30, 30}, {0, 0, 0, 30, 30, 30}, {0, 0, 30, 30}});
const Polylines kTwo = network({{0, 0, 50, 0}, {0, 20, 50, 20}});

TEST(Paths, ATruthIsItselfInEveryNumber) {
  expectPerfect(measurePaths(kPathsY, kPathsY), "Y");
  expectPerfect(measurePaths(kPathsX, kPathsX), "X");
  expectPerfect(measurePaths(kSquare, kSquare), "square");
  expectPerfect(measurePaths(kTwo, kTwo), "two pieces");
  const Polylines inSpace = network({{0, 0, 0, 20, 10, 5}, {0, 0, 0, -9, 20, 1}, {0, 0, 0, 0, -3, 25}}, 3);
  expectPerfect(measurePaths(inSpace, inSpace), "3D");
}

TEST(Paths, CountsPiecesAndGapsAsTheyAre) {
  const PathQuality q = measurePaths(kTwo, kSquare);
  EXPECT_EQ(q.curvePieces, 2u);
  EXPECT_EQ(q.truthPieces, 1u);
  EXPECT_EQ(q.healed, 0u);
}

/// On a line of 100 that is cut in the middle: the mean over starts of the share of targets, `low` to `high` away, on the start's side.
double shareOnOneSide(double low, double high) {
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    double all = 0, same = 0;
    for (int j = 0; j < 1000; ++j) {
      if (const double length = 0.1 * std::abs(i - j); length < low || length > high) continue;
      ++all;
      same += (i < 500) == (j < 500);
    }
    sum += same / all;
  }
  return sum / 1000;
}

TEST(Paths, ACutSeparatesWhatALineJoined) {
  const Polylines whole = network({{0, 0, 100, 0}}), cut = network({{0, 0, 49.9, 0}, {50.1, 0, 100, 0}});
  const PathQuality q = measurePaths(cut, whole);
  EXPECT_NEAR(q.apls.recall, shareOnOneSide(4, 100), 0.015);
  EXPECT_NEAR(q.local.recall, shareOnOneSide(10, 40), 0.015);
  EXPECT_NEAR(q.apls.precision, 1, 0.005);
  EXPECT_NEAR(q.local.precision, 1, 0.005);
  EXPECT_NEAR(q.path, (q.local.fScore + q.topo.fScore) / 2, 1e-12);
  EXPECT_EQ(q.curvePieces, 2u);
  EXPECT_EQ(q.ends.recall, 1);
  EXPECT_EQ(q.ends.precision, 0.5);
  EXPECT_EQ(q.junctions.fScore, 1);  // none on either side
}

TEST(Paths, TellWhatLinksCouldMendFromWhatOnlyStreetsCan) {
  const Polylines whole = network({{0, 0, 100, 0}}), cut = network({{0, 0, 49.9, 0}, {50.1, 0, 100, 0}}), half = network({{0, 0, 50, 0}});
  const PathQuality ofCut = measurePaths(cut, whole), ofHalf = measurePaths(half, whole);
  EXPECT_EQ(ofCut.localEnds.recall, 1) << "all places are there";
  EXPECT_LT(ofCut.local.recall, 0.8) << "a link would mend it";
  EXPECT_NEAR(ofHalf.localEnds.recall, ofHalf.local.recall, 0.02) << "no link would";
  EXPECT_LT(ofHalf.localEnds.recall, 0.5);
  EXPECT_EQ(ofHalf.localEnds.precision, 1);
}

TEST(Paths, AMissingArmLosesItsPathsAndItsEnd) {
  const PathQuality q = measurePaths(network({{0, 0, 30, 0}, {0, 0, -20, 20}}), kPathsY);
  EXPECT_EQ(q.junctions.recall, 0);
  EXPECT_EQ(q.junctions.precision, 0);
  EXPECT_NEAR(q.ends.recall, 2.0 / 3, 1e-12);
  EXPECT_EQ(q.ends.precision, 1);
  EXPECT_GT(q.apls.precision, 0.99);
  EXPECT_LT(q.apls.recall, 0.6);
  EXPECT_GT(q.topo.precision, 0.9);
  EXPECT_LT(q.topo.recall, 0.75);
}

TEST(Paths, WithoutItsDiagonalASquareMakesDetours) {
  // Paths between the corners on the diagonal are 60 instead of 42.4; nothing that is there is false.
  const PathQuality q = measurePaths(network({{0, 0, 30, 0, 30, 30}, {0, 0, 0, 30, 30, 30}}), kSquare);
  EXPECT_EQ(q.junctions.recall, 0);
  EXPECT_EQ(q.junctions.precision, 0);  // the other ways round: none found, and two to be found
  EXPECT_EQ(q.ends.fScore, 1);
  EXPECT_LT(q.apls.recall, 0.7);
  EXPECT_GT(q.apls.precision, 0.85);
  EXPECT_LT(q.apls.precision, 1);
}

TEST(Paths, ShorterThanThoseOfLocLeaveTopoAlone) {
  const Polylines small = network({{0, 0, 4, 0}, {0, 0, -3, 3}, {0, 0, -3, -3}});
  const PathQuality q = measurePaths(small, small);
  EXPECT_TRUE(std::isnan(q.local.fScore));
  EXPECT_EQ(q.apls.fScore, 1);
  EXPECT_EQ(q.path, q.topo.fScore);
  EXPECT_EQ(q.path, 1);
  EXPECT_EQ(measurePaths(network({{50, 50, 53, 50}}), small).path, 0) << "a stray bit";
}

TEST(Paths, PiecesThatHealingJoinsAreOne) {
  const Polylines clipped = network({{0, 0, 40, 0}, {43, 0, 80, 0}, {20, 3, 20, 40}}), found = network({{0, 0, 20, 0, 80, 0}, {20, 0, 20, 40}});
  const PathQuality asItIs = measurePaths(found, clipped), healed = measurePaths(found, clipped, 1, 5);
  EXPECT_EQ(asItIs.truthPieces, 3u);
  EXPECT_LT(asItIs.local.precision, 0.8);
  EXPECT_EQ(healed.truthPieces, 1u);
  EXPECT_EQ(healed.healed, 2u);
  for (double figure : figures(healed)) EXPECT_NEAR(figure, 1, 0.005);
  EXPECT_EQ(measurePaths(found, clipped, 1, 2.5).truthPieces, 3u) << "both gaps are 3 wide";
}

TEST(Paths, EmptyCurvesFindNothing) {
  const PathQuality nothing = measurePaths({}, kPathsY);
  for (double figure : {nothing.path, nothing.local.fScore, nothing.apls.fScore, nothing.topo.fScore, nothing.junctions.fScore, nothing.ends.fScore})
    EXPECT_EQ(figure, 0);
  EXPECT_EQ(measurePaths(kPathsY, {}).path, 0);
  EXPECT_TRUE(std::isnan(measurePaths({}, {}).path));
  EXPECT_TRUE(std::isnan(measurePaths(kPathsY, kPathsY, 0).path)) << "no tolerance";
  EXPECT_EQ(measurePaths(network({{3, 4}}), kPathsY).path, 0) << "a point is no network";
}

TEST(Paths, RefuseWhatCannotBeMeasured) {
  EXPECT_THROW(measurePaths(network({{0, 0, 0, 1, 1, 1}}, 3), kPathsY), Error);
  EXPECT_THROW(measurePaths(kPathsY, kPathsY, -1), Error);
  EXPECT_THROW(measurePaths(kPathsY, kPathsY, NAN), Error);
  EXPECT_THROW(measurePaths(kPathsY, kPathsY, 1, -1), Error);
  EXPECT_THROW(measurePaths(kPathsY, kPathsY, 1, 101), Error);
  try {
    measurePaths(kPathsY, kPathsY, 1e-7);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "tolerance");
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST(Paths, StopWhenAskedAndSayHowFarTheyAre) {
  const auto device = makeCpuDevice(1);
  std::stop_source source;
  std::vector<double> seen;
  pathQuality(kPathsX, kPathsX, 1, 0, {*device, {}, [&](double fraction) { seen.push_back(fraction); }});
  EXPECT_GT(seen.size(), 100u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_DOUBLE_EQ(seen.back(), 1);
  const auto stopHalfWay = [&](double fraction) {
    if (fraction > 0.5) source.request_stop();
  };
  EXPECT_THROW(pathQuality(kPathsX, kPathsX, 1, 0, {*device, source.get_token(), stopHalfWay}), Cancelled);
}

/// Streets of a town: a grid of crossings, each moved a little.
Polylines town(int side = 8, double block = 20) {
  std::vector<Line> lines;
  const auto corner = [&](int i, int j) {
    shared::IndexedRandom random(5, uint32_t(i * 100 + j));
    return std::array{block * (i + 0.3 * random.uniform()), block * (j + 0.3 * random.uniform())};
  };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (const auto& [k, l] : {std::pair{i + 1, j}, std::pair{i, j + 1}}) {
        if (k == side || l == side) continue;
        const auto a = corner(i, j), b = corner(k, l);
        lines.push_back({a[0], a[1], b[0], b[1]});
      }
  return network(std::move(lines));
}

TEST(Paths, GiveTheSameBitsOnAnyNumberOfThreadsAndInAnyOrderOfTheLines) {
  const Polylines truth = town();
  Polylines found = town();
  for (size_t line = 0; line < found.size(); line += 9) found.lines[line].resize(2);  // some streets are gone
  const std::vector<double> one = figures(measurePaths(found, truth, 1, 2, 1));
  for (int threads : {2, 7}) EXPECT_EQ(figures(measurePaths(found, truth, 1, 2, threads)), one) << threads;
  Polylines turned = found;
  std::reverse(turned.lines.begin(), turned.lines.end());
  for (Line& line : turned.lines)
    if (line.size() == 4) line = {line[2], line[3], line[0], line[1]};
  EXPECT_EQ(figures(measurePaths(turned, truth, 1, 2)), one);
}

TEST(Paths, KeepNearJunctionsAsOneAndVerticesOfFineCurvesApart) {
  const Polylines twice = network({{0, 0, 30, 0}, {0, 0, -20, 20}, {0, 0, 0.5, 0.1, -20, -20}, {0.5, 0.1, 20, 25}});
  EXPECT_EQ(measurePaths(twice, kPathsX, 1).junctions.precision, 1) << "two junctions within the tolerance are one";
  Line fine;
  for (int i = 0; i <= 100'000; ++i) fine.insert(fine.end(), {i * 4e-4, 0.0});  // steps below a thousandth of the tolerance
  const PathQuality q = measurePaths(network({fine}), network({{0, 0, 40, 0}}));
  EXPECT_GT(q.path, 0.999);
  EXPECT_EQ(q.ends.fScore, 1);
}

TEST(Paths, OnASphereGoByChords) {
  std::vector<Line> meridians(3), shifted(3);
  for (int m = 0; m < 3; ++m)
    for (int i = 0; i <= 90; ++i) {
      const shared::SinCos up = shared::sinCosTurns(0.25 * i / 90), around = shared::sinCosTurns(m / 3.0);
      const shared::SinCos aside = shared::sinCosTurns(m / 3.0 + 0.0005);
      meridians[size_t(m)].insert(meridians[size_t(m)].end(), {up.sin * around.cos, up.sin * around.sin, i == 0 ? 1 : up.cos});
      shifted[size_t(m)].insert(shifted[size_t(m)].end(), {up.sin * aside.cos, up.sin * aside.sin, i == 0 ? 1 : up.cos});
    }
  const PathQuality q = measurePaths(network(shifted, 3), network(meridians, 3), 0.03);
  EXPECT_GT(q.path, 0.98);
  EXPECT_EQ(q.junctions.fScore, 1);
  EXPECT_EQ(q.ends.fScore, 1);
}

// A truth that is spoiled, as in docs/measured/network-quality.md

Polylines jittered(Polylines lines, double amount) {
  for (Line& line : lines.lines)
    for (size_t v = 0; v + 1 < line.size(); v += 2) {
      // The same vertex moves the same way in every line.
      shared::IndexedRandom random(11, uint32_t(std::llround(line[v] * 1000) * 7919 + std::llround(line[v + 1] * 1000)));
      line[v] += amount * random.normal();
      line[v + 1] += amount * random.normal();
    }
  return lines;
}

/// Spurs of 3 at places evenly along each line, `each` apart.
Polylines withSpurs(Polylines lines, double each) {
  const size_t count = lines.size();
  for (size_t i = 0; i < count; ++i) {
    const Line line = lines.lines[i];
    const double dx = line[2] - line[0], dy = line[3] - line[1], length = std::hypot(dx, dy);
    Line divided = {line[0], line[1]};
    for (double at = each / 2; at < length; at += each) {
      const double x = line[0] + dx * at / length, y = line[1] + dy * at / length;
      divided.insert(divided.end(), {x, y});
      lines.lines.push_back({x, y, x - 3 * dy / length, y + 3 * dx / length});
      lines.closed.push_back(false);
    }
    divided.insert(divided.end(), {line[2], line[3]});
    lines.lines[i] = divided;
  }
  return lines;
}

/// Without a short piece in the middle of every `each`-th line.
Polylines withCuts(const Polylines& lines, size_t each) {
  Polylines cut = network({});
  cut.dimension = 2;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Line& l = lines.lines[i];
    const auto at = [&](double share) { return std::array{l[0] + share * (l[2] - l[0]), l[1] + share * (l[3] - l[1])}; };
    if (i % each == 0) {
      cut.lines.push_back({l[0], l[1], at(0.48)[0], at(0.48)[1]});
      cut.lines.push_back({at(0.52)[0], at(0.52)[1], l[2], l[3]});
    } else {
      cut.lines.push_back(l);
    }
  }
  cut.closed.assign(cut.size(), false);
  return cut;
}

Quality both(const Polylines& curve, const Polylines& truth) {
  const auto device = makeCpuDevice(2);
  return quality(curve, truth, {.tolerance = 1, .paths = true}, {*device, {}, {}});
}

TEST(Paths, TellSpursAndCutsThatFForgives) {
  const Polylines truth = town();
  expectPerfect(measurePaths(truth, truth), "town");
  const Quality jitter = both(jittered(truth, 0.2), truth), spurs = both(withSpurs(truth, 5), truth), fewSpurs = both(withSpurs(truth, 20), truth),
                cuts = both(withCuts(truth, 3), truth), fewCuts = both(withCuts(truth, 20), truth);
  EXPECT_GT(jitter.score.fScore, 0.99);
  EXPECT_GT(jitter.paths->path, 0.9);
  EXPECT_GT(jitter.paths->junctions.fScore, 0.99);

  EXPECT_GT(cuts.score.fScore, 0.99) << "a third of all streets interrupted";
  EXPECT_LT(cuts.paths->local.fScore, 0.85);
  EXPECT_LT(cuts.paths->ends.precision, 0.01);
  EXPECT_LT(cuts.paths->path, fewCuts.paths->path);
  EXPECT_LT(fewCuts.paths->path, 0.995);

  EXPECT_GT(spurs.score.fScore, 0.8);
  EXPECT_LT(spurs.paths->topo.precision, 0.75);
  EXPECT_GT(spurs.paths->topo.recall, 0.9);
  EXPECT_LT(spurs.paths->junctions.precision, 0.5);
  EXPECT_EQ(spurs.paths->junctions.recall, 1);
  EXPECT_LT(spurs.paths->path, fewSpurs.paths->path);
  EXPECT_LT(fewSpurs.paths->path, 0.97);
}

TEST(Paths, AreRowsOfTheTableOnlyWhereTheyWereAskedFor) {
  const auto device = makeCpuDevice(1);
  const auto plain = qualityRows(quality(kPathsY, kPathsX, {.tolerance = 1}, {*device, {}, {}})), rows = qualityRows(both(kPathsY, kPathsX));
  EXPECT_EQ(rows.front().id, "path_score");
  EXPECT_EQ(rows.front().value, both(kPathsY, kPathsX).paths->path);
  EXPECT_GT(rows.size(), plain.size() + 15);
  std::set<std::string_view> ids;
  for (const QualityRow& row : rows) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.help.empty()) << row.id;
    EXPECT_FALSE(row.range.empty()) << row.id;
  }
  for (const QualityRow& row : plain) EXPECT_TRUE(ids.contains(row.id)) << row.id;
}

}  // namespace
}  // namespace arete

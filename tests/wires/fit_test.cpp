// Fits of made spans: sag, noise, tilt, and whether the bands hold the truth as often as they say.
#include <gtest/gtest.h>

#include <cmath>

#include "compute/wires/curve_band.h"
#include "tests/support/power_line.h"

namespace arete::test {
namespace {

using shared::Vector3;

/// A span with its truth; a fit of it with the true ends.
struct Trial {
  Catenary truth;
  std::vector<Vector3> points;
  CatenaryFit fit;

  explicit Trial(const PowerLineWish& wish) {
    const PowerLine line = powerLine(wish);
    truth = line.truth[0][0], points = line.points;
    fit = fitCatenary(points);
    if (dot(fit.curve.along, truth.along) < 0) fit.curve = fit.curve.reversed();
    fit.curve.from = dot(truth.start() - fit.curve.middle, fit.curve.along);
    fit.curve.to = dot(truth.end() - fit.curve.middle, fit.curve.along);
  }
};

/// 50 to 500 m, sags of 1 to 15 m, 2 to 10 cm of noise, slopes to 10 %, wind to 20 degrees.
PowerLineWish anySpan(uint32_t number, double perMetre) {
  shared::IndexedRandom random(11, number);
  PowerLineWish wish;
  const double length = 50 + 450 * random.uniform(), sag = 1 + 14 * random.uniform() * std::min(1.0, length / 300), turn = 6.28 * random.uniform();
  wish.pylons = {{0, 0, 0}, {length * std::cos(turn), length * std::sin(turn), (random.uniform() - 0.5) * 0.2 * length}};
  wish.a = length * length / (8 * sag), wish.noise = 0.02 + 0.08 * random.uniform(), wish.blowOut = (random.uniform() - 0.5) * 0.7;
  wish.perMetre = perMetre, wish.seed = number + 1;
  return wish;
}

TEST(FitCatenary, FindsSagNoiseAndTiltOfMadeSpans) {
  double worst = 0, sum = 0, worstNoise = 0;
  constexpr uint32_t kSpans = 200;
  for (uint32_t i = 0; i < kSpans; ++i) {
    const PowerLineWish wish = anySpan(i, 20);
    const Trial trial(wish);
    ASSERT_TRUE(trial.fit.found) << i;
    const double error = std::abs(trial.fit.curve.sag() / trial.truth.sag() - 1);
    worst = std::max(worst, error), sum += error / kSpans;
    worstNoise = std::max(worstNoise, std::abs(trial.fit.rmse / std::sqrt(2.0) / wish.noise - 1));
  }
  RecordProperty("worst_sag_error", std::to_string(worst));
  RecordProperty("mean_sag_error", std::to_string(sum));
  RecordProperty("worst_noise_error", std::to_string(worstNoise));
  EXPECT_LT(worst, 0.01);
  EXPECT_LT(sum, 0.002);
  EXPECT_LT(worstNoise, 0.05) << "of the deviation in one direction; a distance has two";
}

TEST(FitCatenary, BandsHoldTheTruthAsOftenAsTheySay) {
  constexpr uint32_t kSpans = 400;
  int sag = 0, blowOut = 0, lowest = 0;
  for (uint32_t i = 0; i < kSpans; ++i) {
    const Trial trial(anySpan(i + 1000, 8));
    const CatenaryBand band = bandOf(trial.fit, 1, i);
    const auto holds = [](const Range& range, double value) { return range.low <= value && value <= range.high; };
    sag += holds(band.sag, trial.truth.sag()), blowOut += holds(band.blowOut, trial.truth.blowOut());
    lowest += holds(band.lowest, trial.truth.at(trial.truth.lowestAlong()).z);
  }
  RecordProperty("sag", sag), RecordProperty("blow_out", blowOut), RecordProperty("lowest", lowest);
  for (const int held : {sag, blowOut, lowest}) EXPECT_NEAR(held / double(kSpans), 0.9, 0.045);  // three deviations of the count
}

TEST(FitCatenary, OutliersHaveNoWeight) {
  PowerLineWish wish = anySpan(7, 20);
  wish.outliers = 0.15;
  const Trial trial(wish);
  EXPECT_NEAR(trial.fit.curve.sag() / trial.truth.sag(), 1, 0.01);
  EXPECT_GT(trial.fit.outliers, trial.points.size() / 20);
  EXPECT_GT(trial.fit.rmse, 1.2 * trial.fit.noise) << "all points count there";
}

TEST(FitCatenary, SaysByItsErrorThatSomethingIsNoCatenary) {
  std::vector<Vector3> corner;
  for (int i = 0; i <= 400; ++i) corner.push_back({i * 0.5, 0, std::abs(i * 0.5 - 100) * -0.1});
  const CatenaryFit fit = fitCatenary(corner);
  ASSERT_TRUE(fit.found);
  EXPECT_GT(fit.rmse, 0.5);
  EXPECT_LT(fit.curve.sag(), 0) << "it hangs upwards";
}

TEST(FitCatenary, TakesStraightAndShortAndTooFewPoints) {
  std::vector<Vector3> straight;
  for (int i = 0; i <= 100; ++i) straight.push_back({i * 1.0, i * 0.5, i * 0.1});
  const CatenaryFit fit = fitCatenary(straight);
  ASSERT_TRUE(fit.found);
  EXPECT_NEAR(fit.curve.sag(), 0, 1e-6);
  EXPECT_NEAR(fit.curve.blowOut(), 0, 0.1) << "nothing says how its plane is turned";
  EXPECT_FALSE(fitCatenary(std::span(straight).first(5)).found);
  EXPECT_FALSE(fitCatenary(std::vector<Vector3>(50, Vector3{1, 2, 3})).found);
}

}  // namespace
}  // namespace arete::test

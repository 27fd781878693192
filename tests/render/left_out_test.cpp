// Points that a filter leaves out: faint, below all others, and part of the same picture as those that are kept.
#include <algorithm>
#include <numeric>

#include "render/cloud_points.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

constexpr int kSide = 200;
const Viewport kLeftOutViewport{kSide, kSide, 1};

/// Two sheets of points, 40 × 40 each: the first at z = 0, the second above its left half; "level" says which.
PointCloud twoSheets() {
  std::vector<double> rows;
  LargeVector<double> levels;
  for (int level = 0; level < 2; ++level)
    for (int i = 0; i < 40; ++i)
      for (int k = 0; k < 40; ++k) {
        rows.insert(rows.end(), {level == 0 ? i * 0.25 : i * 0.125, k * 0.25, level * 3.0});
        levels.push_back(level);
      }
  return PointCloud::recentred(rows, 3, {}, {{"level", levels}});
}

std::shared_ptr<const PointList> numbers(uint32_t first, uint32_t count) {
  auto list = std::make_shared<PointList>(count);
  std::iota(list->begin(), list->end(), first);
  return list;
}

Bounds boundsAt(double z) {
  Bounds bounds;
  bounds.maximum = {9.75, 9.75, z};
  bounds.minimum[2] = z;
  return bounds;
}

struct LeftOutPicture : scenes::Picture {
  static constexpr uint32_t kSheet = 1600;
  static constexpr std::array<int, 3> kAxes{0, 1, 2};

  static std::shared_ptr<CloudPoints> selected(const PointCloud& whole, std::shared_ptr<const PointList> list, bool others, const Bounds& bounds) {
    ThreadPool threads(2);
    const auto all = std::make_shared<const DrawnCloud>(std::make_shared<const CloudPoints>(whole, kAxes, threads), threads);
    return std::make_shared<CloudPoints>(all, std::make_shared<const PointSelection>(whole.size(), std::move(list), threads), others, bounds);
  }
  static View viewFor(const PointCloud& cloud) {
    View view = viewOf(cloud, kLeftOutViewport);
    for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::cloud;
    view.style(LayerId::cloud).colour = Colour{255, 0, 0};
    view.style(LayerId::cloud).size = 8;
    view.camera.setMode(CameraMode::turntable);
    view.camera.look(kLeftOutViewport, CameraPreset::top);
    view.camera.fit(kLeftOutViewport, boundsOf(cloud, kAxes));
    return view;
  }
  struct Seen {
    int red = 0, grey = 0, backdrop = 0;
  };
  static Seen seen(const Image& image) {
    Seen seen;
    for (size_t i = 0; i < image.pixels.size(); i += 4) {
      const int r = image.pixels[i], g = image.pixels[i + 1], b = image.pixels[i + 2];
      if (r > 120 && b < 40) ++seen.red;
      else if (g > 42 && b > 42) ++seen.grey;
      else ++seen.backdrop;
    }
    return seen;
  }
};

TEST_F(LeftOutPicture, WhatIsLeftOutIsFaintAndHidesNothingOfWhatIsKept) {
  const PointCloud whole = twoSheets();
  const auto lower = numbers(0, kSheet), upper = numbers(kSheet, kSheet);
  const PointCloud kept(whole.points().subset(*lower), whole.origin(), {});
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    SCOPED_TRACE(name(path));
    View view = viewFor(whole);
    const auto draw = [&](bool withLeftOut) {
      Scene scene(path);
      scene.setCloud(kept, selected(whole, lower, false, boundsAt(0)));
      if (withLeftOut) scene.setLeftOut(selected(whole, lower, true, boundsAt(3)));
      return seen(scenes::render(scene, view, kSide, kSide));
    };
    const Seen alone = draw(false), dimmed = draw(true);
    EXPECT_GT(alone.red, kSide * kSide / 3);
    EXPECT_EQ(alone.grey, 0);
    EXPECT_EQ(dimmed.red, alone.red) << "seen from above, the upper sheet is in front";
    view.leftOut = LeftOut::hidden;
    EXPECT_EQ(draw(true).grey, 0);
  }
}

TEST_F(LeftOutPicture, WhereNothingIsKeptItShows) {
  const PointCloud whole = twoSheets();
  const auto lower = numbers(0, kSheet), upper = numbers(kSheet, kSheet);
  const PointCloud kept(whole.points().subset(*upper), whole.origin(), {});
  Bounds keptBounds = boundsAt(3);
  keptBounds.maximum[0] = 4.875;
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    SCOPED_TRACE(name(path));
    Scene scene(path);
    scene.setCloud(kept, std::make_shared<CloudPoints>(whole, upper, keptBounds, kAxes));
    scene.setLeftOut(selected(whole, upper, true, boundsAt(0)));
    const Seen both = seen(scenes::render(scene, viewFor(whole), kSide, kSide));
    EXPECT_GT(both.red, kSide * kSide / 8);
    EXPECT_GT(both.grey, kSide * kSide / 8);
    EXPECT_GT(both.backdrop, 0);
    scene.setCloud(kept, std::make_shared<CloudPoints>(whole, upper, keptBounds, kAxes));
    EXPECT_EQ(seen(scenes::render(scene, viewFor(whole), kSide, kSide)).grey, 0) << "another cloud has other points left out";
  }
}

TEST_F(LeftOutPicture, SomePointsOfACloudAreThePictureOfACloudThatHasOnlyThese) {
  const PointCloud whole = twoSheets();
  for (const bool scattered : {false, true}) {
    auto some = std::make_shared<PointList>();
    for (uint32_t i = 0; i < 2 * kSheet; i += 1 + i % 3) some->push_back(i);
    if (scattered) std::ranges::reverse(*some);
    LargeVector<double> levels;
    for (const uint32_t i : *some) levels.push_back(whole.attributes()[0].values[i]);
    const PointCloud own(whole.points().subset(*some), whole.origin(), {{"level", levels}});
    for (const PointsPath path : {PointsPath::software, PointsPath::hardware})
      for (const ColourBy by : {ColourBy::uniform, ColourBy::height, ColourBy::attribute})
        for (const std::array<int, 3> axes : {std::array{0, 1, 2}, std::array{2, 0, kNoAxis}}) {
          View view = viewFor(whole);
          view.colourCloudBy(by, by == ColourBy::attribute ? "level" : "");
          view.axes = axes;
          view.style(LayerId::cloud).size = 1;  // few hide others, and which of two equally near ones is in front depends on the order
          const auto covered = [&](std::shared_ptr<CloudPoints> points) {
            Scene scene(path);
            scene.setCloud(own, std::move(points));
            Image image = scenes::render(scene, view, kSide, kSide);
            if (by == ColourBy::uniform)  // a point's brightness depends on its place in the order
              for (size_t i = 0; i < image.pixels.size(); i += 4) image.pixels[i] = image.pixels[i] > 120 ? 255 : 0;
            return image.pixels;
          };
          const auto expected = covered(nullptr);
          const std::string what = std::string(name(path)) + ", colours " + std::to_string(int(by)) + (scattered ? ", scattered" : "");
          EXPECT_EQ(covered(std::make_shared<CloudPoints>(whole, some, own.bounds(), kAxes)), expected) << what;
          EXPECT_EQ(covered(selected(whole, some, false, own.bounds())), expected) << what;
        }
  }
}

TEST(PointSelection, NumbersItsPointsAsTheListDoes) {
  for (const uint32_t count : {1u, 64u, 1000u, 400'000u})
    for (const bool ascending : {true, false})
      for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        auto list = std::make_shared<PointList>();
        for (uint32_t i = 0; i < count; ++i)
          if ((i * 2654435761u >> 16) % 5 < 2 || (i > 3000 && i < 9000)) list->push_back(i);
        if (!ascending) std::ranges::reverse(*list);
        const PointSelection selection(count, list, pool);
        PointList numbers(count, UINT32_MAX), others;
        for (uint32_t i = 0; i < list->size(); ++i) numbers[(*list)[i]] = i;
        size_t wrong = 0;
        for (uint32_t i = 0; i < count; ++i) {
          const bool has = numbers[i] != UINT32_MAX;
          wrong += selection.has(i) != has || (has && selection.numberOf(i) != numbers[i]);
          if (!has) others.push_back(i);
        }
        EXPECT_EQ(wrong, 0u) << count;
        EXPECT_EQ(selection.others(), others);
      }
}

TEST(CloudPointsOfASelection, AreReadyPartByPartInOneOrder) {
  const PointCloud whole = twoSheets();
  ThreadPool threads(3);
  const auto all = std::make_shared<const DrawnCloud>(std::make_shared<const CloudPoints>(whole, std::array{0, 1, 2}, threads), threads);
  auto list = std::make_shared<PointList>();
  for (uint32_t i = 0; i < whole.size(); i += 7) list->push_back(i);
  const auto selection = std::make_shared<const PointSelection>(whole.size(), list, threads);
  for (const bool others : {false, true}) {
    CloudPoints points(all, selection, others, whole.bounds());
    EXPECT_EQ(points.size(), others ? whole.size() - list->size() : list->size());
    std::vector<int> seen(whole.size());
    for (uint32_t count = 1; points.ready() < points.size(); count = std::min(points.size(), count + 100)) {
      points.makeReady(count, threads);
      ASSERT_GE(points.ready(), count);
    }
    for (uint32_t i = 0; i < points.ready(); ++i) {
      const uint32_t number = points.cloudIndex(i), place = others ? number : (*list)[number];
      ++seen[place];
      const glm::dvec3 at = points.position(number);
      for (int k = 0; k < 3; ++k) {
        ASSERT_EQ(at[k], whole.points().coordinate(place, k));
        ASSERT_FLOAT_EQ(float(points.coordinates(k)[i] + points.centre()[k]), float(at[k]));
      }
    }
    for (uint32_t i = 0; i < whole.size(); ++i) ASSERT_EQ(seen[i], (i % 7 == 0) != others);
  }
}

}  // namespace
}  // namespace arete

// Animations: which picture shows what, what is written, and that nothing is left of one that was not finished.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "app/offscreen/draw_offscreen.h"
#include "app/offscreen/picture_sink.h"
#include "compute/engine/run_job.h"
#include "compute/io/write_points.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

namespace fs = std::filesystem;

std::vector<uint32_t> stepsOf(const std::vector<AnimationPicture>& plan) {
  std::vector<uint32_t> steps;
  for (const AnimationPicture& picture : plan) steps.push_back(picture.step);
  return steps;
}

TEST(AnimationPlan, EveryKthStepAndTheLastOneAreShownAndTheLastOneStays) {
  const AnimationWish wish{.steps = true, .every = 3, .hold = 0.1, .framesPerSecond = 20};
  EXPECT_EQ(stepsOf(planAnimation(wish, 7)), (std::vector<uint32_t>{0, 3, 6, 7, 7, 7}));
  EXPECT_EQ(stepsOf(planAnimation(wish, 0)), (std::vector<uint32_t>{0, 0, 0}));
}

TEST(AnimationPlan, AWholeTurnRunsOnWithoutAHaltAndAnotherOneEndsAtItsAngle) {
  const std::vector<AnimationPicture> whole = planAnimation({.turn = true, .seconds = 1, .framesPerSecond = 4}, 9);
  EXPECT_EQ(whole, (std::vector<AnimationPicture>{{9, 0}, {9, 90}, {9, 180}, {9, 270}}));
  EXPECT_EQ(planAnimation({.turn = true, .degrees = -60, .seconds = 1, .framesPerSecond = 3}, 0),
            (std::vector<AnimationPicture>{{0, 0}, {0, -30}, {0, -60}}));
}

TEST(AnimationPlan, BothTogetherTakeTheLongerOfTheTwoAndTurnToTheEnd) {
  const AnimationWish wish{.steps = true, .turn = true, .hold = 1, .seconds = 3, .framesPerSecond = 2};
  const std::vector<AnimationPicture> plan = planAnimation(wish, 2);
  EXPECT_EQ(stepsOf(plan), (std::vector<uint32_t>{0, 0, 1, 1, 2, 2, 2, 2}));
  for (size_t i = 0; i < plan.size(); ++i) EXPECT_DOUBLE_EQ(plan[i].degrees, 45.0 * double(i));
  EXPECT_EQ(planAnimation(wish, 50).size(), 53u);
}

TEST(AnimationPlan, RefusesWhatShowsNothingAndWhatWouldNeverEnd) {
  EXPECT_THROW(planAnimation({}, 5), Error);
  EXPECT_THROW(planAnimation({.turn = true, .seconds = 1e6}, 5), Error);
  EXPECT_THROW(planAnimation({.steps = true}, kMostPictures), Error);
  Camera flat;
  flat.setMode(CameraMode::flat);
  EXPECT_THROW(turned(flat, Viewport{}, 10), Error);
}

TEST(AnimationPlan, TheCameraTurnsAboutItsPivotAndKeepsUpright) {
  Camera camera;
  camera.look(Viewport{}, CameraPreset::isometric);
  camera.setTarget({1, 2, 3});
  camera.setPivot(glm::dvec3(4, -5, 6));
  const Viewport viewport{400, 300, 1};
  const glm::dvec3 before = camera.toScreen(viewport, camera.pivot(viewport));
  for (const double degrees : {37.0, -120.0, 360.0}) {
    const Camera other = turned(camera, viewport, degrees);
    const glm::dvec3 after = other.toScreen(viewport, other.pivot(viewport));
    EXPECT_NEAR(after.x, before.x, 1e-9);
    EXPECT_NEAR(after.y, before.y, 1e-9);
    EXPECT_NEAR(other.right().z, 0, 1e-12);
    EXPECT_NEAR(glm::dot(glm::dvec2(other.right()), glm::dvec2(camera.right())), std::cos(glm::radians(degrees)), 1e-12);
  }
}

class Animation : public scenes::Picture {
 protected:
  void SetUp() override {
    scenes::Picture::SetUp();
    folder_ = fs::path(testing::TempDir()) / ("animation_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    const PointCloud cloud = scenes::spiral(1500, 3);
    writePoints(cloud_ = folder_ / "spiral.npy", {.points = cloud.points(), .origin = cloud.origin()});
    wish_.r1 = 20;
    wish_.width = 97;
    wish_.height = 60;
    wish_.animation = {.steps = true, .every = 2, .hold = 0.1, .framesPerSecond = 10, .folder = (folder_ / "pictures").string()};
  }
  void TearDown() override {
    fs::remove_all(folder_);
    if (path_) ::setenv("PATH", path_->c_str(), 1);
    if (scenes::Context::get().context) scenes::Context::get().context->makeCurrent();
    scenes::Picture::TearDown();
  }

  /// Another program in the place of ffmpeg; none at all where `script` is empty.
  void replaceFfmpeg(const std::string& script) {
    path_ = std::getenv("PATH");
    const fs::path programs = folder_ / "programs";
    fs::create_directories(programs);
    if (!script.empty()) {
      std::ofstream(programs / "ffmpeg") << "#!/bin/sh\nPATH='" << *path_ << "'\n" << script;
      ::chmod((programs / "ffmpeg").c_str(), 0755);
    }
    ::setenv("PATH", programs.c_str(), 1);
  }

  std::vector<std::string> names(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }

  static std::string bytesOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static std::string bytesOf(const Image& image) {
    const std::vector<std::byte> png = encodePng(image);
    return {reinterpret_cast<const char*>(png.data()), png.size()};
  }

  OffscreenAnimation animate(const AnimationDoor& door = {}) { return animateOffscreen({.files = {cloud_}}, wish_, door); }

  fs::path folder_, cloud_;
  PictureWish wish_;
  std::optional<std::string> path_;
};

TEST_F(Animation, PicturesOfStepsAreThoseThatAreDrawnOfEachStepAlone) {
  const size_t count = animate().pictures;
  ASSERT_GT(count, 4u);
  const std::vector<std::string> files = names(folder_ / "pictures");
  ASSERT_EQ(files.size(), count);
  EXPECT_EQ(files.front(), "0001.png");
  PictureWish alone = wish_;
  alone.animation = {};
  std::set<std::string> different;  // some steps change nothing
  for (size_t i = 0; i + 2 < count; ++i) {
    alone.runTo = uint32_t(2 * i);
    const std::string drawn = bytesOf(drawOffscreen({.files = {cloud_}}, alone).image);
    EXPECT_EQ(bytesOf(folder_ / "pictures" / files[i]), drawn) << files[i];
    different.insert(drawn);
  }
  EXPECT_GT(different.size(), 2u);
  alone.runTo = JobRun::kToTheEnd;
  EXPECT_EQ(bytesOf(folder_ / "pictures" / files[count - 2]), bytesOf(drawOffscreen({.files = {cloud_}}, alone).image));
  EXPECT_EQ(bytesOf(folder_ / "pictures" / files[count - 1]), bytesOf(folder_ / "pictures" / files[count - 2]));  // it stays
}

TEST_F(Animation, AQuarterTurnLooksFromTheSide) {
  wish_.look = CameraPreset::front;
  wish_.runTo = 0;
  wish_.animation = {.turn = true, .degrees = 90, .seconds = 0.5, .framesPerSecond = 4, .folder = (folder_ / "pictures").string()};
  EXPECT_EQ(animate().pictures, 2u);
  PictureWish alone = wish_;
  alone.animation = {};
  EXPECT_EQ(bytesOf(folder_ / "pictures/0001.png"), bytesOf(drawOffscreen({.files = {cloud_}}, alone).image));
  EXPECT_NE(bytesOf(folder_ / "pictures/0001.png"), bytesOf(folder_ / "pictures/0002.png"));
}

TEST_F(Animation, NothingIsLeftOfOneThatIsCancelledOrFails) {
  const std::vector<std::string> before = names(folder_);
  for (const size_t when : {size_t(0), size_t(2)}) {
    AnimationDoor door;
    door.progress = [&](size_t done, size_t) {
      if (done == when) throw Cancelled{};
    };
    EXPECT_THROW(animate(door), Cancelled);
    EXPECT_EQ(names(folder_), before);
  }
  AnimationDoor door;
  door.progress = [&](size_t done, size_t all) {
    if (done == all) fs::create_directories(folder_ / "pictures/0003.png");  // somebody was faster
  };
  EXPECT_THROW(animate(door), Error);
  EXPECT_EQ(names(folder_ / "pictures"), std::vector<std::string>{"0003.png"});
}

TEST_F(Animation, AFolderWithSomethingInItIsRefusedBeforeAnythingIsDrawn) {
  fs::create_directories(folder_ / "pictures");
  std::ofstream(folder_ / "pictures/mine.txt") << "mine";
  AnimationDoor door;
  door.progress = [](size_t, size_t) { FAIL() << "it was drawn"; };
  EXPECT_THROW(animate(door), Error);
  EXPECT_EQ(names(folder_ / "pictures"), std::vector<std::string>{"mine.txt"});
}

TEST_F(Animation, AFilmGetsEveryPixelOfThePictures) {
  replaceFfmpeg("exec cat > /dev/fd/3\n");
  wish_.animation.film = (folder_ / "film.mp4").string();
  const size_t count = animate().pictures;
  const std::string film = bytesOf(folder_ / "film.mp4");
  const size_t picture = size_t(wish_.width) * size_t(wish_.height) * 4;
  ASSERT_EQ(film.size(), count * picture);
  PictureWish alone = wish_;
  alone.animation = {};
  alone.runTo = 2;
  const Image drawn = drawOffscreen({.files = {cloud_}}, alone).image;
  EXPECT_EQ(film.substr(picture, picture), std::string(drawn.pixels.begin(), drawn.pixels.end()));
}

TEST_F(Animation, WithoutFfmpegTheErrorSaysWhatToDoAndNothingIsWritten) {
  replaceFfmpeg("");
  wish_.animation.film = (folder_ / "film.mp4").string();
  const std::vector<std::string> before = names(folder_);
  try {
    animate();
    FAIL() << "a film was made";
  } catch (const Error& error) {
    EXPECT_NE(error.reason().find("ffmpeg"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("install"), std::string::npos) << error.what();
  }
  EXPECT_EQ(names(folder_), before);
  EXPECT_NE(filmObstacle(), "");
}

TEST_F(Animation, AProgramOfTheCurrentFolderIsNotTheFfmpegThatIsRun) {
  replaceFfmpeg("exit 0\n");
  EXPECT_EQ(filmObstacle(), "");
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "programs");
  for (const char* path : {"", ":", "/nowhere:", ".", "../programs"}) {
    ::setenv("PATH", path, 1);
    EXPECT_NE(filmObstacle(), "") << path;
  }
  fs::current_path(before);
}

TEST_F(Animation, AnFfmpegThatStopsIsQuotedAndLeavesNothing) {
  wish_.animation.film = (folder_ / "film.mp4").string();
  for (const char* script : {"echo 'no such encoder' >&2\nexit 1\n", "cat > /dev/null\necho 'no such encoder' >&2\nexit 1\n"}) {
    if (path_) ::setenv("PATH", path_->c_str(), 1);
    replaceFfmpeg(script);
    const std::vector<std::string> before = names(folder_);
    try {
      animate();
      FAIL() << "a film was made";
    } catch (const Error& error) {
      EXPECT_NE(error.reason().find("no such encoder"), std::string::npos) << error.what();
    }
    EXPECT_EQ(names(folder_), before);
  }
}

TEST_F(Animation, AnFfmpegThatTakesNothingMoreIsEndedByCancel) {
  replaceFfmpeg("exec sleep 600\n");
  wish_.width = 1000;
  wish_.height = 1000;  // more than a socket holds
  wish_.animation.film = (folder_ / "film.mp4").string();
  wish_.animation.folder.clear();
  std::stop_source stop;
  AnimationDoor door;
  std::jthread later;
  door.progress = [&](size_t done, size_t) {
    if (done == 0) later = std::jthread([&] { std::this_thread::sleep_for(std::chrono::milliseconds(300)), stop.request_stop(); });
  };
  EXPECT_THROW(animateOffscreen({.files = {cloud_}}, wish_, door, stop.get_token()), Cancelled);
  EXPECT_FALSE(fs::exists(folder_ / "film.mp4"));
}

TEST_F(Animation, TheFfmpegThatIsHereMakesAFilm) {
  if (!filmObstacle().empty()) GTEST_SKIP() << filmObstacle();
  wish_.animation.film = (folder_ / "film.mp4").string();
  wish_.animation.folder.clear();
  animate();
  EXPECT_EQ(bytesOf(folder_ / "film.mp4").substr(4, 4), "ftyp");
}

TEST_F(Animation, WhatContradictsItselfIsRefused) {
  const auto refused = [&](const std::function<void(PictureWish&)>& change) {
    PictureWish wish = wish_;
    change(wish);
    EXPECT_THROW(checkOutputs(wish), Error);
  };
  EXPECT_NO_THROW(checkOutputs(wish_));
  refused([](PictureWish& wish) { wish.animation.folder.clear(); });
  refused([](PictureWish& wish) { wish.animation.steps = false; });
  refused([](PictureWish& wish) { wish.picture = "a.png"; });
  refused([](PictureWish& wish) { wish = {}; });
  wish_.transparent = true;
  wish_.animation.film = (folder_ / "film.mp4").string();
  EXPECT_THROW(animate(), Error);  // MP4 has no transparent pixels
}

}  // namespace
}  // namespace arete

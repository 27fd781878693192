// Heights in feet: they go with the places, or the user is told.
#include <cmath>
#include <nlohmann/json.hpp>

#include "compute/crs/about_crs.h"
#include "compute/crs/heights.h"
#include "compute/io/cloud_to_crs.h"
#include "compute/io/read_curve.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

constexpr double kSurveyFoot = 1200.0 / 3937;
const Crs kFeet = {"EPSG:2260+6360"};  // New York East and NAVD88, both in US survey feet

struct Heights : test::TemporaryFolder {
  void SetUp() override {
    test::TemporaryFolder::SetUp();
    if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  }
  CloudFile inFeet(const Crs& crs = kFeet) const {
    ReadOptions options;
    options.crs = crs;
    options.asInFile = true;
    return readString("x,y,z\n677000,973000,50\n677100,973050,51\n677200,973000,52\n", "a.csv", options);
  }
  CloudFile brought(CloudFile file, std::string_view target) const {
    file.warnings.clear();
    bringTo(cloudTargetFrom(target), "a.csv", file);
    return file;
  }
};

TEST_F(Heights, GetTheUnitOfTheOtherSystem) {
  const CloudFile file = brought(inFeet(), "EPSG:26918+5703");
  EXPECT_NEAR(rowsOf(file)[2], 50 * kSurveyFoot, 1e-9);
  EXPECT_EQ(file.crs.definition, "EPSG:26918+5703");
  EXPECT_TRUE(file.warnings.empty()) << file.warnings[0];
}

TEST_F(Heights, GetTheUnitOfThePlacesWhereNoOtherIsNamedAndKeepTheirDatum) {
  const CloudFile file = brought(inFeet(), "utm");
  EXPECT_NEAR(rowsOf(file)[2], 50 * kSurveyFoot, 1e-9);
  EXPECT_EQ(file.crs.definition, "EPSG:32618+5703");
  EXPECT_NE(file.crsText.find("NAVD88 height"), std::string::npos) << file.crsText;
  const CloudFile degrees = brought(inFeet(), "EPSG:4326");
  EXPECT_NEAR(rowsOf(degrees)[5], 51 * kSurveyFoot, 1e-9) << "beside degrees they are metres";
  const CloudFile feet = brought(inFeet({"EPSG:26918+5703"}), "EPSG:2260");
  EXPECT_NEAR(rowsOf(feet)[2], 50 / kSurveyFoot, 1e-9);
  const CrsAbout system = aboutCrs(feet.crs);
  EXPECT_EQ(system.groundId, "EPSG:2260");
  EXPECT_EQ(system.heights, "NAVD88 height");
  EXPECT_NEAR(system.heightMetres, kSurveyFoot, 1e-12);
}

TEST_F(Heights, KeepTheirDatumInASystemWithHeightsAboveTheEllipsoid) {
  const CloudFile file = brought(inFeet(), "EPSG:4979");
  EXPECT_NEAR(rowsOf(file)[2], 50 * kSurveyFoot, 1e-9);
  EXPECT_EQ(aboutCrs(file.crs).heights, "NAVD88 height");
  EXPECT_TRUE(warnsOf(file, "are not above the ellipsoid"));
}

TEST_F(Heights, KeepTheirDatumAndSayIt) {
  const CloudFile file = brought(inFeet({"EPSG:28992+5709"}), "EPSG:32631+6360");
  EXPECT_NEAR(rowsOf(file)[2], 50 / kSurveyFoot, 1e-9);
  EXPECT_TRUE(warnsOf(file, "keep their datum, that of NAP height"));
  EXPECT_NE(aboutCrs(file.crs).heights.find("NAP"), std::string::npos) << file.crsText;
}

TEST_F(Heights, OfWhichNoUnitIsNamedStayAndThatIsSaid) {
  const CloudFile file = brought(inFeet({"EPSG:2260"}), "utm");
  EXPECT_EQ(rowsOf(file)[2], 50);
  EXPECT_TRUE(warnsOf(file, "their unit is not named, and places were in US survey foot"));
  EXPECT_TRUE(brought(inFeet({"EPSG:28992"}), "EPSG:32631").warnings.empty()) << "metres all along";
}

TEST_F(Heights, InOtherUnitsThanPlacesAreWarnedAboutWithTheWayOut) {
  const CloudFile mixed = inFeet({"EPSG:26918+6360"});
  EXPECT_TRUE(warnsOf(mixed, "Places are in metre and heights in US survey foot"));
  EXPECT_TRUE(warnsOf(mixed, "--to-crs with EPSG:26918"));
  EXPECT_FALSE(warnsOf(inFeet(), "heights in"));
  const CloudFile one = brought(mixed, "EPSG:26918");
  EXPECT_NEAR(rowsOf(one)[2], 50 * kSurveyFoot, 1e-9);
  EXPECT_EQ(rowsOf(one)[0], 677000);
  EXPECT_FALSE(aboutCrs(one.crs).mixesUnits());
}

TEST_F(Heights, StayNamedInFilesThatAreWritten) {
  const CloudFile file = inFeet();
  for (const char* name : {"a.csv", "a.las"}) {
    writePoints(folder / name, {.points = file.cloud.points(), .origin = file.cloud.origin(), .crs = file.crs});
    const CloudFile again = readCloud(folder / name);
    EXPECT_EQ(aboutCrs(again.crs).heightUnit, "US survey foot") << name << ' ' << again.crsText;
  }
}

TEST_F(Heights, AreMetresInGeojsonAndComeBack) {
  const PointArray nodes = PointArray::fromRows(std::vector<double>{677000, 973000, 50, 677100, 973050, 51}, 3);
  const Curve curve = makeCurve(nodes, {{0, 1}});
  writeCurve(folder / "a.geojson", curve, {}, {}, {}, {.crs = kFeet});
  const auto file = nlohmann::json::parse(get(folder / "a.geojson"));
  EXPECT_NEAR(file["features"][0]["geometry"]["coordinates"][0][2].get<double>(), 50 * kSurveyFoot, 1e-9);
  EXPECT_NE(file["arete"]["coordinates"].get<std::string>().find("heights in metres"), std::string::npos);
  CurveFile read = readCurve(folder / "a.geojson");
  bringTo(kFeet, folder / "a.geojson", read);
  EXPECT_NEAR(read.polylines.lines[0][2], 50, 1e-6);
}

TEST(AboutHeights, NothingIsKnownOfWhatIsNotNamed) {
  EXPECT_EQ(metresOfHeights({}), 1);
  if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  EXPECT_EQ(metresOfHeights({"EPSG:28992"}), 1);
  EXPECT_NEAR(metresOfHeights(kFeet), kSurveyFoot, 1e-12);
  EXPECT_EQ(aboutCrs({"EPSG:4979"}).heights, "above the ellipsoid");
}

}  // namespace
}  // namespace arete

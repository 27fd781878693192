// Coordinate systems: read from files, shown, given, kept and written; what PROJ does with them, checked by GDAL and by a known place.
#include <cmath>
#include <nlohmann/json.hpp>

#include "compute/crs/about_crs.h"
#include "compute/crs/transformation.h"
#include "compute/io/read_clouds.h"
#include "compute/io/read_curve.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "tests/io/foreign_reader.h"
#include "tests/io/read_bytes.h"
#include "tests/support/samples.h"

namespace arete {
namespace {

using nlohmann::json;

const Crs kRd = {"EPSG:28992"};  // of the Netherlands
constexpr PointCloud::Origin kAmersfoort = {155'000, 463'000, 40};

constexpr const char* kRdByEsri =
    "PROJCS[\"RD_New\",GEOGCS[\"GCS_Amersfoort\",DATUM[\"D_Amersfoort\",SPHEROID[\"Bessel_1841\",6377397.155,299.1528128]],PRIMEM[\"Greenwich\",0.0],"
    "UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Double_Stereographic\"],PARAMETER[\"False_Easting\",155000.0],PARAMETER[\"False_Northing\","
    "463000.0],"
    "PARAMETER[\"Central_Meridian\",5.38763888888889],PARAMETER[\"Scale_Factor\",0.9999079],PARAMETER[\"Latitude_Of_Origin\",52.15616055555555],"
    "UNIT[\"Meter\",1.0]]";

struct CrsOfFiles : test::ForeignReader {
  void SetUp() override {
    test::ForeignReader::SetUp();
    if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  }
};

/// A record of variable length.
struct Record {
  std::string user;
  uint16_t id;
  std::string bytes;
};

/// A LAS file with records in front of its points. `encoding`: bits of the header.
std::string lasWith(const std::vector<Record>& records, uint16_t encoding = 0) {
  constexpr uint16_t kHeader = 227;
  const std::string plain = las(3).string();
  Bytes bytes(plain.substr(0, kHeader));
  for (const Record& record : records)
    bytes.zeros(2).text(record.user).zeros(16 - record.user.size()).put(record.id).put(uint16_t(record.bytes.size())).zeros(32).text(record.bytes);
  bytes.at(96, uint32_t(bytes.string().size())).at(100, uint32_t(records.size())).at(6, encoding);
  return bytes.string() + plain.substr(kHeader);
}

/// The directory of GeoTIFF keys: pairs of key and value, all of them numbers of their own.
Record keys(const std::vector<std::pair<uint16_t, uint16_t>>& pairs) {
  Bytes bytes;
  bytes.put<uint16_t>(1).put<uint16_t>(1).put<uint16_t>(0).put(uint16_t(pairs.size()));
  for (const auto& [key, value] : pairs) bytes.put(key).put<uint16_t>(0).put<uint16_t>(1).put(value);
  return {"LASF_Projection", 34735, bytes.string()};
}

constexpr uint16_t kWktBit = 16;

TEST_F(CrsOfFiles, LasNamesItByTheNumbersOfGeotiffKeys) {
  const CloudFile file = readString(lasWith({keys({{1024, 1}, {3072, 28992}})}), "a.las");
  EXPECT_EQ(file.crs, kRd);
  EXPECT_EQ(file.crsText, "Amersfoort / RD New (EPSG:28992), metre");
  EXPECT_TRUE(file.warnings.empty());
  EXPECT_EQ(readString(lasWith({keys({{1024, 1}, {3072, 28992}, {4096, 5709}})}), "a.las").crs, Crs{"EPSG:7415"});
  EXPECT_EQ(readString(lasWith({keys({{1024, 1}, {3072, 28992}, {4096, 5030}})}), "a.las").crs, kRd) << "heights above an ellipsoid have no number";
  EXPECT_EQ(readString(lasWith({keys({{1024, 1}, {3072, 28992}, {4096, 9999}})}), "a.las").crs, kRd) << "a wrong system of heights spoils nothing";
  const CloudFile degrees = readString(lasWith({keys({{1024, 2}, {2048, 4326}})}), "a.las");
  EXPECT_EQ(degrees.crs, kWgs84);
  EXPECT_TRUE(warnsOf(degrees, "in degrees"));
}

TEST_F(CrsOfFiles, LasNamesItByWellKnownText) {
  const std::string wkt = aboutCrs(kRd).wkt;
  EXPECT_EQ(readString(lasWith({{"LASF_Projection", 2112, wkt + '\0'}}, kWktBit), "a.las").crs, kRd);
  // The text counts where the header says so, the keys where it does not; without keys the text, also that of libLAS.
  EXPECT_EQ(readString(lasWith({{"LASF_Projection", 2112, wkt}, keys({{3072, 32631}})}, kWktBit), "a.las").crs, kRd);
  EXPECT_EQ(readString(lasWith({{"LASF_Projection", 2112, wkt}, keys({{3072, 32631}})}), "a.las").crs, Crs{"EPSG:32631"});
  EXPECT_EQ(readString(lasWith({{"liblas", 2112, wkt}, keys({{3072, 32767}})}), "a.las").crs, kRd);
}

TEST_F(CrsOfFiles, LasMayHaveItBehindThePoints) {
  const std::string wkt = aboutCrs(kRd).wkt;
  Bytes bytes = las(3, 6, 30, 4);
  const uint64_t behind = bytes.string().size();
  bytes.zeros(2).text("LASF_Projection").zeros(1).put<uint16_t>(2112).put(uint64_t(wkt.size())).zeros(32).text(wkt);
  bytes.at(235, behind).at<uint32_t>(243, 1).at(6, kWktBit);
  EXPECT_EQ(readString(bytes.string(), "a.las").crs, kRd);
}

TEST_F(CrsOfFiles, WhatIsNotUnderstoodIsAWarningAndThePointsAreRead) {
  const CloudFile broken = readString(lasWith({{"LASF_Projection", 2112, "PROJCS[\"half"}}, kWktBit), "a.las");
  EXPECT_FALSE(broken.crs.known());
  EXPECT_EQ(broken.cloud.size(), 3u);
  EXPECT_TRUE(warnsOf(broken, "The coordinate system of the file is not understood"));
  EXPECT_TRUE(warnsOf(broken, "--crs gives it"));
  const CloudFile byParameters = readString(lasWith({{"LASF_Projection", 34737, "My own grid|"},
                                                     {"LASF_Projection", 34735,
                                                      Bytes()
                                                          .put<uint16_t>(1)
                                                          .put<uint16_t>(1)
                                                          .put<uint16_t>(0)
                                                          .put<uint16_t>(2)
                                                          .put<uint16_t>(3072)
                                                          .put<uint16_t>(0)
                                                          .put<uint16_t>(1)
                                                          .put<uint16_t>(32767)
                                                          .put<uint16_t>(1026)
                                                          .put<uint16_t>(34737)
                                                          .put<uint16_t>(12)
                                                          .put<uint16_t>(0)
                                                          .string()}}),
                                            "a.las");
  EXPECT_FALSE(byParameters.crs.known());
  EXPECT_TRUE(warnsOf(byParameters, "coordinate system ('My own grid') by parameters"));
  for (size_t cut = 1; cut < 20; ++cut) readString(lasWith({{"LASF_Projection", 34735, keys({{3072, 28992}}).bytes.substr(0, cut)}}), "a.las");
}

TEST_F(CrsOfFiles, APrjFileBesideTheCloudNamesIt) {
  put("a.prj", kRdByEsri);
  const CloudFile file = readCloud(put("a.xyz", "1 2 3\n4 5 6\n7 8 10\n"));
  EXPECT_EQ(file.crs, kRd) << "found by what it is, as Esri's words have no number";
  EXPECT_TRUE(file.warnings.empty());
  EXPECT_FALSE(readCloud(put("b.xyz", "1 2 3\n4 5 6\n7 8 10\n")).crs.known());
  put("a.prj", "nonsense");
  const CloudFile broken = readCloud(folder / "a.xyz");
  EXPECT_FALSE(broken.crs.known());
  EXPECT_TRUE(warnsOf(broken, "The coordinate system of a.prj is not understood"));
}

TEST_F(CrsOfFiles, WhatTheUserSaysCounts) {
  const std::string content = lasWith({keys({{1024, 1}, {3072, 28992}})});
  ReadOptions options;
  options.crs = crsFrom("epsg:32631");
  EXPECT_EQ(readString(content, "a.las", options).crs, Crs{"EPSG:32631"});
  options.crs = crsFrom("none");
  EXPECT_FALSE(readString(content, "a.las", options).crs.known());
}

TEST_F(CrsOfFiles, WordsThatAreNoSystemAreRefusedWithWhatToGive) {
  for (const char* text : {"EPSG:1", "28992", "EPSG:", "", "PROJCS[", "nonsense", "EPSG:5709"}) {
    const Error error = test::errorOf([&] { crsFrom(text); });
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse) << text;
    EXPECT_NE(error.hint().find("EPSG:28992"), std::string::npos) << text;
  }
  EXPECT_EQ(crsFrom("EPSG:28992+5709").definition, "EPSG:28992+5709");
  EXPECT_EQ(aboutCrs(crsFrom("EPSG:28992+5709")).heights, "NAP height");
  EXPECT_EQ(aboutCrs({"EPSG:2994"}).unit, "foot");
  EXPECT_NEAR(aboutCrs({"EPSG:2994"}).metres, 0.3048, 1e-9);
}

TEST_F(CrsOfFiles, TheSameSystemInOtherWordsIsTheSame) {
  EXPECT_TRUE(sameCrs(kRd, {kRdByEsri}));
  EXPECT_TRUE(sameCrs({"EPSG:7415"}, kRd)) << "on the ground";
  EXPECT_TRUE(sameCrs(kWgs84, {"urn:ogc:def:crs:OGC:1.3:CRS84"}));
  EXPECT_FALSE(sameCrs(kRd, kWgs84));
  EXPECT_FALSE(sameCrs(kRd, {}));
}

TEST_F(CrsOfFiles, SeveralFilesHaveTheSystemOfTheFirstThatNamesOneAndMustAgree) {
  const std::string rows = "1 2 3\n4 5 6\n7 8 10\n";
  const std::vector<test::fs::path> files = {put("a.xyz", rows), put("b.xyz", rows), put("c.xyz", rows)};
  put("b.prj", kRdByEsri);
  put("c.prj", aboutCrs(kRd).wkt);
  const CloudFile joined = readClouds(files);
  EXPECT_EQ(joined.crs, kRd);
  EXPECT_EQ(joined.crsText, "Amersfoort / RD New (EPSG:28992), metre");
  put("c.prj", aboutCrs({"EPSG:32631"}).wkt);
  const Error error = test::errorOf([&] { readClouds(files); });
  EXPECT_EQ(error.kind(), ErrorKind::badInput);
  EXPECT_NE(error.where().find("c.xyz"), std::string::npos);
}

// Writing

Curve lineInAmersfoort(int dimension = 3) {
  PointArray nodes(Scalar::float64, dimension, 3);
  const double places[][3] = {{0, 0, 0}, {100.125, 20.5, 1}, {1000, -2000, 2}};
  for (uint32_t i = 0; i < 3; ++i)
    for (int k = 0; k < dimension; ++k) nodes.setCoordinate(i, k, places[i][k]);
  return makeCurve(std::move(nodes), {{0, 1}, {1, 2}});
}

TEST_F(CrsOfFiles, GeojsonIsInWgs84WhereTheSystemIsKnown) {
  EXPECT_TRUE(writeCurve(folder / "a.geojson", lineInAmersfoort(), kAmersfoort, {}, {}, {.crs = kRd}).empty());
  const json file = json::parse(get(folder / "a.geojson"));
  const json& places = file["features"][0]["geometry"]["coordinates"];
  // The tower in Amersfoort, the origin of the Dutch grid; without the grid of corrections PROJ is good to a metre.
  EXPECT_NEAR(places[0][0].get<double>(), 5.387204, 1.5e-5);
  EXPECT_NEAR(places[0][1].get<double>(), 52.155173, 1e-5);
  EXPECT_EQ(places[0][2], 40) << "heights stay";
  EXPECT_FALSE(file.contains("crs")) << "RFC 7946 has no such member";
  EXPECT_NE(file["arete"]["coordinates"].get<std::string>().find("from Amersfoort / RD New (EPSG:28992)"), std::string::npos);
}

/// Longitude and latitude of the curve's first line: as we write them, and as GDAL makes them of the GeoPackage.
struct Places {
  json ours, gdals;
};

TEST_F(CrsOfFiles, GdalTurnsTheGeopackageIntoTheSamePlacesAsOurGeojson) {
  if (!works("ogr2ogr --version")) GTEST_SKIP() << "gdal-bin is not installed";
  const auto places = [&](const Curve& curve) {
    writeCurve(folder / "a.gpkg", curve, kAmersfoort, {}, {}, {.crs = kRd});
    const std::string about = output("ogrinfo -ro -so '" + (folder / "a.gpkg").string() + "' lines");
    EXPECT_NE(about.find("ID[\"EPSG\",28992]"), std::string::npos) << about;
    writeCurve(folder / "a.geojson", curve, kAmersfoort, {}, {}, {.crs = kRd});
    test::fs::remove(folder / "gdal.json");
    output("ogr2ogr -f GeoJSON -t_srs EPSG:4326 -lco COORDINATE_PRECISION=12 '" + (folder / "gdal.json").string() + "' '" +
           (folder / "a.gpkg").string() + "' lines");
    const auto line = [&](const char* name) { return json::parse(get(folder / name))["features"][0]["geometry"]["coordinates"]; };
    return Places{line("a.geojson"), line("gdal.json")};
  };
  // Without heights only the rounding of ours is between them, to a tenth of a millimetre.
  constexpr double kRounding_degrees = 6e-10;
  const Places flat = places(lineInAmersfoort(2));
  ASSERT_EQ(flat.ours.size(), 3u);
  for (size_t i = 0; i < 3; ++i)
    for (size_t k = 0; k < 2; ++k) EXPECT_NEAR(flat.ours[i][k].get<double>(), flat.gdals[i][k].get<double>(), kRounding_degrees) << i;
  // GDAL hands heights to the change of datum as if they were above its ellipsoid, which moves a place 40 m up by 0.6 mm. To us they are not of the
  // ground (they are above NAP, or whatever a file means): a wire and the ground below it are at one place.
  constexpr double kMoved_degrees = 1.5e-10;  // a metre of height
  const Places high = places(lineInAmersfoort(3));
  for (size_t i = 0; i < 3; ++i)
    for (size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(high.ours[i][k], flat.ours[i][k]) << i;
      EXPECT_NEAR(high.ours[i][k].get<double>(), high.gdals[i][k].get<double>(), kMoved_degrees * high.ours[i][2].get<double>() + kRounding_degrees)
          << i;
    }
}

TEST_F(CrsOfFiles, GdalReadsTheSystemOfGeojsonThatKeepsIt) {
  writeCurve(folder / "a.geojson", lineInAmersfoort(), kAmersfoort, {}, {}, {.crs = kRd, .geojsonKeepsCrs = true});
  const json file = json::parse(get(folder / "a.geojson"));
  EXPECT_EQ(file["crs"]["properties"]["name"], "urn:ogc:def:crs:EPSG::28992");
  EXPECT_EQ(file["features"][0]["geometry"]["coordinates"][1], json::parse("[155100.125, 463020.5, 41]"));
  const CurveFile read = readCurve(folder / "a.geojson");
  EXPECT_TRUE(sameCrs(read.crs, kRd));
  if (!works("ogrinfo --version")) GTEST_SKIP() << "gdal-bin is not installed";
  EXPECT_NE(output("ogrinfo -ro -so -al '" + (folder / "a.geojson").string() + "'").find("ID[\"EPSG\",28992]"), std::string::npos);
}

TEST_F(CrsOfFiles, CurvesComeBackToTheCloudsOwnSystemToTheMillimetre) {
  const Curve curve = lineInAmersfoort();
  const Polylines exact = polylinesOf(curve, kAmersfoort);
  for (const char* name : {"a.geojson", "a.gpkg"}) {
    writeCurve(folder / name, curve, kAmersfoort, {}, {}, {.crs = kRd});
    CurveFile read = readCurve(folder / name);
    bringTo(kRd, folder / name, read);
    ASSERT_EQ(read.polylines.size(), 1u) << name;
    for (size_t i = 0; i < 9; ++i) EXPECT_NEAR(read.polylines.lines[0][i], exact.lines[0][i], 1e-3) << name;
  }
  CurveFile unknown{.polylines = exact};
  bringTo(kRd, "a", unknown);
  EXPECT_EQ(unknown.polylines, exact) << "what is not known stays as it is";
}

/// Three points with a class, in a system, as LAS.
std::vector<std::string> writeLas(const test::fs::path& path, const Crs& crs, double classNumber) {
  const PointArray points = PointArray::fromRows(std::vector<double>{155'000, 463'000, 1, 155'001, 463'002, 2, 155'002.5, 463'001, 3}, 3);
  const std::vector<Attribute> attributes = {{"classification", LargeVector<double>(3, classNumber)}};
  return writePoints(path, {.points = points, .attributes = attributes, .crs = crs});
}

TEST_F(CrsOfFiles, LasThatWeWriteHasItAsWellKnownText) {
  for (const double classNumber : {14., 140.})  // point formats 0 and 6
    for (const Crs& crs : {kRd, Crs{"EPSG:7415"}, Crs{"EPSG:32631"}}) {
      EXPECT_TRUE(writeLas(folder / "a.las", crs, classNumber).empty());
      const CloudFile read = readCloud(folder / "a.las");
      EXPECT_TRUE(sameCrs(read.crs, crs)) << read.crsText;
      EXPECT_EQ(aboutCrs(read.crs).heights, aboutCrs(crs).heights);
      EXPECT_EQ(read.cloud.size(), 3u);
      EXPECT_EQ(read.cloud.attributes()[3].values[2], classNumber);
      EXPECT_TRUE(read.warnings.empty()) << read.warnings[0];
      EXPECT_EQ(read.format, classNumber > 31 ? "LAS 1.4, point format 6" : "LAS 1.4, point format 0");
      const std::string bytes = get(folder / "a.las");
      EXPECT_EQ(bytes[6] & kWktBit, kWktBit) << "the header says that there is text";
      EXPECT_NE(bytes.find("LASF_Projection"), std::string::npos);
    }
  EXPECT_EQ(filesInFolder(), 1u) << "no .prj beside it";
  writeLas(folder / "b.las", {}, 14);
  EXPECT_EQ(readCloud(folder / "b.las").format, "LAS 1.2, point format 0") << "as before, where no system is known";
}

TEST_F(CrsOfFiles, DxfHasItInAPrjFileBesideIt) {
  EXPECT_TRUE(writeCurve(folder / "a.dxf", lineInAmersfoort(), kAmersfoort, {}, {}, {.crs = kRd}).empty());
  EXPECT_TRUE(sameCrs({get(folder / "a.prj")}, kRd));
  EXPECT_TRUE(writeCurve(folder / "a.dxf", lineInAmersfoort(), kAmersfoort, {}, {}, {.crs = kRd}).empty()) << "it says the same already";
  put("a.prj", "of somebody else");
  const std::string before = get(folder / "a.dxf");
  const Error error = test::errorOf([&] { writeCurve(folder / "a.dxf", lineInAmersfoort(2), kAmersfoort, {}, {}, {.crs = kRd}); });
  EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
  EXPECT_NE(error.reason().find("a.prj beside it says another coordinate system"), std::string::npos);
  EXPECT_EQ(get(folder / "a.prj"), "of somebody else");
  EXPECT_EQ(get(folder / "a.dxf"), before) << "nothing was written";
  writeCurve(folder / "b.dxf", lineInAmersfoort(), kAmersfoort);
  EXPECT_FALSE(test::fs::exists(folder / "b.prj"));
}

TEST_F(CrsOfFiles, GeojsonIsCutAt180Degrees) {
  PointArray nodes = PointArray::fromRows(std::vector<double>{815'000, 8'140'000, 825'000, 8'141'000, 835'000, 8'140'000, 845'000, 8'140'000}, 2);
  const Curve curve = makeCurve(std::move(nodes), {{0, 1}, {1, 2}, {2, 3}});
  writeCurve(folder / "a.geojson", curve, {}, {}, {}, {.crs = {"EPSG:32760"}});
  const json geometry = json::parse(get(folder / "a.geojson"))["features"][0]["geometry"];
  ASSERT_EQ(geometry["type"], "MultiLineString");
  ASSERT_EQ(geometry["coordinates"].size(), 2u);
  const json &first = geometry["coordinates"][0], &second = geometry["coordinates"][1];
  EXPECT_EQ(std::abs(first.back()[0].get<double>()), 180);
  EXPECT_EQ(second.front()[0], -first.back()[0].get<double>());
  EXPECT_EQ(second.front()[1], first.back()[1]);
  for (const json* line : {&first, &second})
    for (size_t i = 1; i < line->size(); ++i) EXPECT_LT(std::abs((*line)[i][0].get<double>() - (*line)[i - 1][0].get<double>()), 1);
  EXPECT_EQ(readCurve(folder / "a.geojson").polylines.size(), 2u);
}

TEST_F(CrsOfFiles, ASystemOfOnesOwnIsKeptAndWrittenAsItIs) {
  const Crs own = {"LOCAL_CS[\"works\",LOCAL_DATUM[\"works\",0],UNIT[\"metre\",1],AXIS[\"x\",EAST],AXIS[\"y\",NORTH]]"};
  const auto warnings = writeCurve(folder / "a.geojson", lineInAmersfoort(), {}, {}, {}, {.crs = own});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("not turned into longitude and latitude"), std::string::npos);
  EXPECT_EQ(json::parse(get(folder / "a.geojson"))["features"][0]["geometry"]["coordinates"][1], json::parse("[100.125, 20.5, 1]"));
  EXPECT_TRUE(writeCurve(folder / "a.gpkg", lineInAmersfoort(), {}, {}, {}, {.crs = own}).empty());
  if (!works("ogrinfo --version")) GTEST_SKIP() << "gdal-bin is not installed";
  EXPECT_NE(output("ogrinfo -ro -so '" + (folder / "a.gpkg").string() + "' lines").find("works"), std::string::npos);
}

TEST_F(CrsOfFiles, APlaceThatTheSystemDoesNotHaveIsOneError) {
  const Error error = test::errorOf([&] { writeCurve(folder / "a.geojson", lineInAmersfoort(), {1e30, 1e30}, {}, {}, {.crs = {"EPSG:32631"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
  EXPECT_NE(error.reason().find("has no place in WGS 84"), std::string::npos) << error.reason();
  EXPECT_NE(error.hint().find("--crs"), std::string::npos);
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(CrsOfFiles, AGridThatIsNotInstalledIsOneError) {
  const Crs crs = {"+proj=longlat +ellps=clrk66 +nadgrids=arete_has_no_such_grid.gsb +type=crs"};
  const Error error = test::errorOf([&] { writeCurve(folder / "a.geojson", lineInAmersfoort(), {}, {}, {}, {.crs = crs}); });
  EXPECT_NE(error.reason().find("arete_has_no_such_grid.gsb"), std::string::npos) << error.what();
  EXPECT_FALSE(error.hint().empty());
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(CrsOfFiles, ABetterWayThatNeedsAGridIsAWarningWithFigures) {
  const auto warnings = writeCurve(folder / "a.geojson", lineInAmersfoort(), {530'000, 180'000}, {}, {}, {.crs = {"EPSG:27700"}});  // London
  if (warnings.empty()) GTEST_SKIP() << "the grid of Great Britain is installed here";
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("positions may be off by about 2 m"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("uk_os_OSTN15_NTv2_OSGBtoETRS.tif"), std::string::npos) << warnings[0];
}

TEST_F(CrsOfFiles, ADamagedDatabaseOfProjIsOneErrorWhereItIsAskedForAndAWarningOfAFile) {
  put("proj.db", "");
  const std::string cloud = put("a.las", lasWith({keys({{1024, 1}, {3072, 28992}})})).string();
  ::setenv("PROJ_DATA", folder.c_str(), 1);
  const Error error = test::errorOf([&] { crsFrom("EPSG:28992"); });
  const CloudFile file = readCloud(cloud);
  ::unsetenv("PROJ_DATA");
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_NE(error.reason().find("proj.db"), std::string::npos) << error.what();
  EXPECT_NE(error.hint().find("proj-data"), std::string::npos);
  EXPECT_EQ(file.cloud.size(), 3u);
  EXPECT_TRUE(warnsOf(file, "proj.db"));
}

}  // namespace
}  // namespace arete

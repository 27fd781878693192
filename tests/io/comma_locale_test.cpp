// Numbers in files are the same in every country: reading and writing where a decimal comma is the custom, as in the window of a German user.
#include <clocale>
#include <cstdlib>
#include <locale>
#include <sstream>

#include "compute/core/param_info.h"
#include "compute/engine/detector.h"
#include "compute/io/read_curve.h"
#include "compute/io/report.h"
#include "compute/io/session_file.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"
#include "tests/support/samples.h"

namespace arete {
namespace {

/// Numbers as in Germany, and all else as in C: made in a folder of its own, since few machines have such a locale. C and C++ use it while a
/// test runs.
struct CommaLocale : test::TemporaryFolder {
  static constexpr const char* kName = "comma";
  std::locale before;

  void SetUp() override {
    test::TemporaryFolder::SetUp();
    const test::fs::path source = put("source", "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n");
    const std::string command = "localedef -c -i '" + source.string() + "' -f ANSI_X3.4-1968 '" + (folder / kName).string() + "' >/dev/null 2>&1";
    [[maybe_unused]] const int status = std::system(command.c_str());  // fails also when it only warns that the rest is as in C
    ::setenv("LOCPATH", folder.c_str(), 1);
    if (std::setlocale(LC_ALL, kName) == nullptr) GTEST_SKIP() << "localedef cannot make a locale (Debian's package locales has what it needs)";
    std::locale::global(std::locale(kName));
    ASSERT_EQ(std::localeconv()->decimal_point, std::string(","));
    std::ostringstream text;
    text << 12345.5;
    ASSERT_EQ(text.str(), "12.345,5") << "streams do not use it: nothing would be tested";
  }
  void TearDown() override {
    std::locale::global(before);
    std::setlocale(LC_ALL, "C");
    ::unsetenv("LOCPATH");
    test::TemporaryFolder::TearDown();
  }

  /// What `make` leaves in a file, in this locale and in that of C.
  template <class F>
  void expectSameBytes(std::string_view name, F&& make) const {
    make(folder / ("comma." + std::string(name)));
    const std::locale here = std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
    make(folder / ("point." + std::string(name)));
    std::locale::global(here);
    std::setlocale(LC_ALL, kName);
    EXPECT_EQ(get(folder / ("comma." + std::string(name))), get(folder / ("point." + std::string(name)))) << name;
  }
};

const Doubles kPlainRows = {1234567.5, -0.25, 3e-7, 1.5, 2.5, 1e10};

TEST_F(CommaLocale, EveryWriterGivesTheSameBytes) {
  const Curve graph = test::awkwardCurve(Scalar::float64, 3), tree = test::awkwardTree(Scalar::float64, 3);
  for (const CurveFormat& format : curveFormats())
    expectSameBytes(format.id, [&](const test::fs::path& path) { writeCurve(path, format.loops ? graph : tree, {500123.25, 1e7, 0.5}, format.id); });
  const PointArray points = PointArray::fromRows(std::vector<double>(kPlainRows), 3);
  const std::vector<Attribute> attributes = {{"a", {1234.5, 0.001}}};
  for (const PointFormat& format : pointFormats())
    expectSameBytes(format.id, [&](const test::fs::path& path) { writePoints(path, {.points = points, .attributes = attributes}, format.id); });
}

TEST_F(CommaLocale, ReportsAndSessionsAreTheSameBytes) {
  const auto device = makeCpuDevice(1);
  Job job;
  job.params.set(kR1Param, 1234.5);
  Detector detector(PointCloud(PointArray::fromRows(std::vector<double>(kPlainRows), 3)), job, *device, {});
  detector.advance(StepKind::end, {});
  const auto frame = detector.frame(true, false, {});
  for (const char* extension : {"json", "csv"})
    expectSameBytes(extension, [&](const test::fs::path& path) {
      writeReport(path, *frame, std::vector<std::pair<std::string, double>>{{"q", 1234.5}});
    });
  expectSameBytes("arete", [&](const test::fs::path& path) { writeSession(path, {.job = job}); });
  EXPECT_EQ(readSession(folder / "comma.arete").session.job.params.get(kR1Param), 1234.5);
}

TEST_F(CommaLocale, EveryReaderReadsPoints) {
  EXPECT_EQ(rowsOf(readString("1.5 2.25 3\n4 5.5 5e-1\n", "a.xyz")), (Doubles{1.5, 2.25, 3, 4, 5.5, 0.5}));
  EXPECT_EQ(rowsOf(readString("x,y\n1.5,2.25\n4,5.5\n", "a.csv")), (Doubles{1.5, 2.25, 4, 5.5}));
  EXPECT_EQ(rowsOf(readString("x;y\n1,5;2,25\n4;5,5\n", "a.csv")), (Doubles{1.5, 2.25, 4, 5.5}));
  EXPECT_EQ(rowsOf(readString("v 1.5 2.25 3\nv 4 5.5 6\n", "a.obj")), (Doubles{1.5, 2.25, 3, 4, 5.5, 6}));
  EXPECT_EQ(rowsOf(readString(pcd("ascii\n1.5 2 3 0\n4 5.5 6.25 0\n"), "a.pcd")), (Doubles{1.5, 2, 3, 4, 5.5, 6.25}));
  EXPECT_EQ(
      rowsOf(readString("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1.5 2.25 -3.5\n",
                        "a.ply")),
      (Doubles{1.5, 2.25, -3.5}));
  EXPECT_EQ(rowsOf(readString(npy(plain("<f8", "(1, 3)"), Doubles{1.5, 2, 3}), "a.npy")), (Doubles{1.5, 2, 3}));
}

TEST_F(CommaLocale, CurvesComeBackFromEveryFormat) {
  const Curve curve = test::awkwardCurve(Scalar::float64, 3);
  for (const CurveReader& reader : curveReaders()) {
    if (reader.id == "segments" || reader.id == "xyz" || reader.id == "gpx") continue;  // are read only
    if (reader.id == "swc") continue;                                                   // numbers its nodes anew
    const test::fs::path path = folder / ("curve." + std::string(reader.extension));
    writeCurve(path, curve, {}, reader.id);
    EXPECT_EQ(readCurve(path).polylines, polylinesOf(curve, {})) << reader.id;
  }
  EXPECT_EQ(readCurve(put("a.segments.txt", "0.5 0 1.5 1\n")).polylines.lines[0], (Doubles{0.5, 0, 1.5, 1}));
  EXPECT_EQ(readCurve(put("b.xyz", "0.5 0\n1.5 1\n")).polylines.lines[0], (Doubles{0.5, 0, 1.5, 1}));
  EXPECT_EQ(readCurve(put("c.swc", "1 0 0.5 0 0 1 -1\n2 0 1.5 1 0 1 1\n")).polylines.lines[0], (Doubles{0.5, 0, 0, 1.5, 1, 0}));
  const std::string track = "<gpx><trk><trkseg><trkpt lat='0.5' lon='1.5'/><trkpt lat='1' lon='2.5'/></trkseg></trk></gpx>";
  EXPECT_EQ(readCurve(put("d.gpx", track)).polylines.lines[0], (Doubles{1.5, 0.5, 2.5, 1}));
}

TEST_F(CommaLocale, ParametersAreWrittenAndReadWithAPoint) {
  constexpr ParamInfo kShare{.id = "share", .label = "Share", .unit = "", .help = "How much."};
  ParamValues values;
  values.setText(kShare, "0.25");
  EXPECT_EQ(values.get(kShare), 0.25);
  EXPECT_EQ(values.text(kShare), "0.25");
}

}  // namespace
}  // namespace arete

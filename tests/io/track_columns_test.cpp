// Columns of text that say on which track a point lies, and when: by name or as asked for, as numbers or as words.
#include <cmath>

#include "compute/io/read_clouds.h"
#include "tests/io/read_bytes.h"

namespace arete {
namespace {

using Doubles = std::vector<double>;

ReadOptions withTrackColumn(const std::string& column) {
  ReadOptions options;
  options.trackColumn = column;
  return options;
}

TEST(TrackColumns, OfWordsAreNumbersThatTellThemApart) {
  const CloudFile file = readString("Trip_ID,x,y,driver\nbus-7,1,2,ann\nbus-7,3,4,bob\nbus-8,5,6,ann\n,7,8,ann\n12,9,10,ann\n", "a.csv");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  const Doubles track = attributeOf(file, "Trip_ID");
  EXPECT_EQ(track[0], track[1]);
  EXPECT_NE(track[0], track[2]);
  EXPECT_TRUE(std::isnan(track[3]));
  EXPECT_EQ(track[4], 12);
  EXPECT_EQ(file.cloud.attributes().size(), 1u) << "other words are no attributes";
}

TEST(TrackColumns, TellNumbersApartThatADoubleDoesNotHold) {
  const Doubles track = attributeOf(readString("trajectory;x;y\n1372636858620000589;0;1\n1372636858620000590;1;2\n", "a.csv"), "trajectory");
  EXPECT_NE(track[0], track[1]);
}

TEST(TrackColumns, AreTakenAsAskedForByNameOrNumber) {
  const std::string text = "x y Vehicle track\n0 1 a 5\n1 2 b 6\n2 3 a 7\n";
  for (const char* column : {"vehicle", "3"}) {
    const CloudFile file = readString(text, "a.txt", withTrackColumn(column));
    const Doubles track = attributeOf(file, "track");
    EXPECT_EQ(track[0], track[2]) << column;
    EXPECT_NE(track[0], track[1]);
    EXPECT_EQ(attributeOf(file, "track 2"), (Doubles{5, 6, 7}));
  }
  EXPECT_EQ(attributeOf(readString("0 1 5\n1 2 5\n2 3 6\n", "a.xyz", withTrackColumn("3")), "track"), (Doubles{5, 5, 6}));
  EXPECT_TRUE(contains(refusalOf(text, "a.txt", withTrackColumn("bus")), "there is no column 'bus'"));
  EXPECT_TRUE(contains(refusalOf(text, "a.txt", withTrackColumn("5")), "there is no column '5'"));
  EXPECT_TRUE(contains(refusalOf(text, "a.txt", withTrackColumn("x")), "the column of tracks is a coordinate"));
}

TEST(TrackColumns, OfOtherFormatsAreAskedForByName) {
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty int car\nend_header\n0 0 0 3\n1 0 1 "
      "3\n";
  EXPECT_EQ(attributeOf(readString(ply, "a.ply", withTrackColumn("car")), "track"), (Doubles{3, 3}));
  EXPECT_TRUE(contains(refusalOf(ply, "a.ply", withTrackColumn("bus")), "there is no column 'bus'"));
}

TEST(TrackColumns, GoWithTimesInWords) {
  const CloudFile file = readString("trip,x,y,timestamp\na,0,1,2024-05-01T12:00:00Z\na,1,2,2024-05-01 12:00:30.5\na,2,3,soon\n", "a.csv");
  const Doubles time = attributeOf(file, "timestamp");
  EXPECT_EQ(time[1] - time[0], 30.5);
  EXPECT_TRUE(std::isnan(time[2]));
  EXPECT_TRUE(readString("x,y,timestamp\n0,1,2024-05-01T12:00:00Z\n", "a.csv").cloud.attributes().empty()) << "without tracks times are words";
}

}  // namespace
}  // namespace arete

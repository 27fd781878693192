// What came of reading a file, and whether it is what came of reading it otherwise: to the bit, and to the word.
#pragma once

#include <algorithm>
#include <functional>

#include "tests/io/read_bytes.h"

namespace arete::test {

struct Outcome {
  CloudFile file;
  std::string error;  ///< the whole sentence; "" where the file was read
};

inline Outcome outcomeOf(const std::function<CloudFile()>& read) {
  Outcome outcome;
  try {
    outcome.file = read();
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  return outcome;
}

inline void expectSame(const Outcome& one, const Outcome& other) {
  EXPECT_EQ(one.error, other.error);
  EXPECT_EQ(one.file.warnings, other.file.warnings);
  EXPECT_EQ(one.file.format, other.file.format);
  EXPECT_EQ(one.file.pointsInFile, other.file.pointsInFile);
  EXPECT_EQ(one.file.nonFinite, other.file.nonFinite);
  const PointCloud &cloud = one.file.cloud, &otherCloud = other.file.cloud;
  EXPECT_TRUE(cloud.points() == otherCloud.points());
  EXPECT_EQ(cloud.origin(), otherCloud.origin());
  EXPECT_EQ(cloud.bounds().minimum, otherCloud.bounds().minimum);
  EXPECT_EQ(cloud.bounds().maximum, otherCloud.bounds().maximum);
  ASSERT_EQ(cloud.attributes().size(), otherCloud.attributes().size());
  for (size_t a = 0; a < cloud.attributes().size(); ++a) {
    EXPECT_EQ(cloud.attributes()[a].name, otherCloud.attributes()[a].name);
    EXPECT_TRUE(cloud.attributes()[a].values == otherCloud.attributes()[a].values) << cloud.attributes()[a].name;
  }
}

}  // namespace arete::test

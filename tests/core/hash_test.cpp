// The hash of a result against SHA-256 computed by someone else.
#include "compute/core/hash.h"

#include <gtest/gtest.h>

#include "compute/core/polylines.h"

namespace arete {
namespace {

// Python: hashlib.sha256(b"arete 1\0" + struct.pack("<IIQQ", 32, 2, 3, 2) + struct.pack("<6f", 0, 0.5, -1, 2, 3.25, 1e10)
//                        + struct.pack("<4I", 0, 1, 1, 2)).hexdigest(), and likewise below.
TEST(Hash, IsTheSha256OfTheDocumentedBytes) {
  EXPECT_EQ(curveHash(PointArray::fromRows(std::vector<float>{0, 0.5f, -1, 2, 3.25f, 1e10f}, 2), {{0, 1}, {1, 2}}),
            "9b3a0ee927af76a0b3821628bda204130750d2601a9c79e6ffaeab566317a5ec");
  EXPECT_EQ(curveHash(PointArray::fromRows(std::vector<double>{0.1, -0.0}, 1), {}),
            "12187c86e28c1ebe6e370a1c4a9a53d35fbc769f218576c943d76bb4ef0daaff");
  EXPECT_EQ(curveHash(PointArray(Scalar::float32, 2, 0), {}), "138144a9121bcca94bb60d55cd32850bf0dac5e0437cecfd121133560a2f04ca");
}

TEST(Hash, DoesNotDependOnTheLayoutButOnEveryBit) {
  const PointArray rows = PointArray::fromRows(std::vector<float>{1, 2, 3, 4, 5, 6}, 3);
  EXPECT_EQ(curveHash(rows, {{0, 1}}), curveHash(rows.withLayout(Layout::column), {{0, 1}}));
  EXPECT_NE(curveHash(rows, {{0, 1}}), curveHash(rows, {}));
  EXPECT_NE(curveHash(rows, {}), curveHash(rows.withScalar(Scalar::float64), {}));
  EXPECT_NE(curveHash(rows, {}), curveHash(PointArray::fromRows(std::vector<float>{1, 2, 3, 4, 5, 6}, 2), {}));
  EXPECT_NE(curveHash(PointArray::fromRows(std::vector<float>{0}, 1), {}), curveHash(PointArray::fromRows(std::vector<float>{-0.0f}, 1), {}));
}

TEST(Polylines, AreInFileCoordinatesAndLeaveOutLonelyNodes) {
  const Curve curve = makeCurve(PointArray::fromRows(std::vector<float>{0, 0, 1, 0, 1, 1, 9, 9}, 2), {{0, 1}, {1, 2}, {0, 2}});
  const Polylines lines = polylinesOf(curve, {500000.25, -3});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines.dimension, 2);
  EXPECT_TRUE(lines.closed[0]);
  EXPECT_EQ(lines.lines[0], (std::vector<double>{500000.25, -3, 500001.25, -3, 500001.25, -2}));
}

}  // namespace
}  // namespace arete

// Wires are measured in metres: what is said of systems of other units.
#include <gtest/gtest.h>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/io/wire_files.h"

namespace arete {
namespace {

TEST(WireUnits, DegreesAreRefusedOtherUnitsAreToldAndMetresAreTaken) {
  if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  EXPECT_EQ(checkWireUnits({}), "") << "nothing is known";
  EXPECT_EQ(checkWireUnits({"EPSG:28992"}), "");
  EXPECT_EQ(checkWireUnits({"EPSG:2994"}).rfind("x and y are in foot", 0), 0u) << checkWireUnits({"EPSG:2994"});
  try {
    checkWireUnits({"EPSG:4326"});
    FAIL() << "degrees";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    EXPECT_FALSE(error.where().empty() || error.hint().empty());
  }
}

}  // namespace
}  // namespace arete

#include "tests/ui/panels_fixture.h"

using namespace arete;

TEST_F(Panels, NeighboursHaveASectionWhileLinksAreShown) {
  setSize(1600, 1400, 1);
  EXPECT_FALSE(pointAt("sections", "##value", kLinksOfParam.id.data()));
  session_.view.style(LayerId::links).visible = true;
  for (const ParamInfo* info : linkParameters()) EXPECT_TRUE(pointAt("sections", "##value", info->id.data())) << info->id;
  EXPECT_FALSE(pointAt("sections", "##degrees"));
  Links links;
  links.distances = {1, 2, 3};
  links.nearest = 1;
  links.farthest = 3;
  links.degrees = {0, 2, 1};
  input_.links = std::make_shared<const Links>(links);
  EXPECT_TRUE(pointAt("sections", "##distances"));
}

#include "compute/engine/link_finder.h"
#include "tests/ui/panels_fixture.h"

using namespace arete;

TEST_F(Panels, NeighboursHaveASectionWhileLinksAreShown) {
  setSize(1600, 1400, 1);
  EXPECT_FALSE(pointAt("sections", "##value", kLinksOfParam.id.data()));
  session_.view.style(LayerId::links).visible = true;
  EXPECT_FALSE(pointAt("sections", "##value", kLinkShareParam.id.data())) << "the selected point has no share";
  session_.job.params.set(kLinksOfParam, double(LinksOf::share));
  for (const ParamInfo* info : linkParameters())
    EXPECT_EQ(bool(pointAt("sections", "##value", info->id.data())), info != &kLinkRadiusParam) << info->id;
  session_.job.params.set(kLinksByParam, double(LinksBy::radius));
  EXPECT_TRUE(pointAt("sections", "##value", kLinkRadiusParam.id.data()));
  EXPECT_FALSE(pointAt("sections", "##value", kLinkNeighboursParam.id.data())) << "a ball has as many as it holds";
  session_.job.params.reset(kLinksByParam);
  EXPECT_FALSE(pointAt("sections", "##degrees"));
  Links links;
  links.distances = {1, 2, 3};
  links.nearest = 1;
  links.farthest = 3;
  links.degrees = {0, 2, 1};
  input_.links = std::make_shared<const Links>(links);
  EXPECT_TRUE(pointAt("sections", "##distances"));
  EXPECT_TRUE(pointAt("sections", "##degrees"));
}

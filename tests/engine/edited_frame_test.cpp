// Frames after edits: what belongs to nodes follows them, and the job says what the next detection heeds.
#include "compute/engine/edited_frame.h"

#include <gtest/gtest.h>

#include "compute/chains/evolve/contract.h"
#include "compute/core/hash.h"
#include "compute/engine/run_job.h"
#include "tests/support/network.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

Job jobWith(double r1, CurveKind kind) {
  Job job;
  job.params.set(kR1Param, r1);
  job.params.set(kCurveParam, double(kind));
  return job;
}

struct EditedFrameTest : testing::Test {
  PointCloud cloud = test::cloudOf(test::noisySegments(test::star({{0, 90}, {78, -45}, {-78, -45}}), 2, 40, 1, 17), 2);
  Job job = jobWith(4, CurveKind::network);
  std::shared_ptr<const Frame> frame = runJob(cloud, job, {}, {}).frame;

  /// The places of some nodes and all edges between them.
  Edit ofNodes(EditKind kind, const std::vector<uint32_t>& nodes) const {
    Edit edit{.kind = kind, .dimension = 2, .numbers = nodes};
    for (const uint32_t node : nodes)
      for (int k = 0; k < 2; ++k) edit.places.push_back(frame->chosen.coordinate(node, k) + frame->cloud.origin()[size_t(k)]);
    for (uint32_t a = 0; a < nodes.size(); ++a)
      for (uint32_t b = 0; b < nodes.size(); ++b)
        if (std::ranges::binary_search(frame->curve.edges, Edge{nodes[a], nodes[b]})) edit.edges.push_back({a, b});
    return edit;
  }
};

TEST_F(EditedFrameTest, WithoutEditsItIsTheFrameItself) {
  EXPECT_EQ(editedFrame(frame, {}), frame);
  EXPECT_EQ(frame->edited, nullptr);
}

TEST_F(EditedFrameTest, EverythingThatHangsOnNodesFollowsThem) {
  Edit insert = ofNodes(EditKind::insert, {frame->curve.edges[3].a, frame->curve.edges[3].b});
  insert.to = {1, 2};
  const EditList edits = EditList().with(ofNodes(EditKind::deleteNodes, {0, 5})).with(insert);
  const auto edited = editedFrame(frame, edits);
  EXPECT_EQ(edited->chosen.size(), frame->chosen.size() - 1);
  EXPECT_EQ(edited->chosen, edited->curve.nodes);
  EXPECT_EQ(edited->chosenOrigin.size(), edited->chosen.size());
  EXPECT_EQ(edited->chosenOrigin[0], frame->chosenOrigin[1]);
  EXPECT_EQ(edited->chosenOrigin.back(), UINT32_MAX);
  ASSERT_FALSE(frame->columns.empty());
  for (size_t i = 0; i < frame->columns.size(); ++i) {
    const auto& before = frame->columns[i];
    std::visit(
        [&](const auto& values) {
          ASSERT_EQ(values.size(), edited->chosen.size()) << before.name;
          EXPECT_EQ(values[0], std::get<std::decay_t<decltype(values)>>(*before.values)[1]) << before.name;
        },
        *edited->columns[i].values);
  }
  EXPECT_EQ(edited->hash, curveHash(edited->chosen, edited->curve.edges));
  EXPECT_NE(edited->hash, frame->hash);
  EXPECT_EQ(edited->job.edits, edits);
  ASSERT_EQ(edited->edited->statuses.size(), 2u);
}

TEST_F(EditedFrameTest, AJobMakesItsEditsAtItsEndAndNotBefore) {
  job.edits = EditList().with(ofNodes(EditKind::deleteNodes, {0}));
  EXPECT_EQ(runJob(cloud, job, {}, {}).frame->hash, editedFrame(frame, job.edits)->hash);
  EXPECT_EQ(runJob(cloud, job, {.untilStep = 3}, {}).frame->edited, nullptr);
}

TEST_F(EditedFrameTest, PointsOfANodeThatWentBelongToNone) {
  const PointCloud spiral(test::spiral(2000, 2, 1, 5));
  Job chains = jobWith(3, CurveKind::chains);
  const auto before = runJob(spiral, chains, {.withAssignment = true}, {}).frame;
  Edit edit{.kind = EditKind::deleteNodes, .dimension = 2, .numbers = {1}};
  for (int k = 0; k < 2; ++k) edit.places.push_back(before->chosen.coordinate(1, k) + before->cloud.origin()[size_t(k)]);
  const auto after = editedFrame(before, EditList({edit}));
  for (size_t i = 0; i < before->assignment.size(); ++i) {
    const uint32_t was = before->assignment[i], is = after->assignment[i];
    ASSERT_EQ(is, was == 1 || was == kUnassigned ? kUnassigned : was > 1 ? was - 1 : was) << i;
  }
}

TEST_F(EditedFrameTest, OnlyNoiseInForceChangesWhatIsDetected) {
  Edit noise = ofNodes(EditKind::noise, {0, 1, 2});
  noise.reach = 4;
  Job marked = job;
  marked.edits = EditList().with(ofNodes(EditKind::deleteNodes, {5})).with(noise);
  EXPECT_TRUE(job.detectsLike(marked) && marked.detectsLike(job));
  EXPECT_TRUE(marked.inputFilter().empty());
  Job inForce = marked;
  inForce.edits = marked.edits.inForce();
  EXPECT_FALSE(inForce.detectsLike(marked));
  EXPECT_FALSE(marked.detectsLike(inForce));
  EXPECT_TRUE(inForce.detectsLike(inForce));
  EXPECT_EQ(inForce.inputFilter().tubes.size(), 1u);
  EXPECT_TRUE(inForce.filter.empty());
  EXPECT_EQ(inForce.exactCounterpart().edits, EditList());
}

}  // namespace
}  // namespace arete

// The bits of two detections, which must never change by accident: a change of a formula that decides or of a rule of row 0 changes them.
// Every processor, number of threads and GPU must give the same.
#include <gtest/gtest.h>

#include "compute/engine/detector.h"
#include "compute/generate/generate.h"

namespace arete {
namespace {

std::string hashOf(std::string_view shape, int dimension, Scalar scalar, bool thesisRule = false) {
  ThreadPool threads(2);
  GenerateOptions options;
  options.points = 3000, options.dimension = dimension, options.scalar = scalar;
  Job job;
  job.params.set(kR1Param, 8.34);
  if (thesisRule) {
    job.params.setText(kMoveRuleParam, kMoveRuleParam.choices.back());
    job.params.set(kMaxIterationsParam, 30);
  }
  const auto device = makeCpuDevice(2);
  Detector detector(generate(findShape(shape), options, threads), job, *device, {});
  detector.advance(StepKind::end, {});
  return detector.frame(true, false, {})->hash;
}

TEST(SameBits, DetectionsHaveTheHashesThatTheyAlwaysHad) {
  EXPECT_EQ(hashOf("spiral", 2, Scalar::float32), "d3ad6dffdd894d68b3299ac03ce94f989a6d9e0b6a223e41054faaf07fd0533d");
  EXPECT_EQ(hashOf("spiral", 3, Scalar::float32), "3eb62de0eee66731ad53ba2f6e0d59c8fabbfb5aed5be9a931fbd0ee151c1515");
  EXPECT_EQ(hashOf("spiral", 2, Scalar::float64), "ea97e8cff56235effb499e70a3dfac374c79c41a75680e6e8172a88a9a967dba");
  EXPECT_EQ(hashOf("segment", 5, Scalar::float64), "e5e87b087d5be81f3e5e97d1f0baeeda40c522649549748b8e244fbf3fe19be4");
  EXPECT_EQ(hashOf("spiral", 2, Scalar::float32, true), "d668fc10d208dda4e49e479cbfec702e8ecae2bc8aaa5b60ca44523c12f1763c");
}

}  // namespace
}  // namespace arete

// A detection between two steps as a value: all that another process needs to go on from there with the same bits. Points of the cloud are not in it,
// because what a step yields depends on the state alone; so it does not matter by how many threads, parts or processes, or by which exact versions,
// the steps before were made, nor those that follow.
#pragma once

#include <string>
#include <vector>

#include "compute/core/cloud_facts.h"
#include "compute/engine/frame.h"

namespace arete {

struct Checkpoint {
  CloudFacts facts;
  std::vector<std::string> input;     ///< what the points were read from: a text for each file, then how (compute/io/input_identity.h)
  std::vector<std::string> settings;  ///< answerSettings() of the job
  std::vector<StepRecord> history;    ///< all steps so far: at least the first one
  ChosenState state;                  ///< after the last of them: points and origins
};

/// What decides the answer of a job, as texts "name value": the parameters of the stages' references, and of inexact versions also which they are.
std::vector<std::string> answerSettings(const Job& job);

/// Throws Error(wrongUse) for a job that has no checkpoints: networks and tiles.
void checkCanBeKept(const Job& job);

/// The walk through the plan, after the steps of the checkpoint. Throws Error(wrongUse) when it is of another cloud or of a job with another answer,
/// Error(badInput) when its steps are not the first ones of this plan, or its numbers do not fit each other.
PlanWalk walkAfter(const Checkpoint& checkpoint, const CloudFacts& facts, const Job& job, const Plan& plan);

}  // namespace arete

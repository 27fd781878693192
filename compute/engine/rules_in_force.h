// The rules in force at a step: those that the job asks for, under the circumstances that are known by then. Steps read them nowhere else.
#pragma once

#include "compute/network/rules/network_rules.h"

namespace arete {

class RulesInForce {
 public:
  explicit RulesInForce(const NetworkRules& asked) : asked_(asked), now_(asked) {}

  /// What is known from now on; whether a map is sparse is asked where its branches are judged.
  void know(const Circumstances& at) { at_ = at, now_ = rulesInForce(asked_, at); }

  const NetworkRules& now() const { return now_; }
  NetworkRules ofBranches(bool isSparse) const { return isSparse ? rulesInForce(asked_, {at_.isFoggy, at_.isTree, true}) : now_; }

 private:
  const NetworkRules asked_;
  Circumstances at_;
  NetworkRules now_;
};

}  // namespace arete
